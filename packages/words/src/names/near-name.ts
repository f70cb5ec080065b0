/**
 * Finds names that are written almost alike: how they are looked up, how alike they are, and what is a typing
 * error.
 */
import { distinctiveWordsOf, nameKey } from './company-name.js';
import { areBothWords } from './look-alikes.js';
import { sharedPairs } from './name-likeness.js';

/**
 * Keys of both ends of a normalised name: 26 bits of the end's hash, then a bit for each letter of the whole
 * name. Names that differ at one place share one end. Of those that share it the letters tell whether they
 * may be alike.
 */
export interface NearKeys {
  readonly head: number;
  readonly tail: number;
}

/** Shorter names have no keys: too many share so few letters. */
const FEWEST_LETTERS = 5;
/** Shorter heads are not looked up for names of other lengths: too many share them. */
const TELLING_LETTERS = 7;
/**
 * A head has half the letters of its name: by so many more and fewer, names with a word more or less are
 * found.
 */
const LONGER = 4;
const SHORTER = 3;
const LETTERS = 26;

/** Names with this end have keys from the first key on, and fewer than so many after it. */
export const KEYS_OF_END = 2 ** LETTERS;
const firstKey = (end: string): number => (nameKey(end) % KEYS_OF_END) * KEYS_OF_END;

function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= 1 << (name.charCodeAt(at) % LETTERS);
  return letters;
}

/** In how many letters the names of two keys of one end differ: at most two after a typing error. */
export function differingLetters(key: number, other: number): number {
  let count = 0;
  for (let bits = (key % KEYS_OF_END) ^ (other % KEYS_OF_END); bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/**
 * Letters of an end. Between both ends of a name stand one or two letters, so that two swapped letters leave
 * one whole.
 */
const endLetters = (letters: number): number => Math.floor((letters - 1) / 2);

const headKey = (name: string, length: number): number => firstKey(name.slice(0, length));
/** With the first letter and the length of the whole name: many names end alike. */
const tailKey = (name: string, letters: number): number =>
  firstKey(`${name.charAt(0)}${letters}${name.slice(-endLetters(letters))}`);

/** @returns null where the name is too short */
export function nearKeys(normalised: string): NearKeys | null {
  const { length } = normalised;
  if (length < FEWEST_LETTERS) return null;
  const letters = lettersOf(normalised);
  return {
    head: headKey(normalised, endLetters(length)) + letters,
    tail: tailKey(normalised, length) + letters,
  };
}

/** First keys of ends that names which are almost like one may have. */
export interface NearSearch {
  /** Of names with one letter more or less, or as many: a typing error is found by them. */
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
  const lengths = [length - 1, length, length + 1].filter((letters) => letters >= FEWEST_LETTERS);
  const ends = new Set(lengths.map(endLetters));
  const heads: number[] = [];
  const middle = endLetters(length);
  for (let letters = Math.max(TELLING_LETTERS, middle - SHORTER); letters <= middle + LONGER; letters += 1)
    if (!ends.has(letters) && letters <= length) heads.push(headKey(normalised, letters));
  return {
    typed: {
      heads: [...ends].map((letters) => headKey(normalised, letters)),
      tails: lengths.map((letters) => tailKey(normalised, letters)),
    },
    heads,
    otherFirst: otherFirstLetters(normalised),
    letters: lettersOf(normalised),
  };
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * The tails of the names that this one may be with an error in its first letter, which the keys of tails
 * hold.
 */
function otherFirstLetters(normalised: string): number[] {
  const { length } = normalised;
  if (length < LONG_NAME) return [];
  const written = ALPHABET.map((letter) => tailKey(letter + normalised.slice(1), length));
  const lacking = ALPHABET.map((letter) => tailKey(letter + normalised, length + 1));
  return [...written, ...lacking, tailKey(normalised.slice(1), length - 1)];
}

/** Least likeness of a near name (Contract 2.13). */
const NEAR = 0.6;

/**
 * How alike two normalised names are, 0..1: the share of common letter pairs (Dice); 0 under what counts as
 * near.
 */
export function nearness(a: string, b: string): number {
  const [shorter, longer] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  if (2 * (shorter - 1) < NEAR * (shorter + longer - 2)) return 0;
  const alike = sharedPairs(a, b);
  return alike >= NEAR ? alike : 0;
}

/** Fewest letters of a name in which a typing error is told from another name. */
const LONG_NAME = 8;
/**
 * Fewest letters of the word with the error: swapped letters or one twice; one more, less or other; one more
 * or less, or swapped letters, in the first place.
 */
const LONG_WORD = { swapped: 5, other: 6, first: 8 } as const;

/**
 * Whether the words are one but for a typing error. Another first letter makes another name, and so does a
 * plural or a final E or Y: `KENDRICK`, `HENDRICK`; `CLARK`, `CLARKE`; `BAKER`, `BAKERY`.
 */
function isMistyped(a: string, b: string): boolean {
  if (areBothWords(a, b)) return false;
  const longest = Math.max(a.length, b.length);
  let start = 0;
  while (start < longest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const changed = left + right;
  if (longest < (start === 0 ? LONG_WORD.first : LONG_WORD.swapped) || /[^\p{L}]/u.test(changed))
    return false;
  if (left.length === 2) return right.length === 2 && left === right.charAt(1) + right.charAt(0);
  if (left.length > 1 || right.length > 1 || (start === 0 && left !== '' && right !== '')) return false;
  const isTwice = changed.length === 1 && changed === a[start - 1];
  return isTwice || (longest >= LONG_WORD.other && !(end === 0 && /^[SE]$|Y/.test(changed)));
}

/** The name without a misspelt LIMITED at its end; null where there is none. */
export function withoutMistypedEnding(name: string): string | null {
  const words = distinctiveWordsOf(name);
  const last = words.at(-1) ?? '';
  return words.length > 1 && last !== 'LIMITED' && isMistyped(last, 'LIMITED')
    ? words.slice(0, -1).join(' ')
    : null;
}

/**
 * Whether two long names are one but for one typing error in one word. Numbers and initials must be equal.
 */
export function isTypingError(one: string, other: string): boolean {
  const [a, b] = [distinctiveWordsOf(one), distinctiveWordsOf(other)];
  if (a.length !== b.length || Math.min(a.join('').length, b.join('').length) < LONG_NAME) return false;
  const differing = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ''] as const]));
  const [pair] = differing;
  return pair !== undefined && differing.length === 1 && isMistyped(...pair);
}
