/** Compares a name typed beside a company number, such as a trading name, with that company's names. */
import { distinctiveWordsOf, normaliseName } from './company-name.js';

/** `same`: equal when normalised. `alike`: a short or long form or other spelling. `other`: no likeness. */
export type NameLikeness = 'same' | 'alike' | 'other';

/** Separators of several names in one text: `A Ltd t/a B`, `A (B)`. */
const PARTS = /\bt\/a\b|\btrading as\b|\bformerly\b|[()]/i;

/** Words that many companies' names share. */
const GENERIC = new Set(
  (
    'UK GB AND OF THE FOR CO COMPANY GROUP HOLDINGS SERVICES SERVICE SOLUTIONS CONSULTING CONSULTANTS CONSULTANCY ' +
    'MANAGEMENT INTERNATIONAL GLOBAL EUROPE BRITISH ENGLAND SCOTLAND WALES LONDON NATIONAL ASSOCIATES PARTNERS ' +
    'PROPERTY PROPERTIES BUILDING CONSTRUCTION ENGINEERING TRAINING SYSTEMS TECHNOLOGY CARE HEALTH TAXIS TRANSPORT'
  ).split(' '),
);

/** The minimum number of shared letters. Fewer may be chance. */
const MIN_SHARED_LETTERS = 4;
/** The minimum share of letter pairs that two spellings have in common (Sørensen and Dice). */
const MIN_LIKENESS = 0.8;

const partsOf = (typed: string): string[] =>
  [typed, ...typed.split(PARTS)].map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));

/** True if the word helps to tell whose name it is. */
export const isTelling = (word: string): boolean => !GENERIC.has(word);

/** The words of a name that tell whose name it is. */
export const tellingWords = (name: string): string[] => distinctiveWordsOf(name).filter(isTelling);

const tellingLetters = (words: readonly string[]): string => words.filter(isTelling).join('');

/** True if the longer name has every word of the shorter one, and one of them tells whose name it is. */
function isContained(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, new Set(b)] : [b, new Set(a)];
  const letters = shorter.join('').length;
  return (
    tellingLetters(shorter) !== '' &&
    letters >= MIN_SHARED_LETTERS &&
    shorter.every((word) => longer.has(word))
  );
}

const pairsOf = (letters: string): string[] =>
  Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2));

/** The share of letter pairs that two texts have in common, 0..1 (Sørensen and Dice). */
export function sharedPairs(a: string, b: string): number {
  const left = new Map<string, number>();
  for (const pair of pairsOf(a)) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of pairsOf(b)) {
    const count = left.get(pair) ?? 0;
    if (count > 0) shared += 1;
    left.set(pair, count - 1);
  }
  return (2 * shared) / Math.max(a.length + b.length - 2, 1);
}

function isAlike(typed: string, name: string): boolean {
  const [a, b] = [distinctiveWordsOf(typed), distinctiveWordsOf(name)];
  if (isContained(a, b)) return true;
  const [left, right] = [tellingLetters(a), tellingLetters(b)];
  return Math.min(left.length, right.length) > MIN_SHARED_LETTERS && sharedPairs(left, right) >= MIN_LIKENESS;
}

/** Compares the typed name. @param names present and former names of the company */
export function likenessOf(typed: string, names: readonly string[]): NameLikeness {
  const parts = partsOf(typed);
  const normalised = new Set(names.map(normaliseName));
  if (parts.some((part) => normalised.has(normaliseName(part)))) return 'same';
  return parts.some((part) => names.some((name) => isAlike(part, name))) ? 'alike' : 'other';
}
