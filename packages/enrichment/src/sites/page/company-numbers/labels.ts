/** Where a text says what its numbers are. */
import {
  COMPANY_WORDS,
  LABELS,
  NUMBER_WORDS,
  PLACES,
  REGISTERING_WORDS,
  type LabelKind,
  type Place,
} from './label-words.js';
import { phraseAt, type Word } from './words.js';

export interface Label {
  readonly kind: LabelKind;
  /** Of its first character, and behind its last one; a place that it names is part of it. */
  readonly start: number;
  readonly end: number;
  /** Where it says that something is registered. */
  readonly place: Place | null;
}

/** Words between `registered in` and the place. */
const BEFORE_PLACE: ReadonlySet<string> = new Set(['the', 'and', 'as', 'a', 'company', 'under', 'number']);

/**
 * How many words from here make `company number`, `companies house registration no` and the like; 0: none.
 */
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

/** `registration number`, `reg no`, `number`; 0: none. */
function numberWords(words: readonly Word[], at: number): number {
  const first = words[at]?.text ?? '';
  if (NUMBER_WORDS.has(first)) return 1;
  return REGISTERING_WORDS.has(first) && NUMBER_WORDS.has(words[at + 1]?.text ?? '') ? 2 : 0;
}

function placeFrom(
  words: readonly Word[],
  from: number,
): { readonly place: Place; readonly next: number } | null {
  for (let at = from; at < from + 3; at += 1) {
    const found = phraseAt(PLACES, words, at);
    if (found !== null) return { place: found.value, next: at + found.length };
    if (!BEFORE_PLACE.has(words[at]?.text ?? '')) return null;
  }
  return null;
}

function phraseLabel(words: readonly Word[], at: number): { kind: LabelKind; length: number } | null {
  const company = companyNumberWords(words, at);
  if (company > 0) return { kind: 'company_number', length: company };
  const told = phraseAt(LABELS, words, at);
  if (told !== null) return { kind: told.value, length: told.length };
  const number = numberWords(words, at);
  return number === 0 ? null : { kind: 'number', length: number };
}

/** All labels of a text, in order. */
export function labelsIn(words: readonly Word[]): Label[] {
  const labels: Label[] = [];
  for (let at = 0; at < words.length;) {
    const found = phraseLabel(words, at);
    const first = words[at];
    if (found === null || first === undefined) {
      at += 1;
      continue;
    }
    at += found.length;
    const place = found.kind === 'registered' ? placeFrom(words, at) : null;
    if (place !== null) at = place.next;
    labels.push({
      kind: found.kind,
      start: first.start,
      end: words[at - 1]?.end ?? first.end,
      place: place?.place ?? null,
    });
  }
  return labels;
}
