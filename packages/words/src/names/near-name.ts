/** Finds names that are spelled almost alike: the keys of their lookup, their likeness, typing errors. */
import { distinctiveWordsOf, nameKey } from './company-name.js';
import { areBothWords } from './look-alikes.js';
import { sharedPairs } from './name-likeness.js';

/**
 * Keys of both ends of a normalised name: 26 bits of the end's hash, then a bit for each letter of the name.
 * Names that differ at one place share one end. The bits show which of them may be alike.
 */
export interface NearKeys {
  readonly head: number;
  readonly tail: number;
}

/** The minimum number of letters. Shorter names have no keys, because too many names share so few letters. */
const MIN_LETTERS = 5;
/** The minimum length of a head that is looked up for names of other lengths. Too many share shorter ones. */
const MIN_HEAD_LETTERS = 7;
/** The letters by which a head may be longer. It is half a name, so names with one more word are found. */
const MAX_LONGER = 4;
/** The letters by which a head may be shorter. This finds names with one word less. */
const MAX_SHORTER = 3;
const LETTERS = 26;

/** The number of possible keys of one end. The keys of names with this end begin with the end's first key. */
export const KEYS_OF_END = 2 ** LETTERS;
const firstKey = (end: string): number => (nameKey(end) % KEYS_OF_END) * KEYS_OF_END;

function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= 1 << (name.charCodeAt(at) % LETTERS);
  return letters;
}

/** The number of letters in which two names with the same end differ: at most two after a typing error. */
export function differingLetters(key: number, other: number): number {
  let count = 0;
  for (let bits = (key % KEYS_OF_END) ^ (other % KEYS_OF_END); bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** The letters of an end. One or two stand between both ends, so a swap of two leaves one end as it is. */
const endLetters = (letters: number): number => Math.floor((letters - 1) / 2);

const headKey = (name: string, length: number): number => firstKey(name.slice(0, length));
/** The key of a tail, with the first letter and the length of the name: many names share a tail. */
const tailKey = (name: string, letters: number): number =>
  firstKey(`${name.charAt(0)}${letters}${name.slice(-endLetters(letters))}`);

/** @returns null where the name is too short */
export function nearKeys(normalised: string): NearKeys | null {
  const { length } = normalised;
  if (length < MIN_LETTERS) return null;
  const letters = lettersOf(normalised);
  return {
    head: headKey(normalised, endLetters(length)) + letters,
    tail: tailKey(normalised, length) + letters,
  };
}

/** The first keys of the ends that near names may have. */
export interface NearSearch {
  /** Ends of names with the same number of letters, or one more or less. They find typing errors. */
  readonly typed: { readonly heads: readonly number[]; readonly tails: readonly number[] };
  /** Heads of somewhat longer and shorter names. */
  readonly heads: readonly number[];
  /** Tails of names that begin with another letter, or with one more or less. */
  readonly otherFirst: readonly number[];
  /** The letters of the name, for `differingLetters`. */
  readonly letters: number;
}

export function nearSearch(normalised: string): NearSearch {
  const { length } = normalised;
  const lengths = [length - 1, length, length + 1].filter((letters) => letters >= MIN_LETTERS);
  const ends = new Set(lengths.map(endLetters));
  const heads: number[] = [];
  const middle = endLetters(length);
  for (
    let letters = Math.max(MIN_HEAD_LETTERS, middle - MAX_SHORTER);
    letters <= middle + MAX_LONGER;
    letters += 1
  )
    if (!ends.has(letters) && letters <= length) heads.push(headKey(normalised, letters));
  return {
    typed: {
      heads: [...ends].map((letters) => headKey(normalised, letters)),
      tails: lengths.map((letters) => tailKey(normalised, letters)),
    },
    heads,
    otherFirst: tailKeysOfOtherFirstLetters(normalised),
    letters: lettersOf(normalised),
  };
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The keys of the tails that the name has if its first letter is wrong. */
function tailKeysOfOtherFirstLetters(normalised: string): number[] {
  const { length } = normalised;
  if (length < MIN_NAME_LETTERS) return [];
  const otherKeys = ALPHABET.map((letter) => tailKey(letter + normalised.slice(1), length));
  const lackingKeys = ALPHABET.map((letter) => tailKey(letter + normalised, length + 1));
  return [...otherKeys, ...lackingKeys, tailKey(normalised.slice(1), length - 1)];
}

/** The minimum likeness of a near name (Contract 2.13). */
const MIN_LIKENESS = 0.6;

/** The likeness of two normalised names: the share of common letter pairs (Dice); 0 below the minimum. */
export function nearness(a: string, b: string): number {
  const [shorter, longer] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  if (2 * (shorter - 1) < MIN_LIKENESS * (shorter + longer - 2)) return 0;
  const likeness = sharedPairs(a, b);
  return likeness >= MIN_LIKENESS ? likeness : 0;
}

/** The minimum number of letters of a name in which one wrong letter counts as a typing error. */
const MIN_NAME_LETTERS = 8;
/**
 * The minimum letters of the word with the error. `swapped`: letters are swapped, or one is doubled. `other`:
 * one is added, missing or wrong. `first`: the first one is added, missing or swapped.
 */
const MIN_WORD_LETTERS = { swapped: 5, other: 6, first: 8 } as const;

/**
 * Whether one word is a typing error for the other. A different first letter, a plural, or a final E or Y
 * makes a different name: `KENDRICK`, `HENDRICK`; `CLARK`, `CLARKE`; `BAKER`, `BAKERY`.
 */
function isMistyped(a: string, b: string): boolean {
  if (areBothWords(a, b)) return false;
  const longest = Math.max(a.length, b.length);
  let start = 0;
  while (start < longest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const changedLetters = left + right;
  if (
    longest < (start === 0 ? MIN_WORD_LETTERS.first : MIN_WORD_LETTERS.swapped) ||
    /[^\p{L}]/u.test(changedLetters)
  )
    return false;
  if (left.length === 2) return right.length === 2 && left === right.charAt(1) + right.charAt(0);
  if (left.length > 1 || right.length > 1 || (start === 0 && left !== '' && right !== '')) return false;
  const isTwice = changedLetters.length === 1 && changedLetters === a[start - 1];
  return isTwice || (longest >= MIN_WORD_LETTERS.other && !(end === 0 && /^[SE]$|Y/.test(changedLetters)));
}

/** The name without a misspelt LIMITED at its end; null where there is none. */
export function withoutMistypedEnding(name: string): string | null {
  const words = distinctiveWordsOf(name);
  const last = words.at(-1) ?? '';
  return words.length > 1 && last !== 'LIMITED' && isMistyped(last, 'LIMITED')
    ? words.slice(0, -1).join(' ')
    : null;
}

/** True if two long names differ only by a typing error in one word. Numbers and initials must be equal. */
export function isTypingError(name: string, other: string): boolean {
  const [a, b] = [distinctiveWordsOf(name), distinctiveWordsOf(other)];
  if (a.length !== b.length || Math.min(a.join('').length, b.join('').length) < MIN_NAME_LETTERS)
    return false;
  const differentPairs = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ''] as const]));
  const [pair] = differentPairs;
  return pair !== undefined && differentPairs.length === 1 && isMistyped(...pair);
}
