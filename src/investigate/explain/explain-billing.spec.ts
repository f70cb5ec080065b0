import { USAGE_DAYS, usageDayKey } from '../../../projections/usage/usage.document.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import type { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { projected } from '../../../test/support/logs/projected.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from '../../../test/support/logs/row-stories.js';
import type { RowStory } from '../../../test/support/logs/row-stories.js';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { OTHER_JOB, aLog } from '../../../test/support/verified.js';
import { requestBatches } from '../request-log/request-batches.js';
import { accountStream } from '../../streams/account/account.events.js';
import { blockEventId, rowEventId } from '../../streams/rows/rows.events.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { explainBilling } from './explain-billing.js';
import { firstCharges } from './job-charges.js';
import { explainCharge, type ChargeExplanation } from './explain-charge.js';
import type { BillScope, ExplainedBill } from './explained-bill.js';
import type { BillSources } from './figure.js';

const FIRST = '2026-11-21';
const SECOND = '2026-11-22';
const SKIPPED_JOB = `${OTHER_JOB.slice(0, -1)}4` as JobId;
const KINDS: readonly RowStory[] = [BOTH, NO_INDUSTRY, 'not_matched'];
const PRICES = { currency: 'GBP', from: FIRST, prices: { industry: '0.03' } };

/**
 * Two days of one account: a block that came after midnight, a job that was cancelled; beside another
 * account.
 */
async function twoDays(): Promise<LogBuilder> {
  const log = await aLog();
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data: PRICES }));
  await log.run(aSubmission(120, 120), (row) => KINDS[row % 3] ?? BOTH);
  const late = aSubmission(2, 2, { job_id: OTHER_JOB });
  const rows = [INDUSTRY_PENDING, BOTH];
  await log.submit(late);
  await log.start(late, 0);
  await log.record(late, 0, rows, await log.deliver(late, 0, rows));
  const cancelled = aSubmission(8, 8, { job_id: SKIPPED_JOB });
  await log.submit(cancelled);
  await log.job(cancelled, { type: 'JobCancelRequested', data: { key_id: KEY } });
  await log.end(cancelled, countsOf([]), 8);
  log.time = `${SECOND}T00:00:00.000Z`;
  await log.fill(late, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
  await log.complete(late, 0, countsOf(rows));
  await log.openAccount(1002 as AccountId, 'mnopqrstuvwx' as KeyId);
  const others = { account_id: 1002 as AccountId, key_id: 'mnopqrstuvwx' as KeyId };
  await log.run(aSubmission(5, 5, { ...others, job_id: `${OTHER_JOB.slice(0, -1)}3` as JobId }));
  return log;
}

/** Everything asked of the read models of a log. */
async function asking<T>(log: LogBuilder, ask: (sources: BillSources) => Promise<T>): Promise<T> {
  const models = await projected(log.store);
  const coordination = new MemoryCoordination(() => 0);
  const replay = {
    time: `${FIRST}T12:00:05.000Z`,
    request_id: 'req_9',
    key_id: KEY,
    account_id: ACCOUNT,
    method: 'POST',
    path: '/v1/enrich/jobs',
    status: 200,
    detail: null,
    job_id: JOB,
    replayed: true,
    traceparent: null,
  };
  await coordination.putMany(requestBatches([replay]));
  try {
    await models.drive();
    return await models.live.snapshot((reader) => ask({ eventStore: log.store, coordination, reader }));
  } finally {
    await models.close();
  }
}

const WHOLE: BillScope = { account: ACCOUNT, range: null, job: null, key: null, block: null };
const onDay = (day: string, block: BlockKey | null = null): BillScope => ({
  ...WHOLE,
  range: { from: day, to: day },
  block,
});
const explained = (log: LogBuilder, scope: BillScope, most = 1_000): Promise<ExplainedBill> =>
  asking(log, (sources) => explainBilling(sources, scope, firstCharges(most)));

describe('the charges behind a figure', () => {
  it.each([FIRST, SECOND])('come to what usage shows for %s', async (day) => {
    const log = await twoDays();
    const models = await projected(log.store);
    await models.drive(['billing']);
    const shown = USAGE_DAYS.fields(
      (await models.live.get(USAGE_DAYS.name, usageDayKey(ACCOUNT, day))) ?? { fields: {} },
    );
    await models.close();
    const bill = await explained(log, onDay(day));
    expect(bill).toMatchObject({ rows: shown.rows, blocks: shown.units, complete: true, agrees: true });
    for (const [block, units] of Object.entries(shown.units)) {
      const one = await explained(log, onDay(day, block as BlockKey));
      expect(one).toMatchObject({ units, agrees: true });
      expect(one.charges.reduce((sum, charge) => sum + charge.units, 0)).toBe(units);
    }
  });

  it('are dated by the fill of a late block', async () => {
    const bill = await explained(await twoDays(), onDay(SECOND));
    expect(bill).toMatchObject({ day: SECOND, rows: 0, units: 1, blocks: { industry: 1 } });
    expect(bill.charges).toMatchObject([
      {
        charge_id: blockEventId(OTHER_JOB, 0, 'industry', 'BlockCharged'),
        job_id: OTHER_JOB,
        row: 0,
        units: 1,
        late: true,
        time: `${SECOND}T00:00:00.000Z`,
        stream: `rows-${OTHER_JOB}.0`,
        revision: 2,
      },
    ]);
  });

  it('name job, row, request, key and place in the log', async () => {
    const { charges, jobs } = await explained(await twoDays(), onDay(FIRST, 'industry'));
    expect(charges[0]).toMatchObject({ charge_id: rowEventId(JOB, 0, 'RowCharged'), row: 0, units: 1 });
    expect(charges[1]).toMatchObject({ row: 3, stream: `rows-${JOB}.0`, revision: 0 });
    expect(jobs[0]).toMatchObject({ job_id: JOB, key_id: KEY, request_id: 'req_1', rows: 40, units: 40 });
  });

  it('are counted where they are not listed', async () => {
    const bill = await explained(await twoDays(), onDay(FIRST), 3);
    expect(bill.charges).toHaveLength(3);
    expect(bill).toMatchObject({ charges_read: 82, complete: true, agrees: true });
  });

  it('add up to the amount by charge and by day', async () => {
    const { amount, charges, days } = await explained(await twoDays(), onDay(FIRST));
    const sum = (parts: readonly { readonly amount?: string | null }[]): number =>
      parts.reduce((total, part) => total + 100 * Number(part.amount ?? 0), 0) / 100;
    expect([charges, days].map(sum)).toEqual([1.23, 1.23]);
    expect([amount, days[0]?.net_amount, charges[0]?.currency]).toEqual(['1.23', '1.23', 'GBP']);
  });

  it('make the amount by units and prices', async () => {
    const bill = await explained(await twoDays(), onDay(FIRST));
    expect(bill).toMatchObject({ currency: 'GBP', amount: '1.23' });
    expect(bill.priced).toEqual([
      { block: 'company_identity', units: 82, price: null, currency: null, amount: null },
      { block: 'industry', units: 41, price: '0.03', currency: 'GBP', amount: '1.23' },
    ]);
  });

  it('are those of a job, a key or several days', async () => {
    const log = await twoDays();
    expect(await explained(log, { ...WHOLE, job: JOB })).toMatchObject({
      job_id: JOB,
      rows: 80,
      units: 120,
      agrees: true,
    });
    const ofKey = await explained(log, { ...WHOLE, key: KEY });
    expect(ofKey).toMatchObject({ from: FIRST, to: SECOND, day: null, units: 124, agrees: true });
    expect(ofKey.days).toMatchObject([
      { date: FIRST, rows: 82, units: 123 },
      { date: SECOND, rows: 0, units: 1 },
    ]);
    const month = await explained(log, { ...WHOLE, range: { from: '2026-11-01', to: '2026-11-30' } });
    expect(month).toMatchObject({ units: 124, agrees: true });
  });

  it('do not come to a figure that was changed by hand', async () => {
    const log = await twoDays();
    const models = await projected(log.store);
    await models.drive();
    await models.tamper(USAGE_DAYS.name, usageDayKey(ACCOUNT, FIRST), ({ fields }) => ({
      fields: { ...fields, units: { company_identity: 81, industry: 41 } },
    }));
    const sources = { eventStore: log.store, coordination: new MemoryCoordination(() => 0) };
    const bill = await models.live.snapshot((reader) =>
      explainBilling({ ...sources, reader }, onDay(FIRST), firstCharges(10)),
    );
    await models.close();
    expect(bill).toMatchObject({ complete: true, agrees: false });
  });

  it('are none on a day without use', async () => {
    const bill = await explained(await twoDays(), onDay('2026-11-23'));
    expect(bill).toMatchObject({ rows: 0, units: 0, charges: [], agrees: true });
  });
});

describe('what cost nothing', () => {
  it('is told with its reason: failed, free, skipped, repeated', async () => {
    const { not_billed } = await explained(await twoDays(), onDay(FIRST));
    expect(not_billed).toEqual({
      failed: { not_matched: 40 },
      skipped: 8,
      unfinished: 0,
      blocks: { industry: { not_found: 40 } },
      replays: 1,
    });
  });

  it.each([
    ['failed', 'not_matched', { failed: { not_matched: 2 }, skipped: 0, unfinished: 0 }],
    ['was skipped', null, { failed: {}, skipped: 2, unfinished: 0 }],
  ] as const)('is all of a job of which every row %s', async (_what, story, due) => {
    const log = await aLog();
    const job = aSubmission(2, 2, { job_id: SKIPPED_JOB });
    if (story !== null) await log.run(job, () => story);
    else {
      await log.submit(job);
      await log.job(job, { type: 'JobCancelRequested', data: { key_id: KEY } });
      await log.end(job, countsOf([]), 2);
    }
    const bill = await explained(log, { ...WHOLE, job: SKIPPED_JOB });
    expect(bill).toMatchObject({ day: FIRST, rows: 0, units: 0, agrees: true, not_billed: due });
    expect(bill.jobs.map(({ job_id }) => job_id)).toEqual([SKIPPED_JOB]);
  });

  it('is nothing of a job that does not exist', async () => {
    const bill = await explained(await twoDays(), {
      ...WHOLE,
      job: 'job_01JDXB8Z5N000000000000000Z' as JobId,
    });
    expect(bill).toMatchObject({ from: null, units: 0, jobs: [], not_billed: { replays: 0 } });
  });

  it('is pending until the block has its answer', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2);
    const rows = [INDUSTRY_PENDING, INDUSTRY_PENDING];
    await log.submit(job);
    await log.start(job, 0);
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    const blocks = async () => (await explained(log, { ...WHOLE, job: JOB })).not_billed.blocks;
    expect(await blocks()).toEqual({ industry: { pending: 2 } });
    const place = { chunk: 0, row: 0, block: 'industry' } as const;
    await log.fill(job, place, { status: 'not_found', reason: 'no_sic_on_file' });
    await log.fill(job, { ...place, row: 1 }, { status: 'available' });
    expect(await blocks()).toEqual({ industry: { not_found: 1 } });
  });
});

describe('one charge', () => {
  const charge = (log: LogBuilder, id: string): Promise<ChargeExplanation | null> =>
    asking(log, (sources) => explainCharge(sources, id));

  it.each([
    [JOB, 117],
    [OTHER_JOB, 1],
  ])('of %s row %i is found by its id, with row, key, price and rule', async (job, row) => {
    const found = await charge(await twoDays(), rowEventId(job, row, 'RowCharged'));
    expect(found).toMatchObject({
      account_id: ACCOUNT,
      job_id: job,
      row,
      late_block: null,
      units: 2,
      amount: '0.03',
      currency: 'GBP',
      rule: { version: 1 },
      key: { key_id: KEY, name: 'production' },
      story: { request_id: 'req_1', ref: `r${row}`, company_number: '01234567' },
    });
    expect(found?.prices).toMatchObject([
      { block: 'company_identity', price: null },
      { block: 'industry', price: '0.03', from: FIRST },
    ]);
  });

  it('of a late block stands apart from its row', async () => {
    const log = await twoDays();
    const late = await charge(log, blockEventId(OTHER_JOB, 0, 'industry', 'BlockCharged'));
    expect(late).toMatchObject({ late_block: 'industry', blocks: { industry: 1 }, units: 1 });
    const row = await charge(log, rowEventId(OTHER_JOB, 0, 'RowCharged'));
    expect(row).toMatchObject({ late_block: null, blocks: { company_identity: 1 }, units: 1 });
  });

  it('of a row that failed is none, nor is an id that nothing has', async () => {
    const log = await twoDays();
    expect(await charge(log, rowEventId(JOB, 2, 'RowCharged'))).toBeNull();
    expect(await charge(log, rowEventId(JOB, 500, 'RowCharged'))).toBeNull();
  });
});
