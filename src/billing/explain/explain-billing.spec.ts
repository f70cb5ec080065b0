import { USAGE_DAYS, usageDayKey } from '../../../projections/usage/usage.document.js';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import type { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { projected } from '../../../test/support/logs/projected.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from '../../../test/support/logs/row-stories.js';
import type { RowStory } from '../../../test/support/logs/row-stories.js';
import { OTHER_JOB, aLog } from '../../../test/support/verified.js';
import { blockEventId, rowEventId } from '../../streams/rows/rows.events.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { AccountId, KeyId } from '../../shared/ids.js';
import { explainBilling } from './explain-billing.js';
import { renderBill } from './render-bill.js';

const FIRST = '2026-11-21';
const SECOND = '2026-11-22';
const KINDS: readonly RowStory[] = [BOTH, NO_INDUSTRY, 'not_matched'];

/** Two days of one account with a block that came after midnight, beside another account. */
async function twoDays(): Promise<LogBuilder> {
  const log = await aLog();
  await log.run(aSubmission(120, 120), (row) => KINDS[row % 3] ?? BOTH);
  const late = aSubmission(2, 2, { job_id: OTHER_JOB });
  const rows = [INDUSTRY_PENDING, BOTH];
  await log.submit(late);
  await log.start(late, 0);
  await log.record(late, 0, rows, await log.deliver(late, 0, rows));
  log.time = `${SECOND}T00:00:00.000Z`;
  await log.fill(late, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
  await log.complete(late, 0, countsOf(rows));
  await log.openAccount(1002 as AccountId, 'mnopqrstuvwx' as KeyId);
  const others = { account_id: 1002 as AccountId, key_id: 'mnopqrstuvwx' as KeyId };
  await log.run(aSubmission(5, 5, { ...others, job_id: `${OTHER_JOB.slice(0, -1)}3` as typeof JOB }));
  return log;
}

const explained = (log: LogBuilder, day: string, block: BlockKey | null = null) =>
  explainBilling(log.store, { account: ACCOUNT, day, block });

describe('billing explain', () => {
  it.each([FIRST, SECOND])('gives the charges whose sum usage shows for %s', async (day) => {
    const log = await twoDays();
    const models = await projected(log.store);
    await models.drive(['billing']);
    const shown = USAGE_DAYS.fields(
      (await models.live.get(USAGE_DAYS.name, usageDayKey(ACCOUNT, day))) ?? { fields: {} },
    );
    await models.close();
    const bill = await explained(log, day);
    expect({ rows: bill.rows, units: bill.blocks }).toEqual({ rows: shown.rows, units: shown.units });
    for (const [block, units] of Object.entries(shown.units)) {
      const one = await explained(log, day, block as BlockKey);
      expect(one.units).toBe(units);
      expect(one.charges.reduce((sum, charge) => sum + charge.units, 0)).toBe(units);
    }
  });

  it('dates a late block on the day of its fill', async () => {
    const { charges, ...bill } = await explained(await twoDays(), SECOND);
    expect(bill).toEqual({
      account_id: ACCOUNT,
      day: SECOND,
      block: null,
      rows: 0,
      units: 1,
      blocks: { industry: 1 },
    });
    expect(charges).toEqual([
      {
        charge_id: blockEventId(OTHER_JOB, 0, 'industry', 'BlockCharged'),
        job_id: OTHER_JOB,
        row: 0,
        units: 1,
        blocks: { industry: 1 },
        late: true,
        time: `${SECOND}T00:00:00.000Z`,
      },
    ]);
  });

  it('names each charge by the id of its event, in log order', async () => {
    const { charges } = await explained(await twoDays(), FIRST, 'industry');
    expect(charges[0]).toMatchObject({ charge_id: rowEventId(JOB, 0, 'RowCharged'), row: 0, units: 1 });
    expect(charges[1]).toMatchObject({ row: 3 });
    expect(charges.at(-1)).toMatchObject({ job_id: OTHER_JOB, row: 1, late: false });
  });

  it('has nothing to say of a day without use', async () => {
    expect(await explained(await twoDays(), '2026-11-23')).toMatchObject({ rows: 0, units: 0, charges: [] });
  });

  it('reads well on a terminal', async () => {
    expect(renderBill(await explained(await twoDays(), SECOND))).toEqual([
      'Account 1001, 2026-11-22 (UTC): 1 unit in 0 rows, from 1 charge',
      '',
      'By block',
      '  industry  1',
      '',
      'By job',
      `  ${OTHER_JOB}  1 unit  1 charge`,
      '',
      'Charges',
      expect.stringMatching(
        /^ {2}00:00:00 {2}job_\w{26} {2}row 0 {2}1 unit {2}industry \(late\) {2}[0-9a-f-]{36}$/,
      ),
    ]);
  });
});
