/** Finds parts of a text with the form of a company number. */
import { isDigit, isWordCharacter } from '../plain-text.js';
import type { Word } from './words.js';

export interface NumberCandidate {
  /** The prefix in upper case; empty: none. */
  readonly prefix: string;
  readonly digits: string;
  readonly start: number;
  readonly end: number;
  /** True if blanks divide the digits. Then only words directly before them can confirm a number. */
  readonly grouped: boolean;
}

const DIGITS = /^\d+$/;
const PREFIXED = /^([a-z]{2}|r0)(\d{4,6})$/;
/** The prefixes that may have a blank after them. `NO` is missing, because `NO 123456` is a label. */
const APART = new Set('sc ni oc so nc fc lp sl nl br oe ip rs r0'.split(' '));
/** The placeholders of templates. */
const PLACEHOLDERS = new Set('12345678 1234567 01234567 123456 12345 87654321 00123456 0123456'.split(' '));

/** Returns true if the digits are part of a decimal, an amount, a date, an IP address or a reference. */
function isPart(text: string, start: number, end: number): boolean {
  const joinsDigits = (sign: string | undefined, beyond: number): boolean =>
    sign !== undefined && '.,-/:+'.includes(sign) && isDigit(text.charCodeAt(beyond));
  const sign = text[start - 1];
  if (sign !== undefined && '£€$+'.includes(sign)) return true;
  return (
    joinsDigits(sign, start - 2) ||
    joinsDigits(text[end], end + 1) ||
    text[end] === '%' ||
    isLetterJoined(text, start)
  );
}

/** Returns true for a number of another register: `J22/1234`, `X-12345`. */
const isLetterJoined = (text: string, start: number): boolean =>
  (text[start - 1] === '/' || text[start - 1] === '-') && isWordCharacter(text.charCodeAt(start - 2));

/** The candidate in groups after a prefix: `SC 123 456`. */
function prefixedGroups(text: string, words: readonly Word[], at: number): NumberCandidate | null {
  const [before, first, second] = [words[at - 1], words[at], words[at + 1]];
  if (before === undefined || first === undefined || second === undefined) return null;
  const areGroups = first.text.length === 3 && /^\d{3}$/.test(second.text) && second.start === first.end + 1;
  if (!areGroups || !APART.has(before.text) || first.start - before.end > 2) return null;
  if (isPart(text, before.start, second.end)) return null;
  const digits = first.text + second.text;
  return { prefix: before.text.toUpperCase(), digits, start: before.start, end: second.end, grouped: true };
}

/** The candidate of eight digits in groups, with one blank between groups. */
function plainGroups(text: string, words: readonly Word[], at: number): NumberCandidate | null {
  const first = words[at];
  if (first === undefined || first.text.length > 5 || first.text.length < 2) return null;
  let digits = first.text;
  let last = first;
  for (let next = at + 1; digits.length < 8; next += 1) {
    const word = words[next];
    if (word === undefined || !DIGITS.test(word.text) || word.start !== last.end + 1) return null;
    if (text[last.end] !== ' ' || word.text.length < 2) return null;
    digits += word.text;
    last = word;
  }
  if (digits.length !== 8 || isPart(text, first.start, last.end)) return null;
  return { prefix: '', digits, start: first.start, end: last.end, grouped: true };
}

const isPlaceholder = ({ digits }: NumberCandidate): boolean =>
  PLACEHOLDERS.has(digits) || /^(\d)\1*$/.test(digits);

function candidateAt(text: string, words: readonly Word[], at: number): NumberCandidate | null {
  const word = words[at];
  if (word === undefined) return null;
  const { start, end } = word;
  const [, prefix, digits] = PREFIXED.exec(word.text) ?? [];
  if (prefix !== undefined && digits !== undefined && !DIGITS.test(word.text)) {
    return isPart(text, start, end)
      ? null
      : { prefix: prefix.toUpperCase(), digits, start, end, grouped: false };
  }
  if (!DIGITS.test(word.text)) return null;
  if (word.text.length < 5) return prefixedGroups(text, words, at) ?? plainGroups(text, words, at);
  if (word.text.length > 8 || isPart(text, start, end)) return null;
  const before = words[at - 1];
  const hasPrefixBefore = before !== undefined && APART.has(before.text) && start - before.end <= 2;
  if (!hasPrefixBefore || word.text.length > 6)
    return { prefix: '', digits: word.text, start, end, grouped: false };
  return { prefix: before.text.toUpperCase(), digits: word.text, start: before.start, end, grouped: false };
}

/** The candidates in order, without overlaps. */
export function candidatesIn(text: string, words: readonly Word[]): NumberCandidate[] {
  const candidates: NumberCandidate[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const candidate = endsInDigit(words[at]) ? candidateAt(text, words, at) : null;
    if (candidate === null || candidate.start < (candidates.at(-1)?.end ?? 0) || isPlaceholder(candidate))
      continue;
    candidates.push(candidate);
  }
  return candidates;
}

/** Returns true if the word ends in a digit. This quick check excludes most words. */
function endsInDigit(word: Word | undefined): boolean {
  return word !== undefined && isDigit(word.text.charCodeAt(word.text.length - 1));
}
