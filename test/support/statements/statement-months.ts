/** A log of months with everything that a statement may have, and the statements of these months. */
import { adjustmentsStream } from '../../../src/streams/adjustments/adjustments.events.js';
import { accountStream } from '../../../src/streams/account/account.events.js';
import type { StatementFormat } from '../../../packages/statement-check/src/format/head.js';
import type { IssuedStatement } from '../../../src/streams/statement/statement.decider.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { PriceAgreement } from '../../../src/streams/account/account.state.js';
import { ACCOUNT, JOB, aSubmission } from '../logs/job-builders.js';
import type { LogBuilder } from '../logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from '../logs/row-stories.js';
import { aStatement, type WrittenForTest } from './statements.js';
import { OTHER_JOB, aLog } from '../verified.js';

export const PRICES: readonly PriceAgreement[] = [
  { currency: 'GBP', from: '2026-10-01', prices: { company_identity: '0.0200' } },
  { currency: 'GBP', from: '2026-11-01', prices: { industry: '0.015' } },
];

/**
 * October: rows with and without a charge, failed ones, a block that waits. November: that block, and an
 * adjustment.
 */
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
export async function twoStatements(
  log: LogBuilder,
  format?: StatementFormat,
): Promise<readonly [WrittenForTest, WrittenForTest]> {
  const of = { agreements: PRICES, ...(format === undefined ? {} : { format }) };
  const october = await aStatement(log, { ...of, month: '2026-10' });
  const november = await aStatement(log, { ...of, month: '2026-11', earlier: [october.issued] });
  return [october, november];
}

const THIRD_JOB = 'job_01JDXB8Z5N0000000000000003' as JobId;
const FOURTH_JOB = 'job_01JDXB8Z5N0000000000000004' as JobId;

/** December's price, agreed on the day of its charges after they were taken back. */
const AGREED_LATER: PriceAgreement = {
  currency: 'GBP',
  from: '2026-12-05',
  prices: { company_identity: '0.50' },
};
export const PRICES_BY_DECEMBER: readonly PriceAgreement[] = [...PRICES, AGREED_LATER];

const wholeJob = { row: null, block: null, from: null, to: null };
const taken = (date: string, identity: number, industry: number, amount: string) => ({
  date,
  units: { company_identity: identity, industry },
  amount,
});

/**
 * December: two jobs that are taken back whole in one adjustment, then another price for their day; a job
 * whose charges are of two days is taken back, and given again.
 */
export async function withDecember(log: LogBuilder): Promise<LogBuilder> {
  log.time = '2026-12-05T10:00:00.000Z';
  for (const job_id of [THIRD_JOB, FOURTH_JOB]) await log.run(aSubmission(2, 2, { job_id }), () => BOTH);
  const figures = { account_id: ACCOUNT, currency: 'GBP' };
  const days = { job_id: null, row: null, block: null, from: '2026-12-05', to: '2026-12-05' };
  const change = (type: string, data: object) =>
    log.append(adjustmentsStream(ACCOUNT), log.event({ type, data }, { actor: 'operator' }));
  log.time = '2026-12-05T11:00:00.000Z';
  await change('ChargeAdjusted', {
    ...figures,
    adjustment_id: 'adj_01JDXB8Z5N0000000000000011',
    scope: days,
    except: [],
    reason: 'duplicate',
    note: 'Both lists were sent by mistake.',
    units: -8,
    amount: '-0.14',
    charges: [{ jobs: [THIRD_JOB, FOURTH_JOB], days: [taken('2026-12-05', -2, -2, '-0.07')] }],
  });
  log.time = '2026-12-05T12:00:00.000Z';
  await log.append(
    accountStream(ACCOUNT),
    log.event({ type: 'PricesAgreed', data: AGREED_LATER }, { actor: 'operator' }),
  );
  const other = { ...figures, scope: { ...wholeJob, job_id: OTHER_JOB } };
  await change('ChargeAdjusted', {
    ...other,
    adjustment_id: 'adj_01JDXB8Z5N0000000000000012',
    except: [],
    reason: 'goodwill',
    note: 'As agreed.',
    units: -6,
    amount: '-0.075',
    charges: [
      {
        jobs: [OTHER_JOB],
        days: [
          taken('2026-10-31', -3, -2, '-0.06'),
          { date: '2026-11-01', units: { industry: -1 }, amount: '-0.015' },
        ],
      },
    ],
  });
  log.time = '2026-12-31T23:59:59.999Z';
  await change('AdjustmentReversed', {
    ...other,
    adjustment_id: 'adj_01JDXB8Z5N0000000000000013',
    reverses: 'adj_01JDXB8Z5N0000000000000012',
    reason: 'goodwill',
    note: 'It was another list.',
    units: 6,
    amount: '0.075',
    charges: [
      {
        jobs: [OTHER_JOB],
        days: [
          taken('2026-10-31', 3, 2, '0.06'),
          { date: '2026-11-01', units: { industry: 1 }, amount: '0.015' },
        ],
      },
    ],
  });
  return log;
}

/** The statement of December in the second format, behind those of the two months before. */
export const decemberStatement = (
  log: LogBuilder,
  earlier: readonly IssuedStatement[],
): Promise<WrittenForTest> =>
  aStatement(log, {
    format: 'company-data-statement-2',
    month: '2026-12',
    agreements: PRICES_BY_DECEMBER,
    earlier,
    issuedAt: '2027-01-01T00:10:00.000Z',
  });

const FIFTH_JOB = 'job_01JDXB8Z5N0000000000000005' as JobId;

/**
 * January: a job of two rows, one of them taken back; a credit that is reversed, and another one; a price
 * that is corrected for the other row, and taken back at the corrected price.
 */
export async function withJanuary(log: LogBuilder): Promise<LogBuilder> {
  log.time = '2027-01-10T10:00:00.000Z';
  await log.run(aSubmission(2, 2, { job_id: FIFTH_JOB }), () => BOTH);
  const change = (type: string, data: object) =>
    log.append(
      adjustmentsStream(ACCOUNT),
      log.event({ type, data: { account_id: ACCOUNT, currency: 'GBP', ...data } }, { actor: 'operator' }),
    );
  log.time = '2027-01-11T09:00:00.000Z';
  await change('ChargeAdjusted', {
    adjustment_id: 'adj_01JDXB8Z5N0000000000000014',
    scope: { ...wholeJob, job_id: FIFTH_JOB, row: 0 },
    except: [],
    reason: 'wrong_match',
    note: 'Another company.',
    units: -2,
    amount: '-0.515',
    charges: [{ jobs: [FIFTH_JOB], days: [taken('2027-01-10', -1, -1, '-0.515')] }],
  });
  const credit = { scope: { ...wholeJob, job_id: null }, units: 0, charges: [] };
  const words = { reason: 'goodwill', note: 'For the outage.' };
  log.time = '2027-01-12T09:00:00.000Z';
  const first = 'adj_01JDXB8Z5N0000000000000015';
  await change('CreditGranted', { ...credit, ...words, adjustment_id: first, amount: '-5' });
  await change('AdjustmentReversed', {
    ...credit,
    ...words,
    adjustment_id: 'adj_01JDXB8Z5N0000000000000016',
    reverses: first,
    amount: '5',
  });
  log.time = '2027-01-31T23:59:59.999Z';
  await change('CreditGranted', {
    ...credit,
    ...words,
    adjustment_id: 'adj_01JDXB8Z5N0000000000000017',
    amount: '-0.3',
  });
  const repricing = 'adj_01JDXB8Z5N0000000000000018';
  const repriced = { block: 'company_identity', price: '0.40' };
  const scope = { ...wholeJob, job_id: FIFTH_JOB, block: 'company_identity' };
  const changed = (units: number, amount: string, corrected: object[]) => [
    {
      jobs: [FIFTH_JOB],
      days: [{ date: '2027-01-10', units: { company_identity: units }, amount, corrected }],
    },
  ];
  await change('ChargesRepriced', {
    adjustment_id: repricing,
    scope,
    except: ['adj_01JDXB8Z5N0000000000000014'],
    price: '0.40',
    reason: 'price_error',
    note: 'As in the contract.',
    units: 0,
    amount: '-0.1',
    charges: changed(0, '-0.1', [{ ...repriced, units: 1, by: null }]),
  });
  await change('ChargeAdjusted', {
    adjustment_id: 'adj_01JDXB8Z5N0000000000000019',
    scope,
    except: ['adj_01JDXB8Z5N0000000000000014'],
    ...words,
    units: -1,
    amount: '-0.4',
    charges: changed(-1, '-0.4', [{ ...repriced, units: -1, by: repricing }]),
  });
  return log;
}

/** The statement of January in the third format, behind those of the months before. */
export const januaryStatement = (
  log: LogBuilder,
  earlier: readonly IssuedStatement[],
): Promise<WrittenForTest> =>
  aStatement(log, {
    format: 'company-data-statement-3',
    month: '2027-01',
    agreements: PRICES_BY_DECEMBER,
    earlier,
    issuedAt: '2027-02-01T00:10:00.000Z',
  });
