/** Parses the arguments of commands strictly: each parser returns the value or refuses it with a sentence. */
import { InvalidArgumentError } from 'commander';
import { firstDayOf, lastDayOf } from '../../packages/words/src/month.js';
import { WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import { redact } from '../../packages/platform/src/telemetry/redact.js';
import { keyIdIn } from '../../packages/contract/src/api-key.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import { BLOCK_KEYS, CORE_BLOCKS, sortBlockKeys } from '../../packages/contract/src/block-key.js';
import { isRequestDay, parseRequestTime } from '../../packages/words/src/calendar.js';
import type { KeyEnvironment, KeyScope } from '../../packages/contract/src/ids.js';
import type { JsonObject } from '../../packages/platform/src/values/json.js';
import { parseAccountId, parseAdjustmentId, parseJobId } from '../../packages/contract/src/ids.js';
import type { MonthRules } from '../streams/account/account.state.js';
import { isEmailAddress } from '../operator/accounts/email-address.js';
import { isOperatorName } from '../streams/operators/operator-role.js';
import { PREMIUM_OPTIONS, type PremiumOption } from '../../packages/contract/src/options.js';
import { nearest } from '../../packages/words/src/text/nearest.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';

/** Refuses an argument. @param detail what is wrong with it; secrets are cut out */
export const refuseArgument = (detail: string): never => {
  throw new InvalidArgumentError(redact(detail));
};

/** Refuses arguments that don't go together. @param detail what to give instead */
export const refuseUsage = (detail: string): never => {
  throw new WrongRequest('wrong_use', detail);
};

const chooseOne = <T extends string>(text: string, values: readonly T[], expected: string): T => {
  const match = values.find((candidate) => candidate === text.trim());
  if (match !== undefined) return match;
  const suggestions = nearest(text, values);
  const hint =
    suggestions.length > 0
      ? `did you mean ${suggestions.join(', ')}?`
      : `choose one of ${values.join(', ')}.`;
  return refuseArgument(`'${text}' is not ${expected}; ${hint}`);
};

const splitAtCommas = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Makes the parser of a trimmed text. @param expected completes the refusal "'...' is not ..." */
const parserOf =
  <Value>(parse: (text: string) => Value | null, expected: string) =>
  (text: string): Value =>
    parse(text.trim()) ?? refuseArgument(`'${text}' is not ${expected}`);

/** Makes the parser of a text that has to pass a check. */
const checkerOf = (isValid: (text: string) => boolean, expected: string) =>
  parserOf((text) => (isValid(text) ? text : null), expected);

export const asAccountId = parserOf(parseAccountId, 'an account id: a whole number from 1001 up.');
/** Reads a key id. A pasted whole key is cut to its id at once, so that nothing else sees its secret. */
export const asKeyId = parserOf(keyIdIn, 'a key id: 12 small letters and digits.');
export const asJobId = parserOf(parseJobId, 'a job id: job_ and 26 capital letters and digits.');
export const asAdjustmentId = parserOf(
  parseAdjustmentId,
  'an adjustment id: adj_ and 26 capital letters and digits.',
);
/** Reads a charge id, as `billing explain` and statements print it. */
export const asChargeId = checkerOf(
  (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  'a charge id: 32 hex digits in groups of 8-4-4-4-12.',
);
/** Reads an operator's name, by the rules of the setting `OPERATOR`. */
export const asOperatorName = checkerOf(isOperatorName, 'a name of 1 to 100 letters, digits and ._@+-.');
export const asEmail = checkerOf(isEmailAddress, 'an e-mail address.');
export const asDay = checkerOf(isRequestDay, 'a date of the calendar from 1900-01-01 on (YYYY-MM-DD).');

/** Reads free text for the log: never empty, secrets cut out. */
export function asSentence(text: string): string {
  const sentence = redact(text).trim();
  return sentence === '' || sentence.length > 500 ? refuseArgument('give 1 to 500 characters.') : sentence;
}

/** The option `--reason` of commands that can be run without a reason. */
export const REASON_OPTION = ['--reason <reason>', 'the reason; stays in the log', asSentence] as const;

const blockList = (text: string): BlockKey[] => {
  const blocks = splitAtCommas(text).map((item) => chooseOne(item, BLOCK_KEYS, 'a block'));
  return blocks.length > 0 ? sortBlockKeys(blocks) : refuseArgument('name at least one block.');
};

/** Reads `all`, `core` or a list of blocks. */
export function asBlocks(text: string): readonly BlockKey[] {
  if (text.trim() === 'all') return BLOCK_KEYS;
  return text.trim() === 'core' ? CORE_BLOCKS : blockList(text);
}

export const asPremiumOption = (text: string): PremiumOption => chooseOne(text, PREMIUM_OPTIONS, 'an option');

export const asEnvironment = (text: string): KeyEnvironment =>
  chooseOne(text, ['live', 'test'], 'an environment');

const SCOPES: readonly KeyScope[] = ['read', 'enrich'];

export const asScopes = (text: string): KeyScope[] => {
  const scopes = splitAtCommas(text).map((item) => chooseOne(item, SCOPES, 'a scope'));
  return scopes.length > 0
    ? SCOPES.filter((scope) => scopes.includes(scope))
    : refuseArgument('name at least one scope: read, enrich.');
};

export const asOneOf =
  <T extends string>(values: readonly T[], expected: string) =>
  (text: string): T =>
    chooseOne(text, values, expected);

/** Reads a list of words joined by commas. A repeated word counts once. */
export const asListOf =
  <T extends string>(values: readonly T[], expected: string) =>
  (text: string): readonly T[] => [
    ...new Set(text.split(',').map((word) => chooseOne(word, values, expected))),
  ];

export const asWholeNumber = (from: number, to: number) =>
  parserOf(
    (text) => (/^\d{1,15}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : null),
    `a whole number from ${from} to ${to}.`,
  );

/** Reads a row number, from 0. A job has at most 250,000 rows. */
export const asRow = asWholeNumber(0, 249_999);

export const asPercent = parserOf(
  (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) <= 100 ? Number(text) : null),
  'a percentage from 0 to 100.',
);

/** Reads a day, or a time, which it returns in the log's form. */
export function asDayOrTime(text: string): string {
  const value = text.trim();
  if (isRequestDay(value)) return value;
  const time = parseRequestTime(value);
  return time === null
    ? refuseArgument(`'${text}' is neither a day (YYYY-MM-DD) nor a time (YYYY-MM-DDTHH:MM).`)
    : time.toISOString();
}

/** Reads a month, `YYYY-MM`, and returns its first and last day. */
export const asMonth = parserOf(
  (month) =>
    /^\d{4}-\d{2}$/.test(month) && isRequestDay(firstDayOf(month))
      ? { from: firstDayOf(month), to: lastDayOf(month) }
      : null,
  'a month of the calendar from 1900-01 on (YYYY-MM).',
);

const MS_BY_UNIT = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads a duration, such as `45s`, `30m`, `6h` or `1d`: one second to 31 days. Returns milliseconds. */
export const asMilliseconds = parserOf((text) => {
  const [, count = '', unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const milliseconds =
    Number(count) * (Object.entries(MS_BY_UNIT).find(([letter]) => letter === unit)?.[1] ?? NaN);
  return milliseconds >= MS_BY_UNIT.s && milliseconds <= 31 * MS_BY_UNIT.d ? milliseconds : null;
}, 'a duration: write a number and s, m, h or d, up to 31d.');

/** Reads a price, such as `block=0.0200`, and adds it to those of earlier options. */
export function asPrice(
  text: string,
  earlierPrices: Readonly<Partial<Record<BlockKey, string>>> = {},
): Readonly<Partial<Record<BlockKey, string>>> {
  const [name = '', amount, ...rest] = text.split('=').map((part) => part.trim());
  if (amount === undefined || rest.length > 0)
    return refuseArgument(`'${text}' is not a price: write block=0.0200.`);
  const block = chooseOne(name, BLOCK_KEYS, 'a block');
  if (earlierPrices[block] !== undefined) return refuseArgument(`${block} was given a price twice.`);
  return { ...earlierPrices, [block]: amount };
}

/** Reads a tier, such as `10000=12.5`, and puts it behind those of earlier options. */
export function asTier(text: string, earlierTiers: MonthRules['tiers'] = []): MonthRules['tiers'] {
  const [, after, percent] = /^(\d{1,10})=([\d.]{1,10})$/.exec(text.trim()) ?? [];
  return after === undefined || percent === undefined
    ? refuseArgument(`'${text}' is not a tier: write 10000=12.5 for 12.5 % off behind 10,000 units.`)
    : [...earlierTiers, { after: Number(after), percent }];
}

export function asWebAddress(text: string): string {
  const url = parsedUrl(text);
  return url !== null && /^https?:$/.test(url.protocol)
    ? text
    : refuseArgument(`'${text}' is not an address that begins with https:// or http://.`);
}

export const asJsonObject = parserOf((text) => {
  try {
    const value: unknown = JSON.parse(text);
    // JSON.parse returns JSON; the condition checks that it is an object.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}, 'a JSON object.');

export const asEncoding = parserOf((text) => {
  try {
    return new TextDecoder(text).encoding;
  } catch {
    return null;
  }
}, 'an encoding; try utf-8 or windows-1252.');
