/**
 * The lines of a statement as a verifier reads them: each must be what canonical JSON makes of the values that it has, so
 * that there is no byte that nothing depends on (`docs/statements.md`, "Lines").
 */
import type { StatementHead } from '../../../streams/statement/statement.events.js';
import {
  canonicalText,
  type AdjustedDayFact,
  type AdjustmentFact,
  type ChargeFact,
  type Fact,
} from '../format/facts.js';
import { headText, type StatementHeader } from '../format/head.js';
import { leafOf, lineText } from '../format/leaf.js';
import { parseHash, type TreeHash } from '../merkle/tree-hash.js';

export type ParsedFact = Fact & {
  readonly index: number;
  /** As the fact and its salt give it. */
  readonly hash: TreeHash;
  /** As the line says. */
  readonly leaf: string;
  readonly salt: string;
};

export type ParsedLine =
  | { readonly kind: 'header'; readonly header: StatementHeader }
  | ParsedFact
  | { readonly kind: 'totals' }
  | { readonly kind: 'head'; readonly head: StatementHead; readonly signature: string };

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isCount = (value: unknown): boolean => isWhole(value) && value >= 0;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const each =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isObject(value) && Object.values(value).every(is);

/** A plain decimal number, with a sign or not: no exponent, which another reader might write otherwise. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const isDecimal = (value: unknown): boolean => isText(value) && DECIMAL.test(value);
const isDecimalOrNull = (value: unknown): boolean => value === null || isDecimal(value);

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const has = (value: unknown, shape: Shape): boolean =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(shape).length &&
  Object.entries(shape).every(([key, is]) => is(value[key]));

const CHARGE: Shape = {
  account_id: isCount,
  amount: isDecimalOrNull,
  charge_id: isText,
  company_number: isTextOrNull,
  currency: isTextOrNull,
  entry: (value) => value === 'row' || value === 'block',
  job_id: isText,
  late: isFlag,
  prices: each(isDecimal),
  row: isCount,
  time: isText,
  units: each(isCount),
} satisfies Record<keyof ChargeFact, Check>;

const ADJUSTMENT: Shape = {
  account_id: isCount,
  adjustment_id: isText,
  amount: isDecimalOrNull,
  currency: isTextOrNull,
  late: isFlag,
  note: isText,
  reason: isText,
  reverses: isTextOrNull,
  scope: isObject,
  time: isText,
  units: each(isWhole),
} satisfies Record<Exclude<keyof AdjustmentFact, 'days'>, Check>;

const ADJUSTED_DAY: Shape = {
  date: isText,
  prices: each(isDecimal),
  units: each(isWhole),
} satisfies Record<keyof AdjustedDayFact, Check>;

/** From the second format on. */
const DATED_ADJUSTMENT: Shape = {
  ...ADJUSTMENT,
  days: (value) => Array.isArray(value) && value.every((day) => has(day, ADJUSTED_DAY)),
};
const isAdjustment: Check = (fact) => has(fact, ADJUSTMENT) || has(fact, DATED_ADJUSTMENT);

const HEADER: Shape = {
  account_id: isCount,
  format: isText,
  from: isText,
  month: isText,
  partial: isFlag,
  previous: (value) => has(value, { frontier: Array.isArray, root: isText, tree_size: isCount }),
  to: isText,
};

/** From the second format on. */
const HEADER_WITH_RULES: Shape = {
  ...HEADER,
  rules: (value) => has(value, { adjustment: isCount, charge: isCount }),
};
const isHeader: Check = (header) => has(header, HEADER) || has(header, HEADER_WITH_RULES);

const HEAD: Shape = {
  account_id: isCount,
  after: isTextOrNull,
  body_sha256: isText,
  entries: isCount,
  format: isText,
  issued_at: isText,
  key_id: isText,
  locators: (value) => Array.isArray(value) && value.every((text) => parseHash(text) !== null),
  month: isText,
  partial: isFlag,
  previous_root: isText,
  previous_tree_size: isCount,
  root: isText,
  through: isTextOrNull,
  tree_size: isCount,
} satisfies Record<keyof StatementHead, Check>;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null for a text that no statement has. The kinds of lines differ in their keys. */
export function parseLine(text: string): ParsedLine | null {
  const value = jsonOf(text);
  if (!isObject(value)) return null;
  if (has(value, { head: (head) => has(head, HEAD), signature: isText })) return headIn(value, text);
  if (has(value, { header: isHeader })) return headerIn(value, text);
  if (has(value, { totals: isObject })) return canonicalText(value) === text ? { kind: 'totals' } : null;
  return factIn(value, text);
}

/** The shapes were looked at: what is said of the values is so. */
function headIn({ head, signature }: Values, text: string): ParsedLine | null {
  const line = { kind: 'head' as const, head: head as StatementHead, signature: signature as string };
  return headText(line.head, line.signature) === text ? line : null;
}

function headerIn(value: Values, text: string): ParsedLine | null {
  return canonicalText(value) === text
    ? { kind: 'header', header: value['header'] as StatementHeader }
    : null;
}

const PARTS = { index: isCount, leaf: isText, salt: (value: unknown) => parseHash(value) !== null };

/** A line of a charge or an adjustment. */
export function factIn(value: Values, text: string): ParsedFact | null {
  const { index, leaf, salt } = value as { index: number; leaf: string; salt: string };
  const fact = chargeOrAdjustment(value);
  if (fact === null) return null;
  const canonical = canonicalText(fact.fact);
  if (lineText({ kind: fact.kind, text: canonical, index, leaf, salt }) !== text) return null;
  return { ...fact, index, leaf, salt, hash: leafOf(fact.kind, canonical, salt) };
}

function chargeOrAdjustment(value: Values): Fact | null {
  if (has(value, { charge: (fact) => has(fact, CHARGE), ...PARTS }))
    return { kind: 'charge', fact: value['charge'] as ChargeFact };
  if (has(value, { adjustment: isAdjustment, ...PARTS }))
    return { kind: 'adjustment', fact: value['adjustment'] as AdjustmentFact };
  return null;
}
