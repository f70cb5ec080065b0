import type { StatementHead } from '../../../../src/streams/statement/statement.events.js';
import type { AdjustmentFact, ChargeFact, LineFact } from '../format/facts.js';
import { EMPTY_ROOT } from '../merkle/tree-hash.js';
import type { StatementHeader } from '../format/head.js';
import { CrossLineCheck } from './cross-line-check.js';
import { headFault, lineFault } from './line-faults.js';

const ROOT = '11'.repeat(32);
const EMPTY = EMPTY_ROOT.toString('hex');
const LOCATORS = Array.from({ length: 9 }, () => ROOT);

/** Goes on from a tree of three leaves. */
const HEAD: StatementHead = {
  account_id: 1001 as StatementHead['account_id'],
  body_sha256: ROOT,
  issued_at: '2026-12-05T00:00:00.000Z',
  key_id: '0123456789abcdef',
  month: '2026-11',
  root: ROOT,
  through: '0d3c9a0e-0000-4000-8000-000000000003',
  format: 'company-data-statement-2',
  partial: false,
  after: '0d3c9a0e-0000-4000-8000-000000000000',
  entries: 2,
  previous_tree_size: 3,
  previous_root: ROOT,
  tree_size: 5,
  locators: LOCATORS.slice(0, 2),
};
const FIRST = { after: null, previous_tree_size: 0, previous_root: EMPTY, tree_size: 2 };
const faultOfHead = (change: Partial<StatementHead>): string | null => headFault({ ...HEAD, ...change });

it.each<[string, Partial<StatementHead>, string | null]>([
  ['goes on from another', {}, null],
  ['is the first', FIRST, null],
  ['is partial', { ...FIRST, partial: true }, null],
  [
    'is of a format to come',
    { format: 'company-data-statement-9' },
    'another format: company-data-statement-9',
  ],
  ['is partial and goes on from a tree', { partial: true, after: null }, 'partial'],
  ['is partial and goes on from an event', { ...FIRST, partial: true, after: HEAD.after }, 'partial'],
  ['has a root of no leaves that is another', { ...FIRST, previous_root: ROOT }, 'no leaves'],
  ['has a tree that is too large', { tree_size: 6 }, 'Its tree'],
  ['has a tree that is too small', { tree_size: 4 }, 'Its tree'],
])('a head that %s', (_what, change, fault) => {
  const found = faultOfHead(change);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 3],
  [5, 4],
  [128, 8],
  [129, 9],
])('a head of %d lines has %d locators', (entries, count) => {
  const head = { entries, tree_size: 3 + entries };
  expect(faultOfHead({ ...head, locators: LOCATORS.slice(0, count) })).toBeNull();
  for (const other of [count - 1, count + 1].filter((number) => number <= LOCATORS.length))
    expect(faultOfHead({ ...head, locators: LOCATORS.slice(0, other) })).toContain('locator');
});

const CHARGE: ChargeFact = {
  account_id: 1001,
  amount: null,
  charge_id: '0d3c9a0e-0000-4000-8000-000000000001',
  company_number: '01234567',
  currency: null,
  entry: 'row',
  job_id: 'job_01JDXB8Z5N0000000000000001',
  late: false,
  prices: {},
  row: 0,
  time: '2026-11-10T12:00:00.000Z',
  units: { company_identity: 1, industry: 1 },
};
const ADJUSTMENT: AdjustmentFact = {
  ...{ account_id: 1001, adjustment_id: 'adj_01JDXB8Z5N0000000000000010', amount: null, currency: null },
  ...{ days: [], late: false, note: '', reason: 'goodwill', reverses: null, time: CHARGE.time, units: {} },
  scope: { block: null, from: null, job_id: null, row: null, to: null },
};
const OF = { account_id: 1001, format: 'company-data-statement-2', month: '2026-11' } as const;
const LATE_BLOCK = { entry: 'block', company_number: null, units: { industry: 1 } } as const;
const charge = (change: Partial<ChargeFact> = {}): LineFact => ({
  kind: 'charge',
  fact: { ...CHARGE, ...change },
});
const adjustment = (change: Partial<AdjustmentFact> = {}): LineFact => ({
  kind: 'adjustment',
  fact: { ...ADJUSTMENT, ...change },
});

const OF_JOB = { ...ADJUSTMENT.scope, job_id: CHARGE.job_id };
const TAKEN = adjustment({
  ...{ scope: OF_JOB, units: { industry: -1 } },
  days: [{ date: '2026-11-10', prices: {}, units: { industry: -1 } }],
});

it.each<[string, LineFact, string | null]>([
  ['a row', charge(), null],
  ['a block that came after its row', charge(LATE_BLOCK), null],
  ['an adjustment', TAKEN, null],
  ['an adjustment of nothing', adjustment({ scope: OF_JOB }), 'It takes nothing back.'],
  ['an adjustment of everything', adjustment(), 'Its scope'],
  ['another account', charge({ account_id: 1002 }), 'It is of account 1002.'],
  ['a month to come', charge({ time: '2026-12-01T00:00:00.000Z' }), 'Its time is after 2026-11.'],
  ['an earlier month, marked late', charge({ time: '2026-10-31T12:00:00.000Z', late: true }), null],
  [
    'an earlier month, not marked late',
    charge({ time: '2026-10-31T12:00:00.000Z' }),
    'It is not marked late, and of 2026-10.',
  ],
  ['the month, marked late', charge({ late: true }), 'It is marked late, and of 2026-11.'],
  ['two blocks after their row', charge({ ...LATE_BLOCK, units: CHARGE.units }), 'is one block'],
  ['a block with a company', charge({ ...LATE_BLOCK, company_number: '01234567' }), 'is one block'],
  ['an adjustment with another amount', adjustment({ amount: '1' }), 'amount'],
])('a line of %s', (_what, line, fault) => {
  const found = lineFault(line, OF);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});

/** A check of the lines of a statement that goes on from another one. */
function checkOf(format: string): CrossLineCheck {
  const check = new CrossLineCheck();
  const previous = { tree_size: 3, root: ROOT, frontier: [] };
  check.begin({ ...OF, format, partial: false, previous } as unknown as StatementHeader);
  return check;
}

const OTHER_ID = '0d3c9a0e-0000-4000-8000-000000000002';
const REVERSED = { reverses: ADJUSTMENT.adjustment_id };
const REVERSAL = { ...REVERSED, adjustment_id: 'adj_01JDXB8Z5N0000000000000011' };

it.each<[string, LineFact, LineFact, string | null]>([
  ['two rows', charge(), charge({ charge_id: OTHER_ID, row: 1 }), null],
  [
    'the same row of two jobs',
    charge(),
    charge({ charge_id: OTHER_ID, job_id: CHARGE.job_id.replace(/1$/, '2') }),
    null,
  ],
  [
    'a row and a late block of it',
    charge(),
    charge({ ...LATE_BLOCK, charge_id: OTHER_ID, units: { officers: 1 } }),
    null,
  ],
  [
    'a block of a row that comes again late',
    charge(),
    charge({ ...LATE_BLOCK, charge_id: OTHER_ID }),
    'once more',
  ],
  [
    'a late block that its row comes with later',
    charge(LATE_BLOCK),
    charge({ charge_id: OTHER_ID }),
    'once more',
  ],
  [
    'a late block and its row without it',
    charge(LATE_BLOCK),
    charge({ charge_id: OTHER_ID, units: { officers: 1 } }),
    'A late block of its row stands before it.',
  ],
  [
    'two late blocks of a row',
    charge(LATE_BLOCK),
    charge({ ...LATE_BLOCK, charge_id: OTHER_ID, units: { officers: 1 } }),
    null,
  ],
  ['a charge twice', charge(), charge({ row: 1 }), 'once more'],
  ['a row twice', charge(), charge({ charge_id: OTHER_ID }), 'once more'],
  ['a row twice, of other blocks', charge(), charge({ charge_id: OTHER_ID, units: {} }), 'once more'],
  ['a late block twice', charge(LATE_BLOCK), charge({ ...LATE_BLOCK, charge_id: OTHER_ID }), 'once more'],
  ['an adjustment and its reversal', adjustment(), adjustment(REVERSAL), null],
  ['two adjustments', adjustment(), adjustment({ adjustment_id: REVERSAL.adjustment_id }), null],
  ['an adjustment twice', adjustment(), adjustment(), 'once more'],
  [
    'two reversals of one adjustment',
    adjustment(REVERSAL),
    adjustment({ ...REVERSED, adjustment_id: 'adj_01JDXB8Z5N0000000000000012' }),
    'once more',
  ],
  ['two currencies', charge({ currency: 'GBP' }), adjustment({ currency: 'EUR' }), 'in EUR'],
  ['one currency', charge({ currency: 'GBP' }), adjustment({ currency: 'GBP' }), null],
  ['a currency after none', charge(), adjustment({ currency: 'GBP' }), 'in GBP'],
  ['none after a currency', charge({ currency: 'GBP' }), adjustment(), 'in no currency'],
])('lines of %s', (_what, first, second, fault) => {
  const lines = checkOf(OF.format);
  expect(lines.fault(first)).toBeNull();
  const found = lines.fault(second);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});

const listed = (date: string, currency: string): LineFact =>
  adjustment({ currency, lines: [{ block: 'industry', date, price: null, units: 1 }] });
it.each<[string, LineFact, LineFact, string | null]>([
  [
    'two months',
    charge({ currency: 'GBP', time: '2026-10-31T23:59:59.999Z' }),
    charge({ currency: 'EUR' }),
    null,
  ],
  [
    'one month',
    charge({ currency: 'GBP', time: '2026-11-01T00:00:00.000Z' }),
    charge({ currency: 'EUR' }),
    'in EUR',
  ],
  ['an adjustment of a month', charge({ currency: 'GBP' }), listed('2026-11-30', 'EUR'), 'in EUR'],
  ['an adjustment of another month', charge({ currency: 'GBP' }), listed('2026-10-31', 'EUR'), null],
  ['a month with and without one', charge({ currency: 'GBP' }), charge(), 'in no currency'],
  ['a month without and with one', charge(), charge({ currency: 'GBP' }), 'in GBP'],
])('currencies of %s in the third format', (_what, first, second, fault) => {
  const lines = checkOf('company-data-statement-3');
  expect(lines.fault(first)).toBeNull();
  const found = lines.fault({ ...second, fact: { ...second.fact, charge_id: '2', row: 7 } } as LineFact);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});

describe('what adjustments hold', () => {
  const scopeOf = (row: number | null, job_id: string | null = CHARGE.job_id) =>
    ({ ...ADJUSTMENT.scope, job_id, row }) as const;
  let ids = 0;
  const taken = (
    change: Partial<AdjustmentFact>,
    { units = -1, date = CHARGE.time.slice(0, 10) } = {},
  ): LineFact => {
    const counted = { industry: units };
    const days = [{ date, prices: {}, units: counted }];
    return adjustment({ adjustment_id: `adj_${ids++}`, units: counted, days, ...change });
  };
  const given = (reverses: string, change: Partial<AdjustmentFact>, of = {}): LineFact =>
    taken({ reverses, ...change }, { units: 1, ...of });
  const rows = [0, 1].map((row) => charge({ row, charge_id: `${row}` }));
  const job = { scope: scopeOf(null) };
  const row = { scope: scopeOf(0) };
  const account = { scope: scopeOf(null, null) };
  const before = { date: '2026-10-31' };
  const HELD = 'It takes back what was not charged, or what an adjustment before it holds.';

  it.each<[string, readonly LineFact[], boolean]>([
    [
      'a job, reversed and adjusted again',
      [taken(job, { units: -2 }), given('a', job, { units: 2 }), taken(job, { units: -2 })],
      true,
    ],
    ['a row, reversed and adjusted again', [taken(row), given('b', row), taken(row)], true],
    [
      'a row of an earlier month, reversed and adjusted again',
      [taken(row, before), given('c', row, before), taken(row, before)],
      true,
    ],
    [
      'days, reversed and adjusted again',
      [taken(account, { units: -2 }), given('d', account, { units: 2 }), taken(job, { units: -2 })],
      true,
    ],
    ['a row, and the rest of its job', [taken(row), taken(job)], true],
    ['a job twice', [taken(job, { units: -2 }), taken(job, { units: -2 })], false],
    ['a row twice', [taken(row), taken(row)], false],
    ['a row of an earlier month twice', [taken(row, before), taken(row, before)], false],
    ['days twice', [taken(account, { units: -2 }), taken(account)], false],
    ['a job, then the days of it', [taken(job, { units: -2 }), taken(account)], false],
    ['a row, reversed and adjusted twice', [taken(row), given('e', row), taken(row), taken(row)], false],
    [
      'a job that was not charged',
      [taken({ scope: scopeOf(null, CHARGE.job_id.replace(/1$/, '7')) })],
      false,
    ],
  ])('%s', (_what, adjustments, fits) => {
    const lines = checkOf(OF.format);
    const faults = [...rows, ...adjustments].map((line) => lines.fault(line));
    expect(faults.slice(0, -1).every((fault) => fault === null)).toBe(true);
    expect(faults.at(-1)).toBe(fits ? null : HELD);
  });
});
