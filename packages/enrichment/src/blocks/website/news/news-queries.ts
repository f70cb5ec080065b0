/**
 * Makes queries to a news feed, in its language. Many companies bear a name, so that none is asked for alone:
 * the publisher must be the company's own website, or the article must name its town, too.
 */
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import {
  distinctiveWords,
  distinctiveWordsOf,
  exactName,
  wordsOfName,
} from '../../../../../words/src/names/company-name.js';
import { isTelling } from '../../../../../words/src/names/name-likeness.js';
import { memoize } from '../../../../../words/src/memoize.js';
import writtenEndings from './written-endings.json';

/** The minimum length of a phrase. The feed refuses shorter phrases, and longer queries. */
const SHORTEST_PHRASE = 5;
const LONGEST_QUERY = 230;
const SHORTEST_PLACE = 3;

/** The ways in which papers write the common endings. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = writtenEndings;

/** A legal name as it stands in articles: lower case, single blanks, nothing but letters and digits. */
export interface WrittenName {
  /** The name without its ending. */
  readonly words: string;
  /** The name with its ending, in each way in which papers write the ending. */
  readonly whole: readonly string[];
}

/** The letters and digits of a text, in the form in which names are compared. */
export const wordsIn = (text: string): string => wordsOfName(exactName(text)).join(' ').toLowerCase();

/** More entries than there are post towns. Other texts are parsed each time. */
const MAX_TOWNS = 5_000;
const wordsOfTown = memoize(MAX_TOWNS, wordsIn);

export function writtenName(name: string): WrittenName {
  const all = wordsOfName(exactName(name));
  const nameWords = distinctiveWords(all);
  const words = nameWords.join(' ').toLowerCase();
  const after = all.slice(all.lastIndexOf(nameWords.at(-1) ?? '') + 1);
  const ending = after.filter((word) => word !== 'THE').join(' ');
  const endings = WRITTEN[ending] ?? (ending === '' ? [] : [ending.toLowerCase()]);
  return { words, whole: endings.map((ending) => `${words} ${ending}`) };
}

const isPhrase = (text: string): boolean => text.includes(' ') && text.length >= SHORTEST_PHRASE;

/** The phrases that a headline must hold. One word, or common words, count only with the legal ending. */
function phrasesOf(name: string): readonly string[] {
  const nameWords = distinctiveWordsOf(name);
  const words = nameWords.join(' ').toLowerCase();
  return isPhrase(words) && nameWords.some(isTelling) ? [words] : writtenName(name).whole.filter(isPhrase);
}

const oneOf = (phrases: readonly string[]): string => {
  const quoted = phrases.map((phrase) => `"${phrase}"`);
  return quoted.length === 1 ? quoted.join('') : `(${quoted.join(' OR ')})`;
};

/** The query for name and town; null if the register names no town, or the name has no distinctive word. */
export function nameAndPlaceQuery({ name, office }: Pick<CompanyRecord, 'name' | 'office'>): string | null {
  const phrases = phrasesOf(name);
  const town = wordsOfTown(office.post_town ?? '');
  if (phrases.length === 0 || town.length < SHORTEST_PLACE) return null;
  const place = town.includes(' ') ? `"${town}"` : town;
  const query = `${oneOf(phrases)} ${place} sourcecountry:UK`;
  return query.length > LONGEST_QUERY ? null : query;
}

/** The query for everything on the company's own website. */
export const ownSiteQuery = (host: string): string => `domainis:${host}`;
