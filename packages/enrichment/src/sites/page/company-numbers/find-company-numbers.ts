/**
 * Finds company numbers in one pass over the words of a text. The nearest label decides what a number is. A
 * label of another register (charities, VAT, phones) excludes it. Labels count up to 110 characters before a
 * number and 60 after it, and further back for the subject of a plain `registered number`.
 */
import { completeCompanyNumber, type CompanyNumber } from '../../../../../words/src/company-number.js';
import { candidatesIn, type NumberCandidate } from './candidates.js';
import { labelsIn, type Label, type RegisterCountry } from './labels.js';
import { endsWithLegalEnding } from './company-names.js';
import { wordsOf, type Word } from './words.js';

export interface FoundNumber {
  readonly number: CompanyNumber;
  readonly start: number;
  readonly end: number;
  /** The position in a list of numbers with one label, from 1; 0: no list. */
  readonly placeInList: number;
}

const MAX_CHARS_BEFORE = 110;
/** The characters searched back for the subject of a plain `registered number`. */
const MAX_CHARS_OF_CONTEXT = 220;
const MAX_CHARS_AFTER = 60;
/** The maximum characters between a label `company number` and its number. */
const LONGEST_GAP = 60;
/** The maximum candidates of a text that are checked. */
const MAX_CANDIDATES = 2_000;

/** The words that may be between `registered in England` and the number. */
const FILLER = new Set(
  'as under with the and a company its is of number no from o r yn y companies house'.split(' '),
);

interface Context {
  readonly text: string;
  readonly candidate: NumberCandidate;
  /** The labels between the previous number and this one, the nearest first. */
  readonly before: readonly Label[];
  /** The labels between this number and the next, the nearest first. */
  readonly behind: readonly Label[];
  /**
   * The countries of registration: first those before the number, nearest first, also beyond other numbers;
   * then those after it, up to the next number.
   */
  readonly countries: readonly RegisterCountry[];
}

const gapOf = ({ text, candidate }: Context, label: Label): string => text.slice(label.end, candidate.start);

/** Returns true if another register's label directly precedes the label: `SRA registration no`. */
function isOfOtherRegister(around: Context, label: Label): boolean {
  const nearer = around.before.indexOf(label);
  const other = around.before[nearer + 1];
  if (other?.kind !== 'other') return false;
  return /^[\s.']{0,2}(?:is |body )?$/.test(around.text.slice(other.end, label.start));
}

const onlyFiller = (gap: string, maxWords: number): boolean => {
  if (gap.length > 40) return false;
  const words = gap.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= maxWords && words.every((word) => FILLER.has(word.toLowerCase()));
};

/** Returns true if a sentence or a block ends in the text. */
const hasSentenceEnd = (text: string): boolean => /[.!?;)] |\|/.test(text);

const isOfCompany = (around: Context, label: Label): boolean =>
  label.kind !== 'other' && label.kind !== 'number' && !isOfOtherRegister(around, label);
/** Returns true if a registered office is before or after the number, or a company's name before it. */
function isBesideCompany(
  { text, candidate: { start, end, prefix, digits } }: Context,
  label: Label,
): boolean {
  if (!/^reg/i.test(text.slice(label.start, label.end)) || prefix.length + digits.length < 8) return false;
  const behind = /^\W{0,6}(?:our )?registered (?:office|address)\b/i.test(text.slice(end, end + 40));
  const before = text.slice(Math.max(0, start - MAX_CHARS_BEFORE), label.start);
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = words.findLast((word) => !/^(?:with|has|under)$/i.test(word)) ?? '';
  const isNamed = endsWithLegalEnding(last);
  return behind || isNamed || /\bregistered (?:office|address)\b/i.test(before);
}

/** Returns true if words around `No. 01234999` or `registration number 01234999` show a company. */
function isByNumberLabel(around: Context, label: Label): boolean {
  if (gapOf(around, label).length > 14 || isOfOtherRegister(around, label)) return false;
  const further = around.before.slice(1).find(({ kind }) => kind !== 'number');
  if (further?.kind !== 'other' && isBesideCompany(around, label)) return true;
  if (further !== undefined) {
    if (isOfCompany(around, further)) return true;
    if (!hasSentenceEnd(around.text.slice(further.end, label.start))) return false;
  }
  const [next] = around.behind;
  if (next?.kind === 'registered' || next?.kind === 'company_number') return true;
  return isCountryBehind(around) && around.text.slice(label.start, label.end).length > 3;
}

/** Returns true if a country follows: `Registered No. 2096599 England`. */
const isCountryBehind = ({ text, candidate }: Context): boolean =>
  /^[\s,.(-]{0,4}(?:in )?(?:England|Scotland|Wales|Northern Ireland)\b/i.test(
    text.slice(candidate.end, candidate.end + 24),
  );

/** Returns true for a number in brackets after a name: `Acme Limited (No. 01234999)`. */
function isBracketedAfterName({ text, candidate }: Context): boolean {
  const before = text
    .slice(Math.max(0, candidate.start - 40), candidate.start)
    .trimEnd()
    .replace(/\((?:no|number)[.:]{0,2}$/i, '(');
  return before.endsWith('(') && text[candidate.end] === ')' && endsWithLegalEnding(before.slice(0, -1));
}

function isCompanyNumber(around: Context): boolean {
  const [label] = around.before;
  if (isBracketedAfterName(around)) return candidateDigits(around) >= 6;
  if (label === undefined || around.candidate.start - label.end > MAX_CHARS_BEFORE) return false;
  const gap = gapOf(around, label);
  if (candidateDigits(around) === 5 && gap.length > 8) return false;
  if (around.candidate.grouped && (gap.length > 4 || label.kind === 'other')) return false;
  switch (label.kind) {
    case 'other':
      return false;
    case 'company_number':
      return gap.length <= LONGEST_GAP && !isOfOtherRegister(around, label);
    case 'number':
      return isByNumberLabel(around, label);
    case 'registered':
      return onlyFiller(gap, 3) && !isOfOtherRegister(around, label);
    case 'company':
      return onlyFiller(gap, 1) && !isOfOtherRegister(around, label);
  }
}

const PLURAL = /\b(?:numbers|nos)[.:]?\s?$/i;
const JOINED = /^(?:,|,?\s?(?:and|&))\s?$/;

/** The position in a list such as `company numbers 01234999 and 07654399`; 0: no list. */
function listPlaceOf({ text, candidate }: Context, last: FoundNumber | undefined): number {
  if (PLURAL.test(text.slice(Math.max(0, candidate.start - 12), candidate.start))) return 1;
  if (last === undefined || last.placeInList === 0 || candidate.digits.length < 6) return 0;
  return JOINED.test(text.slice(last.end, candidate.start)) ? last.placeInList + 1 : 0;
}

const candidateDigits = ({ candidate }: Context): number => candidate.digits.length + candidate.prefix.length;

/** The complete number. The country, or a partnership's name, determines a missing prefix. */
function numberOf({ candidate, countries, text }: Context): CompanyNumber | null {
  const { prefix, digits } = candidate;
  if (prefix !== '' || digits.length > 6) return completeCompanyNumber(prefix + digits);
  const near = text.slice(Math.max(0, candidate.start - MAX_CHARS_BEFORE), candidate.start);
  const isPartnership = /\bllp\b|limited liability partnership/i.test(near);
  const [country] = countries;
  if (country === 'scotland') return completeCompanyNumber(`${isPartnership ? 'SO' : 'SC'}${digits}`);
  if (country === 'northern_ireland') return completeCompanyNumber(`${isPartnership ? 'NC' : 'NI'}${digits}`);
  return completeCompanyNumber(isPartnership && digits.length === 6 ? `OC${digits}` : digits);
}

/** Yields the context of each candidate, in one pass over candidates and labels. */
function* contextsOf(
  text: string,
  candidates: readonly NumberCandidate[],
  labels: readonly Label[],
): Generator<Context> {
  let next = 0;
  for (const [at, candidate] of candidates.entries()) {
    while ((labels[next]?.end ?? Infinity) <= candidate.start) next += 1;
    const last = candidates[at - 1]?.end ?? 0;
    const far = candidates[at + 1]?.start ?? Infinity;
    const before: Label[] = [];
    const countries: RegisterCountry[] = [];
    for (let i = next - 1; i >= 0; i -= 1) {
      const label = labels[i];
      if (label === undefined || candidate.start - label.end > MAX_CHARS_OF_CONTEXT) break;
      if (label.end > last) before.push(label);
      if (label.place !== null) countries.push(label.place);
    }
    const behind: Label[] = [];
    for (let i = next; i < labels.length; i += 1) {
      const label = labels[i];
      if (label === undefined || label.start - candidate.end > MAX_CHARS_AFTER) break;
      if (label.start < candidate.end || label.start > far) continue;
      behind.push(label);
      if (label.place !== null) countries.push(label.place);
    }
    yield { text, candidate, before, behind, countries };
  }
}

/** @param text the folded text of one region @param maxNumbers the maximum number of results */
export function findCompanyNumbers(
  text: string,
  maxNumbers: number,
): { found: FoundNumber[]; words: Word[] } {
  if (!/\d{2}/.test(text)) return { found: [], words: [] };
  const words = wordsOf(text);
  const candidates = candidatesIn(text, words).slice(0, MAX_CANDIDATES);
  if (candidates.length === 0) return { found: [], words };
  const numbers: FoundNumber[] = [];
  for (const around of contextsOf(text, candidates, labelsIn(words))) {
    if (numbers.length >= maxNumbers) break;
    const { start, end } = around.candidate;
    const placeInList = listPlaceOf(around, numbers.at(-1));
    const isCounted = around.countries[0] !== 'abroad' && (placeInList > 1 || isCompanyNumber(around));
    const number = isCounted ? numberOf(around) : null;
    if (number !== null) numbers.push({ number, start, end, placeInList });
  }
  return { found: numbers, words };
}
