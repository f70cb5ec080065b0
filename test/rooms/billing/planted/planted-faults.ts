/**
 * Faults of a bill in the log, by what they are of. Each is planted in a right log, and `verify` names the
 * invariant.
 */
import { both, lost, marked, moved, says, twice, type Edit } from './edits.js';
import { CANCELLED, CLAIMED, LATE } from './right-log.js';

type Json = Record<string, unknown>;
/** What is wrong, the invariant that says so, and how it is planted. */
export type PlantedFault = readonly [what: string, invariant: number, plant: Edit];

const OTHER_ID = 'adj_01JDXB8Z5N0000000000000099';
const DIGEST = '11'.repeat(32);
const list = (value: unknown): Json[] => value as Json[];
const inFirst =
  (key: string, change: Json) =>
  (data: Json): Json => ({
    [key]: list(data[key]).map((one, place) => (place === 0 ? { ...one, ...change } : one)),
  });
const record = (change: Json | ((data: Json) => Json), nth = 0): Edit => says('RowsRecorded', change, nth);
const outcome = (change: Json): Edit => record(inFirst('outcomes', change));
const firstRow =
  (change: (row: Json) => Json) =>
  ({ rows }: Json): Json => ({ rows: list(rows).map((row, place) => (place === 0 ? change(row) : row)) });
const NOT_FOUND = { status: 'not_found', reason: 'no_sic_on_file' };

const OF_RECORDS: readonly PlantedFault[] = [
  ['a block that was delivered is not charged', 3, outcome({ units: { company_identity: 1 } })],
  ['nothing of a delivered row is charged', 3, outcome({ units: {} })],
  ['a block is charged twice in its row', 4, outcome({ units: { company_identity: 1, industry: 2 } })],
  [
    'a block that was not delivered is charged',
    4,
    outcome({ units: { company_identity: 1, industry: 1, officers: 1 } }),
  ],
  [
    'a block that was not found is charged',
    3,
    outcome({ blocks: { company_identity: 'available', industry: 'not_found:no_sic_on_file' } }),
  ],
  ['a delivered row is recorded as failed', 3, record(firstRow(() => ({ failed: 'not_matched' })))],
  ['a row is recorded for another company', 3, record(firstRow((row) => ({ ...row, company: '09999999' })))],
  ['a record is lost', 1, lost('RowsRecorded')],
  ['a record is written twice', 2, twice('RowsRecorded')],
  ['a record names another job', 3, record({ job_id: LATE })],
  ['a record begins at another row', 2, record({ from: 1 }, 1)],
  ['a record has a row less', 1, record(({ rows }) => ({ rows: list(rows).slice(1) }))],
  [
    'a record has a row more',
    2,
    record(({ rows }) => ({ rows: [...list(rows), ...list(rows).slice(0, 1)] })),
  ],
  ['a record names other data', 8, record(inFirst('delivered', { digest: DIGEST }))],
  [
    'a record names data that are not there',
    8,
    record(inFirst('delivered', { event_id: '01890a5d-ac96-774b-bcce-000000000900' })),
  ],
  ['data of delivered rows are lost', 8, lost('RowsDelivered')],
  ['a record is of another account', 7, marked('RowsRecorded', { account: '1002' })],
  ['a late block is not charged', 3, lost('BlockCharged')],
  ['a late block is charged twice', 3, twice('BlockCharged')],
  ['a late block of another row is charged', 3, says('BlockCharged', { row: 1 })],
  ['another late block is charged', 3, says('BlockCharged', { block: 'company_identity' })],
  ['a late block is charged without its fill', 3, lost('BlockFilled')],
  ['a late block that was not found is charged', 3, says('BlockFilled', { outcome: NOT_FOUND })],
  ['a late block is filled twice', 2, twice('BlockFilled')],
  ['a late block was delivered as something else', 8, says('BlockDelivered', { envelope: NOT_FOUND })],
  ['data of a late block are lost', 8, lost('BlockDelivered')],
  ['a late block is charged to another account', 7, marked('BlockCharged', { account: '1002' })],
  ['a late block of another job is charged', 3, says('BlockCharged', { job_id: CLAIMED })],
];

const OF_JOBS: readonly PlantedFault[] = [
  ['a job was never submitted', 1, lost('JobSubmitted')],
  ['a job is submitted twice', 2, twice('JobSubmitted')],
  ['a job is submitted by another account', 7, marked('JobSubmitted', { account: '1002' })],
  ['a job names another account', 7, says('JobSubmitted', { account_id: 1002 })],
  ['a job has more rows than were answered', 1, says('JobSubmitted', { rows: 5, chunks: [0, 2, 4] })],
  ['a job has fewer rows than were answered', 4, says('JobSubmitted', { rows: 2, chunks: [0] })],
  ['an end counts more rows than there are', 1, says('JobCompleted', inCounts({ succeeded: 9 }))],
  ['an end counts fewer rows', 1, says('JobCompleted', inCounts({ succeeded: 1 }))],
  ['an end counts a failure that was none', 1, says('JobCompleted', inCounts({ succeeded: 3, failed: 1 }))],
  ['a job ends twice', 1, twice('JobCompleted')],
  ['a chunk ends twice', 1, twice('ChunkCompleted')],
  ['a chunk counts other rows', 1, says('ChunkCompleted', inCounts({ succeeded: 7 }))],
  ['a chunk was never completed', 1, lost('ChunkCompleted')],
  ['rows are recorded after the end', 2, moved('RowsRecorded')],
];

const OF_CLAIMS: readonly PlantedFault[] = [
  ['a claim is lost', 7, lost('IdempotencyKeyClaimed')],
  ['a claim is made twice', 2, twice('IdempotencyKeyClaimed')],
  [
    'a claim names another job',
    7,
    says('IdempotencyKeyClaimed', ({ submission }) => ({
      submission: { ...(submission as Json), job_id: LATE },
    })),
  ],
  [
    'a claim is of other rows',
    7,
    says('IdempotencyKeyClaimed', ({ submission }) => ({ submission: { ...(submission as Json), rows: 9 } })),
  ],
  ['a claim is of another account', 7, marked('IdempotencyKeyClaimed', { account: '1002' })],
  ['a job of a claim was never submitted', 1, lost('JobSubmitted', -1)],
];

const OF_CANCELS: readonly PlantedFault[] = [
  ['a cancel counts fewer skipped rows', 1, says('JobCancelled', { skipped: 1 })],
  ['a cancel counts more skipped rows', 1, says('JobCancelled', { skipped: 3 })],
  [
    'a cancel skips rows that were answered',
    1,
    says('JobCancelled', { skipped: 4, ...inCounts({ succeeded: 0 })({}) }),
  ],
  ['a cancel counts rows that were skipped', 1, says('JobCancelled', inCounts({ succeeded: 4 }))],
  ['a cancelled job ends twice', 1, twice('JobCancelled')],
  ['a cancel of another account', 7, marked('JobCancelled', { account: '1002' })],
  ['a cancelled job was charged after its end', 2, both(moved('RowsRecorded', 3), moved('RowsDelivered', 3))],
  ['a record of a cancelled job is lost', 1, lost('RowsRecorded', 3)],
];

function inCounts(change: Json): (data: Json) => Json {
  return (data) => ({
    counts: {
      ...{ succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
      ...(data['counts'] as Json),
      ...change,
    },
  });
}

const adjusted = (change: Json | ((data: Json) => Json), nth = 0): Edit =>
  says('ChargeAdjusted', change, nth);
const day =
  (change: Json) =>
  (data: Json): Json => ({
    charges: list(data['charges']).map((group) => ({
      ...group,
      days: list(group['days']).map((one) => ({ ...one, ...change })),
    })),
  });
const jobs =
  (...named: readonly string[]) =>
  (data: Json): Json => ({
    charges: list(data['charges']).map((group) => ({ ...group, jobs: named })),
  });
const scope =
  (change: Json) =>
  (data: Json): Json => ({ scope: { ...(data['scope'] as Json), ...change } });

const OF_ADJUSTMENTS: readonly PlantedFault[] = [
  ['an adjustment is made twice under one number', 9, twice('ChargeAdjusted')],
  ['a row is taken back twice', 9, twice('ChargeAdjusted', { adjustment_id: OTHER_ID })],
  ['an adjustment counts more units than its days', 9, adjusted({ units: -9 })],
  ['an adjustment has another amount than its days', 9, adjusted({ amount: '-9' })],
  [
    'a day of an adjustment has more units than were charged',
    9,
    adjusted(day({ units: { company_identity: -1, industry: -9 } })),
  ],
  ['a day of an adjustment has fewer units', 9, adjusted(day({ units: { company_identity: -1 } }))],
  ['a day of an adjustment has another amount', 9, adjusted(day({ amount: '-9' }))],
  ['an adjustment is of another day', 9, adjusted(day({ date: '2026-10-09' }))],
  ['an adjustment is of another job', 9, adjusted(jobs(CANCELLED))],
  ['an adjustment names a job that is none', 9, adjusted(jobs('job_01JDXB8Z5N0000000000000009'))],
  ['an adjustment is of a row that is none', 9, adjusted(scope({ row: 77 }))],
  ['an adjustment is in another currency', 9, adjusted({ currency: 'EUR' })],
  ['an adjustment is of another account', 9, marked('ChargeAdjusted', { account: '1002' })],
  ['an adjustment adds units', 9, adjusted({ units: 2, ...{} })],
  ['a reversal reverses nothing', 9, says('AdjustmentReversed', { reverses: OTHER_ID })],
  ['an adjustment is reversed twice', 9, twice('AdjustmentReversed', { adjustment_id: OTHER_ID })],
  ['a reversal gives back more', 9, says('AdjustmentReversed', { units: 9 })],
  ['a reversal gives back another amount', 9, says('AdjustmentReversed', { amount: '9' })],
  ['a reversal is of other days', 9, says('AdjustmentReversed', day({ date: '2026-10-09' }))],
  ['an adjustment that was reversed is lost', 9, lost('ChargeAdjusted', 1)],
  ['an adjustment stands behind its reversal', 9, moved('ChargeAdjusted', 1)],
  ['a credit is granted twice', 9, twice('CreditGranted')],
  ['a credit adds to the bill', 9, says('CreditGranted', { amount: '5' })],
  ['a credit is of nothing', 9, says('CreditGranted', { amount: '0' })],
];

const OF_PRICES: readonly PlantedFault[] = [
  ['a price is lost that charges were adjusted at', 9, lost('PricesAgreed')],
  [
    'a price is changed after adjustments',
    9,
    says('PricesAgreed', { prices: { company_identity: '0.05', industry: '0.02' } }),
  ],
  ['a price begins before what was charged', 5, twiceAtEnd('PricesAgreed', { from: '2026-10-05' })],
  ['a price begins before any statement', 5, twiceAtEnd('PricesAgreed', { from: '2026-09-20' })],
  [
    'prices name a price list that was never published',
    5,
    twiceAtEnd('PricesAgreed', { from: '2027-06-01', list: { name: 'gold', version: 1 } }),
  ],
  ['a price begins in a month that a statement names', 5, twiceAtEnd('PricesAgreed', { from: '2026-10-31' })],
  ['a repricing says another amount', 9, says('ChargesRepriced', { amount: '9' })],
  ['a repricing adds units', 9, says('ChargesRepriced', { units: 3 })],
  ['a repricing has another price than its lines', 9, says('ChargesRepriced', { price: '0.07' })],
  [
    'a repricing is of a job that was not charged',
    9,
    says('ChargesRepriced', jobs('job_01JDXB8Z5N0000000000000009')),
  ],
  [
    'a repricing is of more units than were charged',
    9,
    says('ChargesRepriced', day({ corrected: [{ block: 'industry', price: '0.01', units: 9, by: null }] })),
  ],
  ['a repricing is written twice', 9, twice('ChargesRepriced')],
  [
    'a repricing stands on one that is none',
    9,
    says(
      'ChargesRepriced',
      day({ corrected: [{ block: 'industry', price: '0.01', units: 1, by: OTHER_ID }] }),
    ),
  ],
];

/** The event once more at the end of the log, with other data. */
function twiceAtEnd(type: string, change: Json): Edit {
  return both(twice(type, change), moved(type, 1));
}

const statement = (part: 'head' | 'totals', change: Json): Edit =>
  says('StatementIssued', (data) => ({ [part]: { ...(data[part] as Json), ...change } }));

const OF_MONTHS: readonly PlantedFault[] = [
  ['a statement says other rows', 11, statement('totals', { rows: 99 })],
  ['a statement says other units', 11, statement('totals', { units: 99 })],
  ['a statement says other adjusted units', 11, statement('totals', { adjusted_units: -99 })],
  ['a statement says another amount', 11, statement('totals', { amount: '99' })],
  ['a statement says another adjusted amount', 11, statement('totals', { adjusted_amount: '-99' })],
  ['a statement says other credits', 11, statement('totals', { credited_amount: '-99' })],
  ['a statement says another amount to pay', 11, statement('totals', { payable: '99.00' })],
  ['a statement has a line less', 10, statement('head', { entries: 3 })],
  ['a statement has other lines', 10, statement('head', { root: DIGEST })],
  ['a statement has another body', 10, statement('head', { body_sha256: DIGEST })],
  [
    'a statement goes on from another one',
    10,
    statement('head', { after: '01890a5d-ac96-774b-bcce-000000000900' }),
  ],
  [
    'a statement looked at what is not there',
    10,
    statement('head', { through: '01890a5d-ac96-774b-bcce-000000000900' }),
  ],
  ['a statement is of another month', 10, statement('head', { month: '2026-09' })],
  ['a statement is signed by nobody', 10, says('StatementIssued', { signature: '00'.repeat(64) })],
  ['a statement has another tree', 10, says('StatementIssued', { frontier: [DIGEST] })],
  ['the key of a statement is lost', 10, lost('StatementKeyIntroduced')],
  ['the secret of a statement is another', 10, says('LeafSecretMade', { secret: DIGEST })],
  ['a charge of a stated month is lost', 10, lost('RowsRecorded')],
  ['an adjustment of a stated month is lost', 10, lost('ChargeAdjusted')],
  ['a credit of a stated month is lost', 11, lost('CreditGranted')],
  [
    'a price of a stated month is changed',
    10,
    says('PricesAgreed', { prices: { company_identity: '0.05' } }),
  ],
  [
    'a charge of a stated month is dated in the next',
    10,
    marked('RowsRecorded', { time: '2026-11-01T00:00:00.000Z' }),
  ],
];

export const PLANTED: Readonly<Record<string, readonly PlantedFault[]>> = {
  records: OF_RECORDS,
  jobs: OF_JOBS,
  claims: OF_CLAIMS,
  cancels: OF_CANCELS,
  adjustments: OF_ADJUSTMENTS,
  prices: OF_PRICES,
  months: OF_MONTHS,
};
