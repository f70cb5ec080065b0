/** Words of addresses and forms, read strictly: what can't be read says so in a sentence. */
import { WrongRequest } from '../operator/refusal.js';
import { redact } from '../platform/telemetry/redact.js';
import { keyIdIn } from '../shared/api-key.js';
import { BLOCK_KEYS, isBlockKey, type BlockKey } from '../shared/block-key.js';
import { dayOf, isAskedDay } from '../shared/calendar.js';
import {
  parseAccountId,
  parseAdjustmentId,
  parseJobId,
  type AccountId,
  type AdjustmentId,
  type JobId,
  type KeyId,
} from '../shared/ids.js';
import type { UsageRange } from '../billing/usage/usage-range.js';

type Word = string | undefined;
const MOST_SHOWN = 100;

const wrong = (text: Word, what: string): never => {
  throw new WrongRequest('unknown_word', `'${(text ?? '').slice(0, MOST_SHOWN)}' is not ${what}.`);
};

export const jobId = (text: Word): JobId => parseJobId((text ?? '').trim()) ?? wrong(text, 'a job id');
export const keyId = (text: Word): KeyId => keyIdIn(text ?? '') ?? wrong(text, 'a key id');
export const accountId = (text: Word): AccountId =>
  parseAccountId((text ?? '').trim()) ?? wrong(text, 'an account id');
export const adjustmentId = (text: Word): AdjustmentId =>
  parseAdjustmentId((text ?? '').trim()) ?? wrong(text, 'an adjustment id');

type Form = Readonly<Record<string, Word>>;

const FORM_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which form was sent, however often; undefined where it doesn't say. */
export const formIdIn = (form: Form): string | undefined => {
  const id = form['form'] ?? '';
  return FORM_ID.test(id) ? id : undefined;
};

/** What an act is called that this form asks for. */
export function actOf(form: Form): string | undefined {
  const id = formIdIn(form);
  return id === undefined ? undefined : `form_${id}`;
}

/** @throws WrongRequest */
export function mustBeConfirmed(form: Form): void {
  if (form['confirmed'] !== 'yes')
    throw new WrongRequest('not_confirmed', 'Nothing was done: it was not confirmed.');
}

const LONGEST_REASON = 500;

/** Why an act is done; never with a secret in it. @throws WrongRequest where it isn't said */
export function reasonIn(form: Form): string {
  const reason = redact(form['reason'] ?? '').trim();
  if (reason === '' || reason.length > LONGEST_REASON)
    throw new WrongRequest(
      'reason_missing',
      `Nothing was done: say why, in 1 to ${LONGEST_REASON} characters.`,
    );
  return reason;
}

export function count(text: Word, what = 'a whole number'): number {
  return /^\d{1,9}$/.test((text ?? '').trim()) ? Number(text) : wrong(text, what);
}

export function block(text: Word): BlockKey | null {
  const word = (text ?? '').trim();
  if (word === '') return null;
  return isBlockKey(word) ? word : wrong(text, `a block; there are ${BLOCK_KEYS.length}`);
}

export const day = (text: Word): string =>
  isAskedDay((text ?? '').trim()) ? (text ?? '').trim() : wrong(text, 'a day (YYYY-MM-DD)');

/** `YYYY-MM`. */
export const month = (text: Word): string =>
  isAskedDay(`${(text ?? '').trim()}-01`) ? (text ?? '').trim() : wrong(text, 'a month (YYYY-MM)');

export function daysOfMonth(text: Word): UsageRange {
  const from = `${month(text)}-01`;
  const next = new Date(`${from}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from, to: new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10) };
}

/** So many days, of which today (UTC) is the last. */
export const lastDays = (now: Date, days: number): UsageRange => ({
  from: dayOf(new Date(now.getTime() - (days - 1) * 86_400_000)),
  to: dayOf(now),
});

/** What a form or a query may hold: texts, the first of a name. */
export const texts = (value: unknown): Record<string, string | undefined> => {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, text]) => {
      const first: unknown = Array.isArray(text) ? text[0] : text;
      return [name, typeof first === 'string' ? first : undefined];
    }),
  );
};
