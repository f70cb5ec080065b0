/** Reads values of addresses and forms strictly. A value that can't be read is refused with a sentence. */
import { WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import { redact } from '../../packages/platform/src/telemetry/redact.js';
import { keyIdIn } from '../../packages/contract/src/api-key.js';
import { BLOCK_KEYS, isBlockKey, type BlockKey } from '../../packages/contract/src/block-key.js';
import { dayOf, isRequestDay } from '../../packages/words/src/calendar.js';
import {
  parseAccountId,
  parseAdjustmentId,
  parseJobId,
  type AccountId,
  type AdjustmentId,
  type JobId,
  type KeyId,
} from '../../packages/contract/src/ids.js';
import { firstDayOf, lastDayOf } from '../../packages/words/src/month.js';
import type { UsageRange } from '../billing/usage/usage-range.js';

type FieldText = string | undefined;
/** The texts of a form's fields, or of an address's parameters, by name. */
export type FieldTexts = Readonly<Record<string, FieldText>>;
const MAX_SHOWN_LENGTH = 100;

const refuse = (text: FieldText, expected: string): never => {
  throw new WrongRequest('unknown_word', `'${(text ?? '').slice(0, MAX_SHOWN_LENGTH)}' is not ${expected}.`);
};

export const readJobId = (text: FieldText): JobId =>
  parseJobId((text ?? '').trim()) ?? refuse(text, 'a job id');
export const readKeyId = (text: FieldText): KeyId => keyIdIn(text ?? '') ?? refuse(text, 'a key id');
export const readAccountId = (text: FieldText): AccountId =>
  parseAccountId((text ?? '').trim()) ?? refuse(text, 'an account id');
export const readAdjustmentId = (text: FieldText): AdjustmentId =>
  parseAdjustmentId((text ?? '').trim()) ?? refuse(text, 'an adjustment id');

const FORM_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id of the submitted form, the same for every repeat; undefined where the form has none. */
export const formIdIn = (form: FieldTexts): string | undefined => {
  const id = form['form'] ?? '';
  return FORM_ID.test(id) ? id : undefined;
};

/** Returns the id of the act that this form asks for. */
export function actIdOf(form: FieldTexts): string | undefined {
  const id = formIdIn(form);
  return id === undefined ? undefined : `form_${id}`;
}

/** @throws WrongRequest where the box of the form isn't ticked */
export function requireConfirmation(form: FieldTexts): void {
  if (form['confirmed'] !== 'yes')
    throw new WrongRequest('not_confirmed', 'Nothing was done: it was not confirmed.');
}

const normalisedName = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** @param names the names of the thing that the act changes; one must have been typed @throws WrongRequest */
export function requireTypedName(form: FieldTexts, names: readonly string[]): void {
  const typedName = normalisedName(form['typed'] ?? '');
  if (typedName === '' || !names.some((name) => normalisedName(name) === typedName))
    throw new WrongRequest('not_confirmed', 'Nothing was done: what was typed is not what is asked for.');
}

const MAX_TEXT_LENGTH = 500;

/** Reads free text for the log, secrets cut out; null where it is missing or too long. */
function textOrNull(text: FieldText): string | null {
  const cleanText = redact(text ?? '').trim();
  return cleanText === '' || cleanText.length > MAX_TEXT_LENGTH ? null : cleanText;
}

/** Reads free text for the log, secrets cut out. @throws WrongRequest where it is missing or too long */
export function readText(text: FieldText): string {
  const cleanText = textOrNull(text);
  if (cleanText !== null) return cleanText;
  throw new WrongRequest('wrong_text', `Give 1 to ${MAX_TEXT_LENGTH} characters.`);
}

/** Returns the reason for an act, secrets cut out. @throws WrongRequest where it is missing or too long */
export function reasonIn(form: FieldTexts): string {
  const reason = textOrNull(form['reason']);
  if (reason !== null) return reason;
  const detail = `Nothing was done: say why, in 1 to ${MAX_TEXT_LENGTH} characters.`;
  throw new WrongRequest('reason_missing', detail);
}

/** Reads a count, also one that is grouped: `1,000`. */
export function readCount(text: FieldText, expected = 'a whole number'): number {
  const trimmedText = (text ?? '').trim();
  return /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})$/.test(trimmedText)
    ? Number(trimmedText.replaceAll(',', ''))
    : refuse(text, expected);
}

/** Reads a field; null where the field is empty or missing. @throws WrongRequest */
export const readIfFilled = <T>(text: FieldText, read: (text: string) => T): T | null =>
  text === undefined || text.trim() === '' ? null : read(text);

/** Reads one of the words; null where the field is empty or missing. @throws WrongRequest */
export function readWord<T extends string>(text: FieldText, words: readonly T[], expected: string): T | null {
  const word = (text ?? '').trim();
  return word === ''
    ? null
    : (words.find((knownWord) => knownWord === word) ?? refuse(text, `${expected}: ${words.join(', ')}`));
}

export function readBlock(text: FieldText): BlockKey | null {
  const key = (text ?? '').trim();
  if (key === '') return null;
  return isBlockKey(key) ? key : refuse(text, `a block; there are ${BLOCK_KEYS.length}`);
}

export const readDay = (text: FieldText): string =>
  isRequestDay((text ?? '').trim()) ? (text ?? '').trim() : refuse(text, 'a day (YYYY-MM-DD)');

/** Reads a month, `YYYY-MM`. */
export const readMonth = (text: FieldText): string =>
  isRequestDay(`${(text ?? '').trim()}-01`) ? (text ?? '').trim() : refuse(text, 'a month (YYYY-MM)');

export function readDaysOfMonth(text: FieldText): UsageRange {
  const month = readMonth(text);
  return { from: firstDayOf(month), to: lastDayOf(month) };
}

/** Returns the range of this many days that ends today (UTC). */
export const lastDays = (now: Date, days: number): UsageRange => ({
  from: dayOf(new Date(now.getTime() - (days - 1) * 86_400_000)),
  to: dayOf(now),
});

/** Returns the texts of a form or a query: the first of each name; other values count as absent. */
export const firstTexts = (value: unknown): FieldTexts => {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, text]) => {
      const first: unknown = Array.isArray(text) ? text[0] : text;
      return [name, typeof first === 'string' ? first : undefined];
    }),
  );
};
