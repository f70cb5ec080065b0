/** Statements that are tampered with, or signed and wrong, and what every verifier finds in them. */
import { parseLine } from '../../src/billing/statements/check/parse-line.js';
import { canonicalText } from '../../src/billing/statements/format/facts.js';
import { headText, signedBytes } from '../../src/billing/statements/format/head.js';
import { leafOf, lineText } from '../../src/billing/statements/format/leaf.js';
import { newPrivateKey, signingKey } from '../../src/billing/statements/format/signature.js';
import {
  decemberStatement,
  twoMonths,
  twoStatements,
  withDecember,
} from '../support/statements/statement-months.js';
import { linesOf } from '../support/statements/statements.js';
import { partsOf, signedAnew, type Parts } from '../support/statements/wrong-statements.js';

/** October has entries on lines 2 to 8, totals on 9, the head on 10; December entries on 2 to 8, adjustments on 6 to 8. */
export interface Months {
  readonly october: readonly string[];
  readonly november: readonly string[];
  readonly december: readonly string[];
}
export type Made = (months: Months) => readonly string[] | string;
export type Case = readonly [what: string, found: readonly string[], made: Made];

export async function months(): Promise<Months> {
  const log = await twoMonths();
  const [october, november] = await twoStatements(log, 'company-data-statement-1');
  const december = await decemberStatement(await withDecember(log), [october.issued, november.issued]);
  return {
    october: linesOf(october.text),
    november: linesOf(november.text),
    december: linesOf(december.text),
  };
}

/** The line with another row, its leaf made to agree, at this place. */
function forged(line: string, row: number | null, index: number): string {
  const parsed = parseLine(line);
  if (parsed?.kind !== 'charge') throw new Error('this is no line of a charge');
  const text = canonicalText(row === null ? parsed.fact : { ...parsed.fact, row });
  const { kind, salt } = parsed;
  return lineText({ kind, text, index, leaf: leafOf(kind, text, salt).toString('hex'), salt });
}

const agreeing = (lines: readonly string[]): string[] =>
  lines.map((line, at) => (line.startsWith('{"charge":') ? forged(line, null, at - 1) : line));

const other = signingKey(newPrivateKey());
function resigned(lines: readonly string[]): string[] {
  const head = parseLine(lines.at(-1) ?? '');
  if (head?.kind !== 'head') throw new Error('there is no head');
  const mine = { ...head.head, key_id: other.key_id };
  return [...lines.slice(0, -1), headText(mine, other.sign(signedBytes(mine)))];
}

const replaced = (lines: readonly string[], number: number, line: string): string[] =>
  lines.map((each, index) => (index === number - 1 ? line : each));
const edited = (lines: readonly string[], number: number, from: string, to: string): string[] =>
  replaced(lines, number, (lines[number - 1] ?? '').replace(from, to));
const without = (lines: readonly string[], number: number): string[] =>
  lines.filter((_, index) => index !== number - 1);
const twice = (lines: readonly string[], number: number): string[] =>
  lines.flatMap((line, index) => (index === number - 1 ? [line, line] : [line]));
const swapped = (lines: readonly string[], a: number, b: number): string[] =>
  replaced(replaced(lines, a, lines[b - 1] ?? ''), b, lines[a - 1] ?? '');

export const TAMPERED: readonly Case[] = [
  ['nothing', [], ({ october }) => october],
  ['nothing of one that goes on from another', [], ({ november }) => november],
  ['nothing of the second format', [], ({ december }) => december],
  [
    'a figure',
    ['4 changed'],
    ({ october }) => edited(october, 4, '"company_identity":1', '"company_identity":3'),
  ],
  ['an amount', ['5 changed'], ({ october }) => edited(october, 5, '"amount":"0.02"', '"amount":"0.03"')],
  ['white space', ['5 changed'], ({ october }) => edited(october, 5, ':', ': ')],
  ['the header', ['1 changed'], ({ october }) => edited(october, 1, '2026-10-31', '2026-10-30')],
  ['the totals', ['9 changed'], ({ october }) => edited(october, 9, '"late":0', '"late":1')],
  ['the head', ['10 not_signed'], ({ october }) => edited(october, 10, '"partial":false', '"partial":true')],
  [
    'the signature',
    ['10 not_signed'],
    ({ october }) => edited(october, 10, '"signature":"', '"signature":"00'),
  ],
  ['the key', ['10 unknown_key'], ({ october }) => resigned(october)],
  ['a line is gone', ['5 dropped'], ({ october }) => without(october, 5)],
  ['the last line is gone', ['8 dropped'], ({ october }) => without(october, 8)],
  ['a line stands twice', ['5 added'], ({ october }) => twice(october, 4)],
  ['two lines are swapped', ['3 reordered', '7 reordered'], ({ october }) => swapped(october, 3, 7)],
  ['two neighbours are swapped', ['3 reordered', '4 reordered'], ({ october }) => swapped(october, 3, 4)],
  ['the end is cut off', ['file cut_off'], ({ october }) => october.slice(0, 6)],
  [
    'a line and its leaf',
    ['6 changed'],
    ({ october }) => replaced(october, 6, forged(october[5] ?? '', 77, 4)),
  ],
  ['a line is gone and the rest agrees', ['4 dropped'], ({ october }) => agreeing(without(october, 4))],
  [
    'a line is added and the rest agrees',
    ['4 added'],
    ({ october }) => agreeing([...october.slice(0, 3), forged(october[1] ?? '', 77, 2), ...october.slice(3)]),
  ],
  [
    'two are swapped and the rest agrees',
    ['3 reordered', '6 reordered'],
    ({ october }) => agreeing(swapped(october, 3, 6)),
  ],
  [
    'a price of an adjustment',
    ['6 changed'],
    ({ december }) => edited(december, 6, '"company_identity":"0.50"', '"company_identity":"0.02"'),
  ],
];

type Facts = Record<string, unknown>;
/** A statement of the month that says something else of an entry, in a fact that is signed. */
const fact =
  (month: keyof Months, line: number, change: Facts | ((of: Facts) => Facts)): Made =>
  (all) => {
    const parts = partsOf(all[month]);
    const entry = parts.entries[line - 2];
    if (entry === undefined) throw new Error(`no entry on line ${line}`);
    entry.fact = { ...entry.fact, ...(typeof change === 'function' ? change(entry.fact) : change) };
    return signedAnew(parts);
  };
const parts =
  (month: keyof Months, change: (of: Parts) => Partial<Parts>): Made =>
  (all) => {
    const of = partsOf(all[month]);
    return signedAnew({ ...of, ...change(of) });
  };
const head = (month: keyof Months, change: Facts): Made =>
  parts(month, () => ({ sealed: (of) => ({ ...of, ...change }) }));
const inScope = (of: Facts, change: Facts): Facts => ({ scope: { ...(of['scope'] as Facts), ...change } });
const firstDay = (of: Facts, change: (day: Facts) => Facts): Facts => {
  const [day = {}, ...days] = of['days'] as Facts[];
  return { days: [{ ...day, ...change(day) }, ...days] };
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
