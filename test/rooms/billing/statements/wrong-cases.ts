/** Statements that are signed and wrong, and what every verifier finds in them. */
import { partsOf, signedAnew, type Parts } from '../../../support/statements/wrong-statements.js';
import { edited, replaced, type Case, type Made, type Months } from './cases.js';

export type Facts = Record<string, unknown>;
/** A statement of the month that says something else of an entry, in a fact that is signed. */
export const fact =
  (month: keyof Months, line: number, change: Facts | ((of: Facts) => Facts)): Made =>
  (all) => {
    const parts = partsOf(all[month]);
    const entry = parts.entries[line - 2];
    if (entry === undefined) throw new Error(`no entry on line ${line}`);
    entry.fact = { ...entry.fact, ...(typeof change === 'function' ? change(entry.fact) : change) };
    return signedAnew(parts);
  };
export const parts =
  (month: keyof Months, change: (of: Parts) => Partial<Parts>): Made =>
  (all) => {
    const of = partsOf(all[month]);
    return signedAnew({ ...of, ...change(of) });
  };
export const head = (month: keyof Months, change: Facts): Made =>
  parts(month, () => ({ sealed: (of) => ({ ...of, ...change }) }));
const inScope = (of: Facts, change: Facts): Facts => ({ scope: { ...(of['scope'] as Facts), ...change } });
const firstDay = (of: Facts, change: (day: Facts) => Facts): Facts => {
  const [day = {}, ...days] = of['days'] as Facts[];
  return { days: [{ ...day, ...change(day) }, ...days] };
};

export const reversed = (of: Facts): Facts => ({
  adjustment_id: 'adj_01JDXB8Z5N0000000000000098',
  reverses: of['adjustment_id'],
  amount: String(of['amount']).replace('-', ''),
  units: Object.fromEntries(Object.entries(of['units'] as object).map(([block, n]) => [block, -Number(n)])),
});
/** The entries with one of them again, under an id of its own: behind itself, or at another place. */
export const again = (
  entries: Parts['entries'],
  index: number,
  place = index + 1,
  change: (of: Facts) => Facts = () => ({ adjustment_id: 'adj_01JDXB8Z5N0000000000000099' }),
): Parts['entries'] => {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`there is no entry ${index}`);
  const more = { ...entry, fact: { ...entry.fact, ...change(entry.fact) } };
  return [...entries.slice(0, place), more, ...entries.slice(place)];
};

/** Of a form that no value of a statement has. Line 3 of October is a charge, line 3 of November an adjustment. */
export const ILL_FORMED: readonly Case[] = [
  ...Object.entries<readonly unknown[]>({
    account_id: ['1001', 0, -1001, null],
    amount: ['+0.02', '0.020', '.02', '2e-2', '-0', 0.02, '00.02', 'NaN'],
    charge_id: ['', 7, null, 'C95FDBBB-6630-89AA-94AF-5372DC3F7B9F'],
    company_number: ['', 1234567, '1234567', 'ab123456'],
    currency: ['gbp', '', 826, 'GBPX'],
    entry: ['rows', null],
    job_id: ['', 1, 'job_1'],
    late: [0, 'false', null],
    prices: [
      null,
      [],
      { company_identity: '+0.02' },
      { company_identity: '-0.02' },
      { company_identity: 0.02 },
      { company_identity: '0.020000000' },
      { company_identity: '2e-2' },
      { Identity: '0.02' },
    ],
    row: [-1, '0', null, true, 2 ** 53],
    time: [
      '2026-10-10',
      '2026-10-10T12:00:00Z',
      '2026-10-10T12:00:00.000+00:00',
      '2026-10-32T12:00:00.000Z',
      '2026-10-10T24:00:00.000Z',
      1,
    ],
    units: [
      null,
      [],
      { company_identity: true },
      { company_identity: 0 },
      { company_identity: -1 },
      { company_identity: 1e308, officers: 1e308 },
      { '': 1 },
    ],
  }).flatMap(([key, values]) =>
    values.map((value): Case => [
      `${key} ${JSON.stringify(value)}`,
      ['3 changed'],
      fact('october', 3, { [key]: value }),
    ]),
  ),
  ...Object.entries<readonly unknown[]>({
    adjustment_id: ['', null, 'adj_1'],
    amount: ['-0', '-0.020', '+0.02'],
    note: [null, 7, '\ud800'],
    reason: [null, ''],
    reverses: ['', 'adj_1', 0],
    scope: [null, {}, []],
    units: [{ company_identity: true }, { company_identity: '-1' }],
  }).flatMap(([key, values]) =>
    values.map((value): Case => [
      `${key} of an adjustment ${JSON.stringify(value)}`,
      ['3 changed'],
      fact('november', 3, { [key]: value }),
    ]),
  ),
  ['a row of a scope -1', ['3 changed'], fact('november', 3, (of) => inScope(of, { row: -1 }))],
  ['a day of a scope', ['3 changed'], fact('november', 3, (of) => inScope(of, { from: '2026-02-30' }))],
  ['a scope with more', ['3 changed'], fact('november', 3, (of) => inScope(of, { why: null }))],
  ['a day that is none', ['6 changed'], fact('december', 6, (of) => firstDay(of, () => ({ date: '5 Dec' })))],
  ['a day with more', ['6 changed'], fact('december', 6, (of) => firstDay(of, () => ({ amount: '0' })))],
  ['a fact with more', ['3 changed'], fact('october', 3, { vat: '0.2' })],
  [
    'an index with a fraction',
    ['3 changed'],
    ({ october }) => edited(october, 3, '"index":1', '"index":1.0'),
  ],
  ['an index that is text', ['3 changed'], ({ october }) => edited(october, 3, '"index":1', '"index":"1"')],
  ['a row that is -0', ['2 changed'], ({ october }) => edited(october, 2, '"row":0', '"row":-0')],
  [
    'an amount twice',
    ['3 changed'],
    ({ october }) => edited(october, 3, '"amount":', '"amount":"9","amount":'),
  ],
  ...Object.entries<readonly unknown[]>({
    after: ['', 7],
    entries: ['7', true],
    issued_at: ['2026-12-01'],
    key_id: ['21FE31DFA154A261', ''],
    locators: [null, ['']],
    month: ['2026-13', '2026-1', 202610],
    partial: [0, null],
    root: ['', null],
    through: [''],
  }).flatMap(([key, values]) =>
    values.map((value): Case => [
      `${key} of the head ${JSON.stringify(value)}`,
      ['10 changed', 'file cut_off'],
      head('october', { [key]: value }),
    ]),
  ),
];

const NO_LEAVES = { previous_tree_size: 0, previous_root: '00'.repeat(32) };

/** Of the right form, and yet of no statement. */
export const SENSELESS: readonly Case[] = [
  ['another account', ['3 invalid'], fact('october', 3, { account_id: 1002 })],
  ['a time in the next month', ['3 invalid'], fact('october', 3, { time: '2026-11-01T00:00:00.000Z' })],
  ['a time in the month before', ['3 invalid'], fact('october', 3, { time: '2026-09-30T23:59:59.999Z' })],
  ['late and of its month', ['3 invalid'], fact('october', 3, { late: true })],
  [
    'late and of the next month',
    ['3 invalid'],
    fact('october', 3, { late: true, time: '2026-11-01T00:00:00.000Z' }),
  ],
  ['late and of the month before', [], fact('october', 3, { late: true, time: '2026-09-30T23:59:59.999Z' })],
  ['another amount', ['3 invalid'], fact('october', 3, { amount: '0.2' })],
  ['no amount', ['3 invalid'], fact('october', 3, { amount: null })],
  ['an amount without a currency', ['3 invalid'], fact('october', 3, { currency: null })],
  ['prices without a currency', ['3 invalid'], fact('october', 3, { amount: null, currency: null })],
  [
    'a price without units',
    ['3 invalid'],
    fact('october', 3, { prices: { company_identity: '0.0200', officers: '1' } }),
  ],
  ['another currency', ['3 invalid'], fact('october', 3, { currency: 'EUR' })],
  ['a block later with a company', ['2 invalid'], fact('november', 2, { company_number: '01234567' })],
  [
    'two blocks later in one',
    ['2 invalid'],
    fact('november', 2, { units: { industry: 1, officers: 1 }, prices: { industry: '0.015' } }),
  ],
  [
    'a charge twice',
    ['9 invalid'],
    parts('october', ({ entries }) => ({ entries: [...entries, ...entries.slice(3, 4)] })),
  ],
  [
    'a row twice, under two ids',
    ['3 invalid'],
    fact('october', 3, { row: 0, charge_id: 'c95fdbbb-6630-89aa-94af-5372dc3f7b9e' }),
  ],
  [
    'an adjustment twice',
    ['4 invalid'],
    parts('november', ({ entries }) => ({ entries: [...entries, ...entries.slice(1, 2)] })),
  ],
  [
    'an adjustment reversed twice',
    ['9 invalid'],
    parts('december', ({ entries }) => {
      const [last] = entries.slice(-1);
      if (last === undefined) throw new Error('there is no entry');
      const again = { ...last.fact, adjustment_id: 'adj_01JDXB8Z5N0000000000000099' };
      return { entries: [...entries, { ...last, fact: again }] };
    }),
  ],
  [
    'a row taken back twice at the same time',
    ['4 invalid'],
    parts('november', ({ entries }) => ({ entries: again(entries, 1) })),
  ],
  [
    'days taken back twice at the same time',
    ['7 invalid'],
    parts('december', ({ entries }) => ({ entries: again(entries, 4) })),
  ],
  [
    'nothing, where a job is taken back again after its reversal',
    [],
    parts('december', ({ entries }) => ({ entries: again(entries, 5, entries.length) })),
  ],
  [
    'nothing, where a row is taken back again after its reversal',
    [],
    parts('november', ({ entries }) => ({
      entries: again(again(entries, 1, entries.length, reversed), 1, entries.length + 1),
    })),
  ],
  ['an adjustment of another account', ['3 invalid'], fact('november', 3, { account_id: 1002 })],
  ['an amount of an adjustment without a currency', ['3 invalid'], fact('november', 3, { currency: null })],
  ['days in the first format', ['3 invalid'], fact('november', 3, { days: [] })],
  [
    'other units than those of the days',
    ['6 invalid'],
    fact('december', 6, { units: { company_identity: -4 } }),
  ],
  ['another amount than that of the days', ['6 invalid'], fact('december', 6, { amount: '-0.14' })],
  [
    'a price of a day without units',
    ['6 invalid'],
    fact('december', 6, (of) =>
      firstDay(of, (day) => ({ prices: { ...(day['prices'] as Facts), officers: '1' } })),
    ),
  ],
  [
    'days out of order',
    ['7 invalid'],
    fact('december', 7, ({ days }) => ({ days: [...(days as Facts[])].reverse() })),
  ],
  [
    'totals that are nested without end',
    ['9 changed'],
    ({ october }) => replaced(october, 9, `{"totals":{"net":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`),
  ],
  ['other totals', ['9 changed'], parts('october', () => ({ totals: { entries: 7 } }))],
  [
    'partial and going on from a statement',
    ['5 invalid'],
    (all) =>
      parts('november', ({ header }) => ({
        header: { ...header, partial: true },
        sealed: (of) => ({ ...of, partial: true }),
      }))(all),
  ],
  ['a format of nobody', ['10 invalid'], head('october', { format: 'company-data-statement-9' })],
  ['a tree that is too large', ['10 invalid'], head('october', { tree_size: 8 })],
  ['no leaves before, and a root', ['10 invalid'], head('october', NO_LEAVES)],
  ['too few locators', ['10 invalid'], head('october', { locators: ['00'.repeat(32)] })],
  ['another month than the header', ['1 changed'], head('october', { month: '2026-09' })],
  [
    'the rules of the first format in the second',
    ['1 changed'],
    ({ december }) => {
      const of = partsOf(december);
      delete of.header['rules'];
      return signedAnew(of);
    },
  ],
];
