/**
 * Checks the forms of values in statements and proofs (`docs/statements.md`, "Words", "Header" to "Head").
 */
import type {
  AdjustedDayFact,
  AdjustedLineFact,
  AdjustmentFact,
  ChargeFact,
  CreditFact,
  MonthRuleFact,
} from '../format/facts.js';
import type { StatedContract, StatementHead } from '../format/head.js';

export type JsonFields = Readonly<Record<string, unknown>>;
export type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

export const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the value has exactly these keys, each with a value of its form. */
export const hasShape = (value: unknown, shape: Shape): boolean =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(shape).length &&
  Object.entries(shape).every(([key, check]) => Object.hasOwn(value, key) && check(value[key]));

/** Half of a UTF-16 pair, which UTF-8 can't write. */
const LONE_SURROGATE = /\p{Surrogate}/u;
export const isText: Check = (value) => typeof value === 'string' && !LONE_SURROGATE.test(value);
export const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const isInteger: Check = (value) => Number.isSafeInteger(value);
export const atLeast =
  (minimum: number): Check =>
  (value) =>
    isInteger(value) && Number(value) >= minimum;
export const isCount = atLeast(0);
const isFlag: Check = (value) => typeof value === 'boolean';

const BLOCK = /^[a-z][a-z0-9_]*$/;
const byBlock =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([block, item]) => BLOCK.test(block) && check(item));

/** A price: at most nine digits before the point and eight after it. */
const isPrice = matches(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/);
/** The shortest way to write a decimal number. */
const isAmount = matches(/^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
export const isHash = matches(/^[0-9a-f]{64}$/);
export const isUuid = matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const isJob = matches(/^job_[0-9A-HJKMNP-TV-Z]{26}$/);
export const isAdjustmentId = matches(/^adj_[0-9A-HJKMNP-TV-Z]{26}$/);
const isCompanyNumber = matches(/^[A-Z0-9]{8}$/);
export const isCurrency = matches(/^[A-Z]{3}$/);
const isWord = matches(/^[a-z_]+$/);
export const isMonth = matches(/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/);

const TIME = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const isTime: Check = (value) =>
  typeof value === 'string' &&
  TIME.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value;
const isDay: Check = (value) => typeof value === 'string' && isTime(`${value}T00:00:00.000Z`);

const CHARGE: Shape = {
  account_id: atLeast(1),
  amount: orNull(isAmount),
  charge_id: isUuid,
  company_number: orNull(isCompanyNumber),
  currency: orNull(isCurrency),
  entry: (value) => value === 'row' || value === 'block',
  job_id: isJob,
  late: isFlag,
  prices: byBlock(isPrice),
  row: isCount,
  time: isTime,
  units: byBlock(atLeast(1)),
} satisfies Record<keyof ChargeFact, Check>;

const SCOPE = {
  block: orNull(matches(BLOCK)),
  from: orNull(isDay),
  job_id: orNull(isJob),
  row: orNull(isCount),
  to: orNull(isDay),
} satisfies Record<keyof AdjustmentFact['scope'], Check>;

const ADJUSTMENT: Shape = {
  account_id: atLeast(1),
  adjustment_id: isAdjustmentId,
  amount: orNull(isAmount),
  currency: orNull(isCurrency),
  late: isFlag,
  note: isText,
  reason: isWord,
  reverses: orNull(isAdjustmentId),
  scope: (value) => hasShape(value, SCOPE),
  time: isTime,
  units: byBlock(isInteger),
} satisfies Record<Exclude<keyof AdjustmentFact, 'days' | 'lines'>, Check>;

const ADJUSTED_DAY = {
  date: isDay,
  prices: byBlock(isPrice),
  units: byBlock(isInteger),
} satisfies Record<keyof AdjustedDayFact, Check>;

/** The second format has `days`. */
const DATED_ADJUSTMENT: Shape = { ...ADJUSTMENT, days: listOf((day) => hasShape(day, ADJUSTED_DAY)) };

const ADJUSTED_LINE = {
  block: matches(BLOCK),
  date: isDay,
  price: orNull(isPrice),
  units: isInteger,
} satisfies Record<keyof AdjustedLineFact, Check>;

/** The third format has `lines`. */
const LISTED_ADJUSTMENT: Shape = { ...ADJUSTMENT, lines: listOf((line) => hasShape(line, ADJUSTED_LINE)) };

const CREDIT = {
  account_id: atLeast(1),
  adjustment_id: isAdjustmentId,
  amount: isAmount,
  currency: isCurrency,
  late: isFlag,
  note: isText,
  reason: isWord,
  reverses: orNull(isAdjustmentId),
  time: isTime,
} satisfies Record<keyof CreditFact, Check>;

const MONTH_RULE = {
  account_id: atLeast(1),
  amount: isAmount,
  currency: isCurrency,
  late: isFlag,
  month: isMonth,
  units: isInteger,
  version: atLeast(1),
} satisfies Record<Exclude<keyof MonthRuleFact, 'rule' | 'free_units' | 'tiers' | 'minimum'>, Check>;

const TIER = { after: isCount, percent: matches(/^(?:0|[1-9]\d{0,2})(?:\.\d{1,2})?$/) };
/** Each rule has its terms under its name. */
const MONTH_RULES: readonly Shape[] = Object.entries({
  free_units: atLeast(1),
  tiers: (value: unknown) =>
    listOf((tier) => hasShape(tier, TIER))(value) && Array.isArray(value) && value.length > 0,
  minimum: isPrice,
}).map(([rule, isTerm]) => ({ ...MONTH_RULE, rule: (value: unknown) => value === rule, [rule]: isTerm }));

const POSITION_FIELDS = { index: isCount, leaf: isHash, salt: isHash };
export const isChargeLine: Check = (value) =>
  hasShape(value, { charge: (fact) => hasShape(fact, CHARGE), ...POSITION_FIELDS });
export const isAdjustmentLine: Check = (value) =>
  hasShape(value, {
    adjustment: (fact) =>
      [ADJUSTMENT, DATED_ADJUSTMENT, LISTED_ADJUSTMENT].some((shape) => hasShape(fact, shape)),
    ...POSITION_FIELDS,
  });
export const isCreditLine: Check = (value) =>
  hasShape(value, { credit: (fact) => hasShape(fact, CREDIT), ...POSITION_FIELDS });

export const isMonthRuleLine: Check = (value) =>
  hasShape(value, {
    month_rule: (fact) => MONTH_RULES.some((shape) => hasShape(fact, shape)),
    ...POSITION_FIELDS,
  });

const HEADER: Shape = {
  account_id: atLeast(1),
  format: isText,
  from: isDay,
  month: isMonth,
  partial: isFlag,
  previous: (value) => hasShape(value, { frontier: listOf(isHash), root: isHash, tree_size: isCount }),
  to: isDay,
};
/** The second format has two `rules`, the third has four. */
const RULES: Shape = { adjustment: isCount, charge: isCount };
const HEADER_WITH_RULES: Shape = { ...HEADER, rules: (value) => hasShape(value, RULES) };
const CONTRACT = {
  from: isDay,
  number: isText,
  purchase_order: orNull(isText),
  to: orNull(isDay),
} satisfies Record<keyof StatedContract, Check>;
/** The third format also has the contract. */
const THIRD_HEADER: Shape = {
  ...HEADER,
  contract: orNull((value) => hasShape(value, CONTRACT)),
  rules: (value) => hasShape(value, { ...RULES, month: isCount, payable: isCount }),
};
export const isHeaderLine: Check = (value) =>
  hasShape(value, {
    header: (header) => [HEADER, HEADER_WITH_RULES, THIRD_HEADER].some((shape) => hasShape(header, shape)),
  });

export const isTotalsLine: Check = (value) => hasShape(value, { totals: isObject });

const HEAD: Shape = {
  account_id: atLeast(1),
  after: orNull(isUuid),
  body_sha256: isHash,
  entries: isCount,
  format: isText,
  issued_at: isTime,
  key_id: matches(/^[0-9a-f]{16}$/),
  locators: listOf(isHash),
  month: isMonth,
  partial: isFlag,
  previous_root: isHash,
  previous_tree_size: isCount,
  root: isHash,
  through: orNull(isUuid),
  tree_size: isCount,
} satisfies Record<keyof StatementHead, Check>;
export const isHeadLine: Check = (value) =>
  hasShape(value, { head: (head) => hasShape(head, HEAD), signature: isText });

const PROOF = { format: isText, path: listOf(isHash) };
const equals =
  (name: string): Check =>
  (value) =>
    value === name;
export const isProof: Check = (value) =>
  hasShape(value, { ...PROOF, proof: equals('inclusion'), statement: isHeadLine, entry: isObject }) ||
  hasShape(value, { ...PROOF, proof: equals('consistency'), earlier: isHeadLine, later: isHeadLine });

/** The value of a JSON text; null where it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
/** The number of names in a value, however deeply it is nested. */
function namesIn(value: unknown): number {
  let names = 0;
  const valuesToRead = [value];
  for (let next = valuesToRead.pop(); next !== undefined; next = valuesToRead.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) names += Object.keys(next).length;
    for (const child of Object.values(next)) valuesToRead.push(child);
  }
  return names;
}

/** Whether every reader of this JSON sees the same value: no name twice, no fraction, exponent or `-0`. */
export function isPlainJson(text: string, value: unknown): boolean {
  const bare = text.replace(STRING, '""');
  return !/\d[.eE]|-0/.test(bare) && (bare.match(/""\s*:/g)?.length ?? 0) === namesIn(value);
}
