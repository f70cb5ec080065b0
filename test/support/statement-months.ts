/** A log of two months with everything that a statement may have, and its two statements. */
import { adjustmentsStream } from '../../src/streams/adjustments/adjustments.events.js';
import type { PriceAgreement } from '../../src/streams/account/account.state.js';
import { ACCOUNT, JOB, aSubmission } from './logs/job-builders.js';
import type { LogBuilder } from './logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from './logs/row-stories.js';
import { aStatement, type WrittenForTest } from './statements.js';
import { OTHER_JOB, aLog } from './verified.js';

export const PRICES: readonly PriceAgreement[] = [
  { currency: 'GBP', from: '2026-10-01', prices: { company_identity: '0.0200' } },
  { currency: 'GBP', from: '2026-11-01', prices: { industry: '0.015' } },
];

/** October: rows with and without a charge, failed ones, a block that waits. November: that block, and an adjustment. */
export async function twoMonths(): Promise<LogBuilder> {
  const log = await aLog();
  log.time = '2026-10-10T12:00:00.000Z';
  const stories = [BOTH, NO_INDUSTRY, 'not_matched'] as const;
  await log.run(aSubmission(6, 6), (row) => stories[row % 3] ?? BOTH);
  const late = aSubmission(3, 3, { job_id: OTHER_JOB });
  const rows = [INDUSTRY_PENDING, BOTH, BOTH];
  await log.submit(late);
  await log.start(late, 0);
  log.time = '2026-10-31T23:59:59.999Z';
  await log.record(late, 0, rows, await log.deliver(late, 0, rows));
  log.time = '2026-11-01T00:00:00.000Z';
  await log.fill(late, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
  await log.complete(late, 0, countsOf(rows));
  log.time = '2026-11-20T09:30:00.000Z';
  await adjust(log);
  return log;
}

/** The two units of row 0 of the first job are taken back, in words that are not plain ASCII. */
async function adjust(log: LogBuilder): Promise<void> {
  const data = {
    adjustment_id: 'adj_01JDXB8Z5N0000000000000010',
    account_id: ACCOUNT,
    scope: { job_id: JOB, row: 0, block: null, from: null, to: null },
    except: [],
    reason: 'wrong_match',
    note: 'Agreed by phone: “Café Zoë” is another company.',
    units: -2,
    currency: 'GBP',
    amount: '-0.02',
    charges: [
      {
        jobs: [JOB],
        days: [{ date: '2026-10-10', units: { company_identity: -1, industry: -1 }, amount: '-0.02' }],
      },
    ],
  };
  await log.append(
    adjustmentsStream(ACCOUNT),
    log.event({ type: 'ChargeAdjusted', data }, { actor: 'operator' }),
  );
}

/** The statements of the two months, with prices. */
export async function twoStatements(log: LogBuilder): Promise<readonly [WrittenForTest, WrittenForTest]> {
  const october = await aStatement(log, { month: '2026-10', agreements: PRICES });
  const november = await aStatement(log, { month: '2026-11', agreements: PRICES, earlier: [october.issued] });
  return [october, november];
}
