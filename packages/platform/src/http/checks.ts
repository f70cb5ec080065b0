/** Checks of a request's fields. Each check names every fault it finds, with its place inside the field. */
import { didYouMean } from '../../../words/src/text/nearest.js';
import { quoted } from './field-errors.js';

interface Fault {
  /** The place inside the field: `[2]`, or empty for the field itself. */
  readonly at: string;
  readonly sentence: string;
}

export type Check = (value: unknown) => readonly Fault[];

const fault = (sentence: string, at = ''): readonly Fault[] => [{ at, sentence }];
const FINE: readonly Fault[] = [];

/** True if a text has more characters than the limit. A surrogate pair is one. Counts only close texts. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters > limit;
}

const shown = (value: unknown): string => (typeof value === 'string' ? quoted(value) : 'this value');
/** At the beginning of a sentence. */
const capitalised = (value: unknown): string => (typeof value === 'string' ? quoted(value) : 'This value');

export const text =
  (limit: number): Check =>
  (value) => {
    if (typeof value !== 'string') return fault('Must be a string.');
    return isLongerThan(value, limit) ? fault(`May have at most ${limit} characters.`) : FINE;
  };

/** A text that is not blank. */
export const filledText =
  (limit: number): Check =>
  (value) =>
    typeof value === 'string' && value.trim() === '' ? fault('Must not be empty.') : text(limit)(value);

export const flag: Check = (value) => (typeof value === 'boolean' ? FINE : fault('Must be true or false.'));

export const numberFrom =
  (from: number, to: number): Check =>
  (value) =>
    typeof value === 'number' && value >= from && value <= to
      ? FINE
      : fault(`Must be a number from ${from} to ${to}.`);

export const integerFrom =
  (from: number, to: number = Number.MAX_VALUE): Check =>
  (value) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return FINE;
    return fault(
      to === Number.MAX_VALUE
        ? `Must be an integer from ${from} up.`
        : `Must be an integer from ${from} to ${to}.`,
    );
  };

export const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value)
      ? FINE
      : fault(
          `Must be one of ${values.join(', ')}; ${shown(value)} is not.${typeof value === 'string' ? didYouMean(value, values) : ''}`,
        );

/** Entries come from clients, without end: no more are compared with the known words. */
const MAX_HINTS = 10;
/** A longer list of words isn't told in a sentence. */
const FEW_WORDS = 10;

/** What may be sent in place of the entry, with a blank before it. */
const hintFor = (entry: string, words: readonly string[]): string =>
  didYouMean(entry, words) || (words.length > FEW_WORDS ? '' : ` Choose from ${words.join(', ')}.`);

interface ListRules {
  readonly words: readonly string[];
  /** The word for one entry in a sentence. */
  readonly called: string;
  /** `[]` may be sent. */
  readonly mayBeEmpty?: boolean;
  /** A value that can't stand beside others. */
  readonly alone?: string;
}

/** A list of known words. Doubles are allowed. */
export function listOf({ words, called, mayBeEmpty = false, alone }: ListRules): Check {
  const known = new Set(words);
  return (value) => {
    if (!Array.isArray(value)) return fault(`Must be a list of ${called}s.`);
    if (value.length === 0 && !mayBeEmpty) return fault(`Must name at least one ${called}.`);
    const entries: readonly unknown[] = value;
    let hints = 0;
    const faults = entries.flatMap((entry, index) => {
      if (typeof entry === 'string' && known.has(entry)) return [];
      const hint = typeof entry === 'string' && hints++ < MAX_HINTS ? hintFor(entry, words) : '';
      return fault(`${capitalised(entry)} is not a ${called}.${hint}`, `[${index}]`);
    });
    if (alone !== undefined && new Set(entries).size > 1 && entries.includes(alone))
      return [...faults, ...fault(`${quoted(alone)} can't be combined with others.`)];
    return faults;
  };
}
