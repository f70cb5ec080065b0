/**
 * Statements of made-up lines, right in everything that follows from the lines, and signed: one, or some that
 * follow each other.
 */
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import {
  unitsOfDays,
  daysOfLines,
  type AdjustedLineFact,
} from '../../../packages/statement-check/src/format/facts.js';
import { firstDayOf, lastDayOf, monthAfter } from '../../../packages/words/src/month.js';
import { headerRules, type StatementFormat } from '../../../packages/statement-check/src/format/head.js';
import { EMPTY_ROOT, parseHashes } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import { CompactRange, treeFrom } from '../../../packages/statement-check/src/merkle/compact-range.js';
import { parseStatementLine } from '../../../packages/statement-check/src/check/parse-line.js';
import Big from 'big.js';
import { KEY_OF_TESTS } from './statements.js';
import { signedAnew, type Entry, type Parts } from './wrong-statements.js';

export type Json = Record<string, unknown>;
export const FORMATS = {
  first: 'company-data-statement-1',
  second: 'company-data-statement-2',
  third: 'company-data-statement-3',
} as const satisfies Record<string, StatementFormat>;

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
const saltOf = (number: number): string => hex(number, 64);

/** Ids and salts are numbers that the test chooses. A price of null is none. */
export interface ChargeOrder {
  readonly id: number;
  readonly job?: number;
  readonly row?: number;
  readonly day: string;
  /** Prices by block. Each block has one unit. */
  readonly blocks: Readonly<Record<string, string | null>>;
  readonly isLateBlock?: boolean;
  readonly late?: boolean;
  readonly change?: Json;
}

export const jobId = (number: number): string =>
  `job_${hex(number, 26)}`.toUpperCase().replace('JOB_', 'job_');
const adjustmentId = (number: number): string =>
  `adj_${hex(number, 26)}`.toUpperCase().replace('ADJ_', 'adj_');

export function charge(order: ChargeOrder): Entry {
  const { id, job = 1, row = 0, day, blocks, isLateBlock = false, late = false, change = {} } = order;
  const units = Object.fromEntries(Object.keys(blocks).map((block) => [block, 1]));
  const prices = Object.fromEntries(Object.entries(blocks).filter(([, price]) => price !== null));
  const amount = Object.values(prices).reduce((sum, price) => sum.plus(price ?? 0), new Big(0));
  const fact = {
    ...{
      account_id: 1001,
      amount: amountText(amount),
      charge_id: `${hex(id, 8)}-0000-4000-8000-000000000000`,
    },
    ...{
      company_number: isLateBlock ? null : '01234567',
      currency: 'GBP',
      entry: isLateBlock ? 'block' : 'row',
    },
    ...{ job_id: jobId(job), late, prices, row, time: `${day}T12:00:00.000Z`, units },
  };
  return { kind: 'charge', fact: { ...fact, ...change }, salt: saltOf(id) };
}

/** Day, block, price and units. */
export type LineOrder = readonly [date: string, block: string, price: string | null, units: number];

export interface AdjustmentOrder {
  readonly id: number;
  readonly scope: Partial<Record<'block' | 'from' | 'job_id' | 'row' | 'to', string | number>>;
  readonly lines: readonly LineOrder[];
  readonly day: string;
  readonly reverses?: number;
  readonly late?: boolean;
  readonly format?: StatementFormat;
  readonly change?: Json;
}

const isBefore = (one: AdjustedLineFact, other: AdjustedLineFact): number =>
  [one.date, one.block, one.price ?? ''].join(' ') < [other.date, other.block, other.price ?? ''].join(' ')
    ? -1
    : 1;

/** The days of the second format, of lines in order. */
const daysOf = (lines: readonly AdjustedLineFact[]): Json[] =>
  [...new Set(lines.map(({ date }) => date))].map((date) => {
    const own = lines.filter((line) => line.date === date);
    return {
      date,
      prices: Object.fromEntries(own.flatMap(({ block, price }) => (price === null ? [] : [[block, price]]))),
      units: Object.fromEntries(own.map(({ block, units }) => [block, units])),
    };
  });

export function adjustment(order: AdjustmentOrder): Entry {
  const { id, scope, day, reverses, late = false, format = FORMATS.third, change = {} } = order;
  const lines = order.lines
    .map(([date, block, price, units]): AdjustedLineFact => ({ block, date, price, units }))
    .sort(isBefore);
  const amount = lines.reduce(
    (sum, { price, units }) => sum.plus(new Big(price ?? 0).times(units)),
    new Big(0),
  );
  const listed =
    format === FORMATS.third ? { lines } : format === FORMATS.second ? { days: daysOf(lines) } : {};
  const fact = {
    ...{
      account_id: 1001,
      adjustment_id: adjustmentId(id),
      amount: amountText(amount),
      currency: 'GBP',
      late,
    },
    ...{
      note: 'As agreed.',
      reason: 'goodwill',
      reverses: reverses === undefined ? null : adjustmentId(reverses),
    },
    scope: { block: null, from: null, job_id: null, row: null, to: null, ...scope },
    ...{ time: `${day}T13:00:00.000Z`, units: unitsOfDays(daysOfLines(lines)), ...listed },
  };
  return { kind: 'adjustment', fact: { ...fact, ...change }, salt: saltOf(id) };
}

export interface CreditOrder {
  readonly id: number;
  readonly amount: string;
  readonly day: string;
  readonly reverses?: number;
  readonly change?: Json;
}

export function credit({ id, amount, day, reverses, change = {} }: CreditOrder): Entry {
  const fact = {
    ...{
      account_id: 1001,
      adjustment_id: adjustmentId(id),
      amount,
      currency: 'GBP',
      late: false,
      note: 'As agreed.',
    },
    ...{ reason: 'goodwill', reverses: reverses === undefined ? null : adjustmentId(reverses) },
    time: `${day}T14:00:00.000Z`,
  };
  return { kind: 'credit', fact: { ...fact, ...change }, salt: saltOf(id) };
}

export interface StatementOrder {
  readonly month?: string;
  readonly format?: StatementFormat;
  readonly partial?: boolean;
  readonly entries: readonly Entry[];
  /** What the head says otherwise. */
  readonly head?: Json;
  /**
   * It goes on from this number of leaves of statements that aren't known. By default from the statement
   * before.
   */
  readonly leavesBefore?: number;
}

const eventId = (number: number): string => `${hex(number, 8)}-0000-4000-8000-0000000000ee`;

/** Statements of the account, each going on from the one before it, of 2027-01 and the months after. */
export function statements(orders: readonly StatementOrder[]): string[] {
  let [tree, month, after]: [CompactRange, string, string | null] = [treeOf(0), '2027-01', null];
  return orders.map((order, place) => {
    month = order.month ?? month;
    const partial = order.partial ?? false;
    if (order.leavesBefore !== undefined) [tree, after] = [treeOf(order.leavesBefore), eventId(0)];
    const through = order.entries.length === 0 ? after : eventId(place + 1);
    const start = partial ? treeOf(0) : tree;
    const ends = { after: partial ? null : after, through };
    const text = statementOf(order, { month, partial, start, ends });
    for (const line of partial ? [] : text.split('\n')) {
      const parsed = parseStatementLine(line);
      if (parsed !== null && 'hash' in parsed) tree.push(parsed.hash);
    }
    if (!partial) after = through;
    month = monthAfter(month);
    return text;
  });
}

/** A tree of so many leaves, made-up ones. */
function treeOf(leaves: number): CompactRange {
  const tree = new CompactRange(0);
  for (let leaf = 0; leaf < leaves; leaf++) tree.push(Buffer.from(hex(leaf, 64), 'hex'));
  return tree;
}

interface Place {
  readonly month: string;
  readonly partial: boolean;
  readonly start: CompactRange;
  readonly ends: { readonly after: string | null; readonly through: string | null };
}

function statementOf(order: StatementOrder, { month, partial, start, ends }: Place): string {
  const format = order.format ?? FORMATS.third;
  const root = start.end === 0 ? EMPTY_ROOT.toString('hex') : start.root().toString('hex');
  const frontier = start.hashes.map((hash) => hash.toString('hex'));
  const previous = { tree_size: start.end, root, frontier };
  if (treeFrom(start.end, parseHashes(frontier) ?? []) === null) throw new Error('there is no such tree');
  const common = { account_id: 1001, format, month, partial };
  const days = { from: firstDayOf(month), to: lastDayOf(month) };
  const head = {
    ...{ ...common, ...ends, key_id: KEY_OF_TESTS.key_id },
    issued_at: partial ? `${month}-28T23:00:00.000Z` : `${monthAfter(month)}-01T00:10:00.000Z`,
    ...{ previous_tree_size: start.end, previous_root: root },
  };
  const contract = format === FORMATS.third ? { contract: null } : {};
  const parts: Parts = {
    header: { ...common, ...days, previous, ...headerRules(format), ...contract },
    ...{ entries: [...order.entries], totals: null, head },
    sealed: (of) => ({ ...of, ...order.head }),
  };
  return signedAnew(parts);
}
