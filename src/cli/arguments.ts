/** The words of a command line, read strictly: each parser says what is wrong with a word, or gives its value. */
import { InvalidArgumentError } from 'commander';
import { redact } from '../platform/telemetry/redact.js';
import { keyIdIn } from '../shared/api-key.js';
import type { BlockKey } from '../shared/block-key.js';
import { BLOCK_KEYS, CORE_BLOCKS, EXPERIMENTAL_BLOCKS, inCatalogueOrder } from '../shared/block-key.js';
import { dayOf, isAskedDay, parseAskedTime } from '../shared/calendar.js';
import type { AccountId, AdjustmentId, KeyEnvironment, JobId, KeyId, KeyScope } from '../shared/ids.js';
import type { JsonObject } from '../shared/json.js';
import { parseAccountId, parseAdjustmentId, parseJobId } from '../shared/ids.js';
import { isOperatorName } from '../shared/operator-role.js';
import { PREMIUM_OPTIONS, type PremiumOption } from '../shared/options.js';
import { nearest } from './nearest.js';
import { parsedUrl } from '../shared/web-hosts/parsed-url.js';

/** Says what is wrong with a word. */
export const wrong = (detail: string): never => {
  throw new InvalidArgumentError(redact(detail));
};

const known = <T extends string>(word: string, words: readonly T[], what: string): T => {
  const found = words.find((candidate) => candidate === word.trim());
  if (found !== undefined) return found;
  const near = nearest(word, words);
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : `known are ${words.join(', ')}.`;
  return wrong(`'${word}' is not ${what}; ${hint}`);
};

const items = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const accountId = (text: string): AccountId =>
  parseAccountId(text.trim()) ?? wrong(`'${text}' is not an account id: a whole number from 1001 up.`);

/** A whole key that was pasted is cut to its id before anything else sees it. */
export const keyId = (text: string): KeyId =>
  keyIdIn(text) ?? wrong(`'${text}' is not a key id: 12 small letters and digits.`);

export const jobId = (text: string): JobId =>
  parseJobId(text.trim()) ?? wrong(`'${text}' is not a job id: job_ and 26 capital letters and digits.`);

export const adjustmentId = (text: string): AdjustmentId =>
  parseAdjustmentId(text.trim()) ??
  wrong(`'${text}' is not an adjustment id: adj_ and 26 capital letters and digits.`);

/** As the setting `OPERATOR` takes it. */
export const operatorName = (text: string): string =>
  isOperatorName(text.trim())
    ? text.trim()
    : wrong(`'${text}' is not a name of 1 to 100 letters, digits and ._@+-.`);

/** Free text for the log: never empty, never with a secret in it. */
export function sentence(text: string): string {
  const kept = redact(text).trim();
  return kept === '' || kept.length > 500 ? wrong('give 1 to 500 characters.') : kept;
}

/** Of an act on the whole service. */
export const WHY_ACT = ['--reason <reason>', 'why; stays in the log', sentence] as const;

export function email(text: string): string {
  const kept = text.trim();
  return /^[^\s@]+@[^\s@]+$/.test(kept) && kept.length <= 254
    ? kept
    : wrong(`'${text}' is not an e-mail address.`);
}

const blockList = (text: string): BlockKey[] => {
  const blocks = items(text).map((item) => known(item, BLOCK_KEYS, 'a block'));
  return blocks.length > 0 ? inCatalogueOrder(blocks) : wrong('name at least one block.');
};

/** What `accounts create` without `--blocks` enables: all that are not experimental (Contract 4.3). */
export const DEFAULT_BLOCKS: readonly BlockKey[] = BLOCK_KEYS.filter(
  (block) => !EXPERIMENTAL_BLOCKS.includes(block),
);

/** `all`, `core`, or a list. */
export function blockSelection(text: string): readonly BlockKey[] {
  if (text.trim() === 'all') return BLOCK_KEYS;
  return text.trim() === 'core' ? CORE_BLOCKS : blockList(text);
}

export const option = (text: string): PremiumOption => known(text, PREMIUM_OPTIONS, 'an option');

export const environment = (text: string): KeyEnvironment => known(text, ['live', 'test'], 'an environment');

const SCOPES: readonly KeyScope[] = ['read', 'enrich'];

export const scopes = (text: string): KeyScope[] => {
  const asked = items(text).map((item) => known(item, SCOPES, 'a scope'));
  return asked.length > 0
    ? SCOPES.filter((scope) => asked.includes(scope))
    : wrong('name at least one scope: read, enrich.');
};

export const oneOf =
  <T extends string>(words: readonly T[], what: string) =>
  (text: string): T =>
    known(text, words, what);

export const wholeNumber =
  (from: number, to: number) =>
  (text: string): number =>
    /^\d{1,15}$/.test(text.trim()) && Number(text) >= from && Number(text) <= to
      ? Number(text)
      : wrong(`'${text}' is not a whole number from ${from} to ${to}.`);

export const percent = (text: string): number =>
  /^\d+(\.\d+)?$/.test(text.trim()) && Number(text) <= 100
    ? Number(text)
    : wrong(`'${text}' is not a percentage from 0 to 100.`);

export const day = (text: string): string =>
  isAskedDay(text.trim())
    ? text.trim()
    : wrong(`'${text}' is not a date of the calendar from 1900-01-01 on (YYYY-MM-DD).`);

/** A day, or a moment of it, as times are written in the log. */
export function dayOrTime(text: string): string {
  const asked = text.trim();
  if (isAskedDay(asked)) return asked;
  const time = parseAskedTime(asked);
  return time === null
    ? wrong(`'${text}' is no day (YYYY-MM-DD) and no time (YYYY-MM-DDTHH:MM).`)
    : time.toISOString();
}

/** The days of a month, `YYYY-MM`. */
export function month(text: string): { readonly from: string; readonly to: string } {
  const from = `${text.trim()}-01`;
  if (!/^\d{4}-\d{2}$/.test(text.trim()) || !isAskedDay(from))
    return wrong(`'${text}' is not a month of the calendar from 1900-01 on (YYYY-MM).`);
  const next = new Date(`${from}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from, to: dayOf(new Date(next.getTime() - 86_400_000)) };
}

/** As `billing explain` and statements print it. */
const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds: `45s`, `30m`, `6h`, `1d`, from one second to 31 days. */
export function duration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,7})([smhd])$/.exec(text.trim()) ?? [];
  const milliseconds =
    Number(count) * (Object.entries(UNITS).find(([letter]) => letter === unit)?.[1] ?? NaN);
  return milliseconds >= UNITS.s && milliseconds <= 31 * UNITS.d
    ? milliseconds
    : wrong(`'${text}' is not a time: a number and s, m, h or d, up to 31d.`);
}

export const chargeId = (text: string): string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text.trim())
    ? text.trim()
    : wrong(`'${text}' is not a charge id: 32 hex digits in groups of 8-4-4-4-12.`);

/** `block=0.0200`, collected over repeated options. */
export function price(
  text: string,
  earlier: Readonly<Partial<Record<BlockKey, string>>> = {},
): Readonly<Partial<Record<BlockKey, string>>> {
  const [name = '', amount, ...rest] = text.split('=').map((part) => part.trim());
  if (amount === undefined || rest.length > 0) return wrong(`'${text}' is not a price: write block=0.0200.`);
  const block = known(name, BLOCK_KEYS, 'a block');
  if (earlier[block] !== undefined) return wrong(`${block} was given a price twice.`);
  return { ...earlier, [block]: amount };
}

export function webAddress(text: string): string {
  const url = parsedUrl(text);
  return url !== null && /^https?:$/.test(url.protocol)
    ? text
    : wrong(`'${text}' is not an address that begins with https:// or http://.`);
}

export function jsonObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    // What JSON.parse gives is JSON; that it is an object is checked here.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Told below, like JSON that is no object.
  }
  return wrong(`'${text}' is not a JSON object.`);
}

export function encoding(text: string): string {
  try {
    return new TextDecoder(text).encoding;
  } catch {
    return wrong(`'${text}' is not an encoding; try utf-8 or windows-1252.`);
  }
}
