/** Lists words that say what a number beside them is. We collected them from pages. */
import words from './label-words.json';
import { phraseTable } from './words.js';

/** `number`: any. `registered`: in a place. `company`: names a company. `other`: not a company's. */
export type LabelKind = 'company_number' | 'number' | 'registered' | 'company' | 'other';

export type RegisterCountry = 'england_wales' | 'scotland' | 'northern_ireland' | 'uk' | 'abroad';

/** @param phrases by what they say */
const byPhrase = <T extends string>(phrases: Readonly<Record<T, readonly string[]>>) =>
  phraseTable<T>(
    Object.fromEntries(
      (Object.entries(phrases) as [T, readonly string[]][]).flatMap(([value, all]) =>
        all.map((phrase) => [phrase, value]),
      ),
    ),
  );

export const NUMBER_WORDS: ReadonlySet<string> = new Set(words.number);
export const COMPANY_WORDS: ReadonlySet<string> = new Set(words.company);
export const REGISTERING_WORDS: ReadonlySet<string> = new Set(words.registering);

/** Phrases that say it whole; `company number` and the like are put together from the sets above. */
export const NUMBER_LABELS = byPhrase<Exclude<LabelKind, 'number'>>(words.labels);

export const PLACES = byPhrase<RegisterCountry>(words.places);
