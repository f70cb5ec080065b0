/** Statements that are tampered with, and what every verifier finds in them. */
import { parseStatementLine } from '../../../../packages/statement-check/src/check/parse-line.js';
import { canonicalJson } from '../../../../packages/statement-check/src/format/facts.js';
import { headText, signedBytes } from '../../../../packages/statement-check/src/format/head.js';
import { leafOf, lineText } from '../../../../packages/statement-check/src/format/leaf.js';
import { newPrivateKey, signingKey } from '../../../../packages/statement-check/src/format/signature.js';
import {
  decemberStatement,
  januaryStatement,
  twoMonths,
  twoStatements,
  withDecember,
  withJanuary,
} from '../../../support/statements/statement-months.js';
import { ruledMonths } from '../../../support/statements/ruled-months.js';
import { aStatement, linesOf } from '../../../support/statements/statements.js';

/**
 * October has entries on lines 2 to 8, totals on 9, the head on 10; December entries on 2 to 8, adjustments
 * on 6 to 8.
 */
export interface Months {
  readonly october: readonly string[];
  readonly november: readonly string[];
  readonly december: readonly string[];
  /**
   * In the third format: charges on lines 2 and 3, an adjustment on 4, credits on 5 to 7, a repricing on 8.
   */
  readonly january: readonly string[];
  /** With month rules (`RuledMonths`). */
  readonly february: readonly string[];
  readonly march: readonly string[];
  /** With a minimum alone. */
  readonly empty: readonly string[];
  /** October where no price was in force yet. */
  readonly unpriced: readonly string[];
}
export type Made = (months: Months) => readonly string[] | string;
export type Case = readonly [what: string, found: readonly string[], made: Made];

export async function months(): Promise<Months> {
  const log = await twoMonths();
  const [october, november] = await twoStatements(log, 'company-data-statement-1');
  const december = await decemberStatement(await withDecember(log), [october.issued, november.issued]);
  const earlier = [october.issued, november.issued, december.issued];
  const january = await januaryStatement(await withJanuary(log), earlier);
  const unpriced = await aStatement(log, { month: '2026-10', agreements: [] });
  const { february, march, empty } = await ruledMonths();
  return {
    february: linesOf(february.text),
    march: linesOf(march.text),
    empty: linesOf(empty.text),
    unpriced: linesOf(unpriced.text),
    october: linesOf(october.text),
    november: linesOf(november.text),
    december: linesOf(december.text),
    january: linesOf(january.text),
  };
}

/** The line with another row, its leaf made to agree, at this place. */
function forged(line: string, row: number | null, index: number): string {
  const parsed = parseStatementLine(line);
  if (parsed?.kind !== 'charge') throw new Error('this is no line of a charge');
  const text = canonicalJson(row === null ? parsed.fact : { ...parsed.fact, row });
  const { kind, salt } = parsed;
  return lineText({ kind, text, index, leaf: leafOf(kind, text, salt).toString('hex'), salt });
}

const agreeing = (lines: readonly string[]): string[] =>
  lines.map((line, at) => (line.startsWith('{"charge":') ? forged(line, null, at - 1) : line));

const other = signingKey(newPrivateKey());
function resigned(lines: readonly string[]): string[] {
  const head = parseStatementLine(lines.at(-1) ?? '');
  if (head?.kind !== 'head') throw new Error('there is no head');
  const mine = { ...head.head, key_id: other.key_id };
  return [...lines.slice(0, -1), headText(mine, other.sign(signedBytes(mine)))];
}

export const replaced = (lines: readonly string[], number: number, line: string): string[] =>
  lines.map((each, index) => (index === number - 1 ? line : each));
export const edited = (
  lines: readonly string[],
  number: number,
  from: string | RegExp,
  to: string,
): string[] => replaced(lines, number, (lines[number - 1] ?? '').replace(from, to));
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
  ['nothing of the third format', [], ({ january }) => january],
  ['nothing of a month before the first price', [], ({ unpriced }) => unpriced],
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
