/**
 * Canonical JSON, exact decimals, the forms of values, and what heads and lines can't say (docs/statements.md, "Words" to
 * "Checking"), for the checker in the browser. A form says whether a value has it.
 */

/** RFC 8785 of text, integers, flags, lists and objects: statements hold nothing else. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/** Of each format, the versions of its rules as the header has them; the first names none. */
export const RULES = new Map([
  ['company-data-statement-1', undefined],
  ['company-data-statement-2', canonical({ adjustment: 2, charge: 1 })],
]);

// Exact decimals: an integer of many digits, and how many of them are behind the point.
export const decimal = (text) => {
  const [whole, part = ''] = String(text).split('.');
  return { digits: BigInt(whole + part), scale: part.length };
};
const scaled = ({ digits, scale }, to) => digits * 10n ** BigInt(to - scale);
export const plus = (a, b) => {
  const scale = Math.max(a.scale, b.scale);
  return { digits: scaled(a, scale) + scaled(b, scale), scale };
};
export const times = ({ digits, scale }, units) => ({ digits: digits * BigInt(units), scale });
export const NOTHING = { digits: 0n, scale: 0 };
export function decimalText({ digits, scale }) {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const [whole, part] = [
    text.slice(0, text.length - scale),
    text.slice(text.length - scale).replace(/0+$/, ''),
  ];
  const shown = part === '' ? whole : `${whole}.${part}`;
  return shown === '0' ? '0' : sign + shown;
}

/** Levels of the largest complete subtrees of a tree, from left to right. */
export const levelsOf = (size) => {
  const levels = [];
  for (let level = 52; level >= 0; level--) if (Math.floor(size / 2 ** level) % 2 === 1) levels.push(level);
  return levels;
};

const like = (pattern) => (value) => typeof value === 'string' && pattern.test(value);
const orNull = (form) => (value) => value === null || form(value);
const listOf = (form) => (value) => Array.isArray(value) && value.every(form);
const whole =
  (least = Number.MIN_SAFE_INTEGER) =>
  (value) =>
    Number.isSafeInteger(value) && value >= least;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const exactly = (forms) => (value) =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(forms).length &&
  Object.entries(forms).every(([key, form]) => Object.hasOwn(value, key) && form(value[key]));
const byBlock = (form) => (value) =>
  isObject(value) && Object.entries(value).every(([block, each]) => isBlock(block) && form(each));

const isText = (value) => typeof value === 'string' && !/\p{Surrogate}/u.test(value);
const isFlag = (value) => typeof value === 'boolean';
const isBlock = like(/^[a-z][a-z0-9_]*$/);
const isPrice = like(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/);
const isAmount = like(/^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
const isHash = like(/^[0-9a-f]{64}$/);
const isUuid = like(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const isJob = like(/^job_[0-9A-HJKMNP-TV-Z]{26}$/);
const isAdjustmentId = like(/^adj_[0-9A-HJKMNP-TV-Z]{26}$/);
const isCurrency = like(/^[A-Z]{3}$/);
const isMonth = like(/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/);
const isInstant = (value) => {
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
};
const isTime = (value) => like(/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)(value) && isInstant(value);
const isDay = (value) => typeof value === 'string' && isTime(`${value}T00:00:00.000Z`);

const isCharge = exactly({
  account_id: whole(1),
  amount: orNull(isAmount),
  charge_id: isUuid,
  company_number: orNull(like(/^[A-Z0-9]{8}$/)),
  currency: orNull(isCurrency),
  entry: like(/^(?:row|block)$/),
  job_id: isJob,
  late: isFlag,
  prices: byBlock(isPrice),
  row: whole(0),
  time: isTime,
  units: byBlock(whole(1)),
});
const ADJUSTMENT = {
  account_id: whole(1),
  adjustment_id: isAdjustmentId,
  amount: orNull(isAmount),
  currency: orNull(isCurrency),
  late: isFlag,
  note: isText,
  reason: like(/^[a-z_]+$/),
  reverses: orNull(isAdjustmentId),
  scope: exactly({
    block: orNull(isBlock),
    from: orNull(isDay),
    job_id: orNull(isJob),
    row: orNull(whole(0)),
    to: orNull(isDay),
  }),
  time: isTime,
  units: byBlock(whole()),
};
const isAdjustedDay = exactly({ date: isDay, prices: byBlock(isPrice), units: byBlock(whole()) });
const isOldAdjustment = exactly(ADJUSTMENT);
const isDatedAdjustment = exactly({ ...ADJUSTMENT, days: listOf(isAdjustedDay) });
const isAdjustment = (fact) => isOldAdjustment(fact) || isDatedAdjustment(fact);

const PLACED = { index: whole(0), leaf: isHash, salt: isHash };
const isChargeLine = exactly({ charge: isCharge, ...PLACED });
const isAdjustmentLine = exactly({ adjustment: isAdjustment, ...PLACED });
/** Which entry it is; null where it is none. */
export const kindOf = (value) =>
  isChargeLine(value) ? 'charge' : isAdjustmentLine(value) ? 'adjustment' : null;

const HEADER = {
  account_id: whole(1),
  format: isText,
  from: isDay,
  month: isMonth,
  partial: isFlag,
  previous: exactly({ frontier: listOf(isHash), root: isHash, tree_size: whole(0) }),
  to: isDay,
};
const isOldHeader = exactly({ header: exactly(HEADER) });
const isNewHeader = exactly({
  header: exactly({ ...HEADER, rules: exactly({ adjustment: whole(0), charge: whole(0) }) }),
});
export const isHeader = (value) => isOldHeader(value) || isNewHeader(value);

export const isHead = exactly({
  head: exactly({
    account_id: whole(1),
    after: orNull(isUuid),
    body_sha256: isHash,
    entries: whole(0),
    format: isText,
    issued_at: isTime,
    key_id: like(/^[0-9a-f]{16}$/),
    locators: listOf(isHash),
    month: isMonth,
    partial: isFlag,
    previous_root: isHash,
    previous_tree_size: whole(0),
    root: isHash,
    through: orNull(isUuid),
    tree_size: whole(0),
  }),
  signature: isText,
});

const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Whether the values of a signed head can stand in one head. */
export function headAgrees(head) {
  const { entries, previous_tree_size: before } = head;
  const bits = entries < 2 ? 0 : levelsOf(entries - 1)[0] + 1;
  return (
    RULES.has(head.format) &&
    head.tree_size === before + entries &&
    !(head.partial && (before !== 0 || head.after !== null)) &&
    (before !== 0 || head.previous_root === EMPTY_ROOT) &&
    head.locators.length === 1 + bits
  );
}

const hasOnlyItsPrices = (currency) => (priced) =>
  Object.keys(priced.prices).every((block) => currency !== null && Object.hasOwn(priced.units, block));

/** Whether the amount is that of these units and prices. */
function isPriced({ amount, currency }, parts) {
  if (currency === null) return amount === null;
  const costs = parts.flatMap(({ prices, units }) =>
    Object.entries(prices).map(([block, price]) => times(decimal(price), units[block] ?? 0)),
  );
  return decimalText(costs.reduce(plus, NOTHING)) === amount;
}

function figuresAgree(kind, fact, format) {
  const { amount, currency, days } = fact;
  if (kind === 'charge') return hasOnlyItsPrices(currency)(fact) && isPriced(fact, [fact]);
  if ((days === undefined) !== (RULES.get(format) === undefined)) return false;
  if (days === undefined) return currency !== null || amount === null;
  const units = {};
  for (const day of days)
    for (const [block, count] of Object.entries(day.units)) units[block] = (units[block] ?? 0) + count;
  const inOrder = days.every(({ date }, at) => at === 0 || date > days[at - 1].date);
  const sums = canonical(units) === canonical(fact.units) && isPriced(fact, days);
  return inOrder && sums && days.every(hasOnlyItsPrices(currency));
}

/** Whether a statement with this head can have this entry. */
export function canBeOf({ kind, fact }, { account_id, month, format }) {
  const own = fact.time.slice(0, 7);
  if (fact.account_id !== account_id || own > month || fact.late !== own < month) return false;
  const isBlockAlone = () => Object.keys(fact.units).length === 1 && fact.company_number === null;
  if (kind === 'charge' && fact.entry === 'block' && !isBlockAlone()) return false;
  return figuresAgree(kind, fact, format);
}

/** What the entries of one statement say together. */
export class Together {
  seen = new Set();
  currency = null;

  /** Whether the next entry fits to those before it. */
  fits({ kind, fact }) {
    this.currency ??= fact.currency;
    const names = kind === 'charge' ? chargeNames(fact) : adjustmentNames(fact);
    const isNew = names.every((name) => !this.seen.has(name));
    for (const name of names) this.seen.add(name);
    return isNew && (fact.currency === null || fact.currency === this.currency);
  }
}
const chargeNames = ({ charge_id, entry, job_id, row, units }) => [
  charge_id,
  `${job_id} ${row} ${entry === 'row' ? '' : Object.keys(units).join()}`,
];
const adjustmentNames = ({ adjustment_id, reverses }) =>
  reverses === null ? [adjustment_id] : [adjustment_id, `${reverses} reversed`];
