/**
 * Finds company numbers in one pass over the words of a text. The nearest label tells what a number is; one
 * of another register (charities, VAT, phones) vetoes it. Labels count up to 110 characters before a number
 * and 60 behind it, and further back for the subject of a plain `registered number`.
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
  /** The number's place in a list of numbers under one label, from 1; 0: it is in no list. */
  readonly placeInList: number;
}

const MAX_CHARS_BEFORE = 110;
/** The characters in which the subject of a plain `registered number` is sought. */
const MAX_CHARS_OF_CONTEXT = 220;
const MAX_CHARS_BEHIND = 60;
/** The most characters between a label `company number` and its number. */
const LONGEST_GAP = 60;
/** Numbers of a page that are looked at. */
const MAX_CANDIDATES = 2_000;

/** Words that may stand between `registered in England` and the number. */
const FILLER = new Set(
  'as under with the and a company its is of number no from o r yn y companies house'.split(' '),
);

interface Around {
  readonly text: string;
  readonly candidate: NumberCandidate;
  /** The labels between the number before and this one, nearest first. */
  readonly before: readonly Label[];
  /** The labels between this number and the next, nearest first. */
  readonly behind: readonly Label[];
  /**
   * Countries of registration: those before the number, nearest first, also beyond other numbers; then those
   * behind it, up to the next number.
   */
  readonly countries: readonly RegisterCountry[];
}

const gapOf = ({ text, candidate }: Around, label: Label): string => text.slice(label.end, candidate.start);

/** `charity registered in`, `SRA registration no`: the word before the label says what is registered. */
function isOthers(around: Around, label: Label): boolean {
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

/** Tells whether a sentence or a block ends in the text. */
const isParted = (text: string): boolean => /[.!?;)] |\|/.test(text);

const isOfCompany = (around: Around, label: Label): boolean =>
  label.kind !== 'other' && label.kind !== 'number' && !isOthers(around, label);

/** Tells whether the number stands beside a registered office, in either order, or after a company's name. */
function isBesideCompany({ text, candidate: { start, end, prefix, digits } }: Around, label: Label): boolean {
  if (!/^reg/i.test(text.slice(label.start, label.end)) || prefix.length + digits.length < 8) return false;
  const behind = /^\W{0,6}(?:our )?registered (?:office|address)\b/i.test(text.slice(end, end + 40));
  const before = text.slice(Math.max(0, start - MAX_CHARS_BEFORE), label.start);
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = words.findLast((word) => !/^(?:with|has|under)$/i.test(word)) ?? '';
  const named = endsWithLegalEnding(last);
  return behind || named || /\bregistered (?:office|address)\b/i.test(before);
}

/** Tells whether `No. 01234999` or `registration number 01234999` has words of a company around it. */
function byNumberLabel(around: Around, label: Label): boolean {
  if (gapOf(around, label).length > 14 || isOthers(around, label)) return false;
  const further = around.before.slice(1).find(({ kind }) => kind !== 'number');
  if (further?.kind !== 'other' && isBesideCompany(around, label)) return true;
  if (further !== undefined) {
    if (isOfCompany(around, further)) return true;
    if (!isParted(around.text.slice(further.end, label.start))) return false;
  }
  const [next] = around.behind;
  if (next?.kind === 'registered' || next?.kind === 'company_number') return true;
  return isCountryBehind(around) && around.text.slice(label.start, label.end).length > 3;
}

/** `Registered No. 2096599 England` */
const isCountryBehind = ({ text, candidate }: Around): boolean =>
  /^[\s,.(-]{0,4}(?:in )?(?:England|Scotland|Wales|Northern Ireland)\b/i.test(
    text.slice(candidate.end, candidate.end + 24),
  );

/** `Acme Limited (01234999)`, `Acme Limited (No. 01234999)` */
function byName({ text, candidate }: Around): boolean {
  const before = text
    .slice(Math.max(0, candidate.start - 40), candidate.start)
    .trimEnd()
    .replace(/\((?:no|number)[.:]{0,2}$/i, '(');
  return before.endsWith('(') && text[candidate.end] === ')' && endsWithLegalEnding(before.slice(0, -1));
}

function isCompanyNumber(around: Around): boolean {
  const [label] = around.before;
  if (byName(around)) return candidateDigits(around) >= 6;
  if (label === undefined || around.candidate.start - label.end > MAX_CHARS_BEFORE) return false;
  const gap = gapOf(around, label);
  if (candidateDigits(around) === 5 && gap.length > 8) return false;
  if (around.candidate.grouped && (gap.length > 4 || label.kind === 'other')) return false;
  switch (label.kind) {
    case 'other':
      return false;
    case 'company_number':
      return gap.length <= LONGEST_GAP && !isOthers(around, label);
    case 'number':
      return byNumberLabel(around, label);
    case 'registered':
      return onlyFiller(gap, 3) && !isOthers(around, label);
    case 'company':
      return onlyFiller(gap, 1) && !isOthers(around, label);
  }
}

const PLURAL = /\b(?:numbers|nos)[.:]?\s?$/i;
const JOINED = /^(?:,|,?\s?(?:and|&))\s?$/;

/** The number's place in a list under one label, `company numbers 01234999 and 07654399`; 0: no list. */
function listPlaceOf({ text, candidate }: Around, last: FoundNumber | undefined): number {
  if (PLURAL.test(text.slice(Math.max(0, candidate.start - 12), candidate.start))) return 1;
  if (last === undefined || last.placeInList === 0 || candidate.digits.length < 6) return 0;
  return JOINED.test(text.slice(last.end, candidate.start)) ? last.placeInList + 1 : 0;
}

const candidateDigits = ({ candidate }: Around): number => candidate.digits.length + candidate.prefix.length;

/** The complete number, its prefix added by the country, and for partnerships by the name. */
function numberOf({ candidate, countries, text }: Around): CompanyNumber | null {
  const { prefix, digits } = candidate;
  if (prefix !== '' || digits.length > 6) return completeCompanyNumber(prefix + digits);
  const near = text.slice(Math.max(0, candidate.start - MAX_CHARS_BEFORE), candidate.start);
  const partnership = /\bllp\b|limited liability partnership/i.test(near);
  const [country] = countries;
  if (country === 'scotland') return completeCompanyNumber(`${partnership ? 'SO' : 'SC'}${digits}`);
  if (country === 'northern_ireland') return completeCompanyNumber(`${partnership ? 'NC' : 'NI'}${digits}`);
  return completeCompanyNumber(partnership && digits.length === 6 ? `OC${digits}` : digits);
}

/** The labels around each candidate, found in one walk over both. */
function* aroundEach(
  text: string,
  candidates: readonly NumberCandidate[],
  labels: readonly Label[],
): Generator<Around> {
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
      if (label === undefined || label.start - candidate.end > MAX_CHARS_BEHIND) break;
      if (label.start < candidate.end || label.start > far) continue;
      behind.push(label);
      if (label.place !== null) countries.push(label.place);
    }
    yield { text, candidate, before, behind, countries };
  }
}

/** @param text folded, of one region; @param maxNumbers the maximum number of results */
export function findCompanyNumbers(
  text: string,
  maxNumbers: number,
): { found: FoundNumber[]; words: Word[] } {
  if (!/\d{2}/.test(text)) return { found: [], words: [] };
  const words = wordsOf(text);
  const candidates = candidatesIn(text, words).slice(0, MAX_CANDIDATES);
  if (candidates.length === 0) return { found: [], words };
  const numbers: FoundNumber[] = [];
  for (const around of aroundEach(text, candidates, labelsIn(words))) {
    if (numbers.length >= maxNumbers) break;
    const { start, end } = around.candidate;
    const placeInList = listPlaceOf(around, numbers.at(-1));
    const counts = around.countries[0] !== 'abroad' && (placeInList > 1 || isCompanyNumber(around));
    const number = counts ? numberOf(around) : null;
    if (number !== null) numbers.push({ number, start, end, placeInList });
  }
  return { found: numbers, words };
}
