/** Reads the head, totals and lines of a signed statement's file, for people. It checks no signature. */
import { lineBytesOf } from '../../../../packages/platform/src/files/lines-of-file.js';
import {
  parseStatementLine,
  type ParsedFact,
} from '../../../../packages/statement-check/src/check/parse-line.js';
import {
  unitsOfDays,
  daysOfLines,
  type AdjustmentFact,
} from '../../../../packages/statement-check/src/format/facts.js';
import type { StatementHead, StatementHeader } from '../../../../packages/statement-check/src/format/head.js';
import { fileDigest } from '../kept-file.js';

/** The totals line. Statements of the first and second format lack the fields that the third added. */
export interface StatedTotals {
  readonly currency: string | null;
  readonly charges: { readonly rows: number; readonly units: number; readonly amount: string | null };
  readonly adjustments: StatedSum & { readonly units: number };
  readonly credits?: StatedSum;
  readonly month_rules?: StatedSum;
  readonly net: { readonly units: number; readonly amount: string | null };
  readonly currencies?: readonly Readonly<
    Record<'currency' | 'amount' | 'net_amount' | 'month_rules' | 'payable', string>
  >[];
  readonly blocks: readonly {
    readonly block: string;
    readonly units: number;
    /** Units without a price. */
    readonly unpriced: number;
    readonly amount: string | null;
    readonly adjusted_units: number;
  }[];
  readonly days: readonly {
    readonly date: string;
    readonly rows: number;
    readonly units: number;
    readonly amount: string | null;
  }[];
}
interface StatedSum {
  readonly entries: number;
  readonly amount: string | null;
}

/** Every entry except charges. There may be a million charges. */
export type StatedEntry = Exclude<ParsedFact, { readonly kind: 'charge' }>;

export interface StatementSummary {
  readonly header: StatementHeader;
  readonly head: StatementHead;
  readonly totals: StatedTotals;
  /** The first entries other than charges. */
  readonly entries: readonly StatedEntry[];
  /** The number of entries other than charges that are not in `entries`. */
  readonly unlistedCount: number;
  /** SHA-256 of the signed file, in hexadecimal digits: the digest in the answer of `GET /statements`. */
  readonly sha256: string;
}

/** Yields all lines of charges, adjustments, credits and month rules, in the order of the file. */
export async function* statementEntries(file: string): AsyncGenerator<ParsedFact> {
  for await (const bytes of lineBytesOf(file)) {
    const line = parseStatementLine(bytes.toString('utf8'));
    if (line !== null && 'fact' in line) yield line;
  }
}

/** Only the line of a charge begins with these bytes, since fields are sorted by name. */
const CHARGE_START = Buffer.from('{"charge":');

/**
 * @param maxEntries the maximum number of entries that are returned
 * @throws TypeError where the file is no statement
 */
export async function readStatement(file: string, maxEntries: number): Promise<StatementSummary> {
  let [header, head, totals]: [StatementHeader?, StatementHead?, StatedTotals?] = [];
  const entries: StatedEntry[] = [];
  let otherEntryCount = 0;
  for await (const bytes of lineBytesOf(file)) {
    // Charges are not parsed, since there may be a million of them. The totals hold their sums.
    if (bytes.subarray(0, CHARGE_START.length).equals(CHARGE_START)) continue;
    const text = bytes.toString('utf8');
    const line = parseStatementLine(text);
    if (line?.kind === 'header') header = line.header;
    else if (line?.kind === 'head') head = line.head;
    else if (line?.kind === 'totals') totals = (JSON.parse(text) as { totals: StatedTotals }).totals;
    else if (line !== null && line.kind !== 'charge' && ++otherEntryCount <= maxEntries) entries.push(line);
  }
  if (header === undefined || head === undefined || totals === undefined)
    throw new TypeError(`${file} is no whole statement`);
  const unlistedCount = otherEntryCount - entries.length;
  return { header, head, totals, entries, unlistedCount, sha256: await fileDigest(file) };
}

/** Describes an adjustment, a credit or a month rule in texts that people read. */
export function entryText(entry: StatedEntry) {
  if (entry.kind === 'month_rule') {
    const { month, rule, version, units, amount, currency } = entry.fact;
    const id = `${month} ${rule}`;
    const note = JSON.stringify({ [rule]: entry.fact[rule] });
    return { id, time: month, block: '', units, amount, currency, reason: `rule ${version}`, note };
  }
  const { adjustment_id: id, time, amount, currency, note, reverses } = entry.fact;
  const reason = reverses === null ? entry.fact.reason : `${entry.fact.reason}, reverses ${reverses}`;
  const unitsByBlock = entry.kind === 'credit' ? {} : unitsIn(entry.fact);
  const units = Object.values(unitsByBlock).reduce((sum, count) => sum + count, 0);
  return { id, time, block: Object.keys(unitsByBlock).join(' '), units, amount, currency, reason, note };
}

const unitsIn = ({ lines, units }: AdjustmentFact): Readonly<Record<string, number>> =>
  lines === undefined ? units : unitsOfDays(daysOfLines(lines));
