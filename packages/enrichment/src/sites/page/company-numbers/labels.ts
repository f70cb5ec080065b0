/** Finds the labels of numbers in a text. Their words were collected from companies' pages. */
import words from './label-words.json';
import { phraseAt, phraseTable, type Word } from './words.js';

/**
 * `number`: a number of any kind. `registered`: a registration, often with its place (`registered in Wales`).
 * `company`: a kind of company (`private limited company`). `other`: no company number, as of VAT or a phone.
 */
export type LabelKind = 'company_number' | 'number' | 'registered' | 'company' | 'other';

export type RegisterCountry = 'england_wales' | 'scotland' | 'northern_ireland' | 'uk' | 'abroad';

/** Makes a table that finds the meaning of a phrase, from a list of phrases for each meaning. */
const byPhrase = <T extends string>(phrases: Readonly<Record<T, readonly string[]>>) =>
  phraseTable<T>(
    Object.fromEntries(
      (Object.entries(phrases) as [T, readonly string[]][]).flatMap(([value, all]) =>
        all.map((phrase) => [phrase, value]),
      ),
    ),
  );

const NUMBER_WORDS: ReadonlySet<string> = new Set(words.number);
const COMPANY_WORDS: ReadonlySet<string> = new Set(words.company);
const REGISTERING_WORDS: ReadonlySet<string> = new Set(words.registering);

/** The fixed labels. Labels such as `company number` are combined from the sets above. */
const NUMBER_LABELS = byPhrase<Exclude<LabelKind, 'number'>>(words.labels);

const PLACES = byPhrase<RegisterCountry>(words.places);

export interface Label {
  readonly kind: LabelKind;
  /** The start of the label. */
  readonly start: number;
  /** The end of the label, including a place after it. */
  readonly end: number;
  /** The country of the register in the label; null: none. */
  readonly place: RegisterCountry | null;
}

/** The words that may be between `registered in` and the place. */
const BEFORE_PLACE: ReadonlySet<string> = new Set(['the', 'and', 'as', 'a', 'company', 'under', 'number']);

/** The number of words of a label such as `companies house registration no`; 0: none. */
function companyNumberWords(words: readonly Word[], at: number): number {
  const is = (place: number, set: ReadonlySet<string>): boolean => set.has(words[place]?.text ?? '');
  if (!is(at, COMPANY_WORDS)) return 0;
  let next = at + 1;
  if (words[next]?.text === 's') next += 1;
  if (words[next]?.text === 'house') next += 1;
  const registering = is(next, REGISTERING_WORDS) ? words[next]?.text : undefined;
  if (registering !== undefined) next += 1;
  if (is(next, NUMBER_WORDS)) return next + 1 - at;
  return registering === 'reg' || registering === 'registration' || registering === 'regn' ? next - at : 0;
}

/** The number of words of a label `registration number`, `reg no` or `number`; 0: none. */
function numberWords(words: readonly Word[], at: number): number {
  const first = words[at]?.text ?? '';
  if (NUMBER_WORDS.has(first)) return 1;
  return REGISTERING_WORDS.has(first) && NUMBER_WORDS.has(words[at + 1]?.text ?? '') ? 2 : 0;
}

function placeFrom(
  words: readonly Word[],
  from: number,
): { readonly place: RegisterCountry; readonly next: number } | null {
  for (let at = from; at < from + 3; at += 1) {
    const place = phraseAt(PLACES, words, at);
    if (place !== null) return { place: place.value, next: at + place.length };
    if (!BEFORE_PLACE.has(words[at]?.text ?? '')) return null;
  }
  return null;
}

function phraseLabel(words: readonly Word[], at: number): { kind: LabelKind; length: number } | null {
  const company = companyNumberWords(words, at);
  if (company > 0) return { kind: 'company_number', length: company };
  const label = phraseAt(NUMBER_LABELS, words, at);
  if (label !== null) return { kind: label.value, length: label.length };
  const number = numberWords(words, at);
  return number === 0 ? null : { kind: 'number', length: number };
}

/** All labels of a text, in order. */
export function labelsIn(words: readonly Word[]): Label[] {
  const labels: Label[] = [];
  for (let at = 0; at < words.length;) {
    const label = phraseLabel(words, at);
    const first = words[at];
    if (label === null || first === undefined) {
      at += 1;
      continue;
    }
    at += label.length;
    const place = label.kind === 'registered' ? placeFrom(words, at) : null;
    if (place !== null) at = place.next;
    labels.push({
      kind: label.kind,
      start: first.start,
      end: words[at - 1]?.end ?? first.end,
      place: place?.place ?? null,
    });
  }
  return labels;
}
