/** Makes queries to a news feed, and finds the articles about a company, with what ties them to it. Pure. */
import { z } from 'zod';
import type { ReadingTypes } from '../../../live/readings/readings.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { ascending, newestDayFirst } from '../../runner/served-lists.js';
import { confidence, host, isoDate, text } from '../../runner/value-types.js';
import newsWords from './news-words.json';
import {
  distinctiveWords,
  distinctiveWordsOf,
  exactName,
  wordsOfName,
} from '../../../../../words/src/names/company-name.js';
import { isTelling } from '../../../../../words/src/names/name-likeness.js';
import { memoize } from '../../../../../words/src/memoize.js';
import writtenEndings from './written-endings.json';

/** The minimum length of a phrase: the feed refuses shorter ones. */
const SHORTEST_PHRASE = 5;
/** The maximum length of a query: the feed refuses longer ones. */
const LONGEST_QUERY = 230;
const SHORTEST_PLACE = 3;

/** The ways in which papers write the common endings. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = writtenEndings;

/** A legal name as it stands in articles: lower case, single blanks, nothing but letters and digits. */
interface WrittenName {
  /** The name without its ending. */
  readonly words: string;
  /** The name with its ending, in each way in which papers write the ending. */
  readonly whole: readonly string[];
}

/** The letters and digits of a text, in the form in which names are compared. */
const wordsIn = (text: string): string => wordsOfName(exactName(text)).join(' ').toLowerCase();

/** The maximum number of cached towns: more than there are post towns. */
const MAX_TOWNS = 5_000;
const wordsOfTown = memoize(MAX_TOWNS, wordsIn);

function writtenName(name: string): WrittenName {
  const nameParts = wordsOfName(exactName(name));
  const nameWords = distinctiveWords(nameParts);
  const words = nameWords.join(' ').toLowerCase();
  const after = nameParts.slice(nameParts.lastIndexOf(nameWords.at(-1) ?? '') + 1);
  const ending = after.filter((word) => word !== 'THE').join(' ');
  const endings = WRITTEN[ending] ?? (ending === '' ? [] : [ending.toLowerCase()]);
  return { words, whole: endings.map((ending) => `${words} ${ending}`) };
}

const isPhrase = (text: string): boolean => text.includes(' ') && text.length >= SHORTEST_PHRASE;

/** The phrases to query; an article must hold one. Names of one or common words need the legal ending. */
function phrasesOf(name: string): readonly string[] {
  const nameWords = distinctiveWordsOf(name);
  const words = nameWords.join(' ').toLowerCase();
  return isPhrase(words) && nameWords.some(isTelling) ? [words] : writtenName(name).whole.filter(isPhrase);
}

const anyPhrase = (phrases: readonly string[]): string => {
  const quoted = phrases.map((phrase) => `"${phrase}"`);
  return quoted.length === 1 ? quoted.join('') : `(${quoted.join(' OR ')})`;
};

/**
 * The query for name and town, in the feed's language. Names aren't unique, so a name is never queried
 * without its town. Null: the town is missing or too short, the name has no phrase, or the query is too long.
 */
export function nameAndPlaceQuery({ name, office }: Pick<CompanyRecord, 'name' | 'office'>): string | null {
  const phrases = phrasesOf(name);
  const town = wordsOfTown(office.post_town ?? '');
  if (phrases.length === 0 || town.length < SHORTEST_PLACE) return null;
  const place = town.includes(' ') ? `"${town}"` : town;
  const query = `${anyPhrase(phrases)} ${place} sourcecountry:UK`;
  return query.length > LONGEST_QUERY ? null : query;
}

/** The query for everything on the company's own website. */
export const ownSiteQuery = (host: string): string => `domainis:${host}`;

type NewsReading = ReadingTypes['news'];
type NewsArticle = NewsReading['articles'][number];

const NEWS_TYPES = [
  'insolvency',
  'legal',
  'acquisition',
  'funding',
  'contract',
  'jobs',
  'appointment',
  'results',
  'expansion',
  'award',
  'other',
] as const;
type NewsType = (typeof NEWS_TYPES)[number];

const WORDS: Readonly<Record<Exclude<NewsType, 'other'>, string>> = newsWords;

const TYPE_PATTERNS = Object.entries(WORDS).map(
  ([type, words]) => [type as NewsType, new RegExp(`\\b(?:${words.replaceAll(' ', '|')})\\b`, 'i')] as const,
);

/** The type of a headline, by whole words in it; the first type that fits counts. */
const typeOfHeadline = (headline: string): NewsType =>
  TYPE_PATTERNS.find(([, words]) => words.test(headline))?.[0] ?? 'other';

export const newsItem = z.strictObject({
  headline: text,
  url: text,
  publisher_host: host,
  published_on: isoDate.describe('When the feed first saw it.'),
  type: z.enum(NEWS_TYPES).describe('By words of the headline.'),
  matched_on: z.enum(['company_number', 'domain', 'exact_name_and_place']),
  confidence,
});
export type NewsItem = z.output<typeof newsItem>;

/** Start values of the confidence (Blocks 3.2). For a name and place it depends on the headline itself. */
const CONFIDENCE = {
  company_number: 0.98,
  domain: 0.95,
  whole_name_or_place_in_headline: 0.85,
  name_in_headline: 0.75,
  in_text: 0.6,
} as const;
/** Places that every other article in the country names. */
const COMMON_PLACES: ReadonlySet<string> = new Set(['london']);
const COMMON_PLACE_PENALTY = 0.15;

const holds = (text: string, phrase: string): boolean => ` ${text} `.includes(` ${phrase} `);

/** Tells whether the headline or the address has the whole number. */
const namesNumber = ({ headline, url }: NewsArticle, number: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${number}(?![A-Za-z0-9])`, 'i').test(`${headline} ${url}`);

function namedConfidence(headline: string, { words, whole }: WrittenName, town: string): number {
  const headlineWords = wordsIn(headline);
  const isNamed = holds(headlineWords, words);
  const isSure = whole.some((name) => holds(headlineWords, name)) || (isNamed && holds(headlineWords, town));
  const { whole_name_or_place_in_headline, name_in_headline, in_text } = CONFIDENCE;
  const base = isSure ? whole_name_or_place_in_headline : isNamed ? name_in_headline : in_text;
  return COMMON_PLACES.has(town) ? Math.round((base - COMMON_PLACE_PENALTY) * 1_000) / 1_000 : base;
}

const isOn = (publisher: string, host: string): boolean =>
  publisher === host || publisher.endsWith(`.${host}`);

/** The feed's answers to the queries; null: the query was not asked. */
export interface FoundNews {
  readonly byPlace: NewsReading | null;
  /** The answer to the query with the accepted website. */
  readonly bySite: { readonly host: string; readonly reading: NewsReading } | null;
}

const itemOf = (article: NewsArticle, matched: Pick<NewsItem, 'matched_on' | 'confidence'>): NewsItem => ({
  headline: article.headline,
  url: article.url,
  publisher_host: article.publisher_host,
  published_on: article.seen_on,
  type: typeOfHeadline(article.headline),
  ...matched,
});

/** The articles, each once, with the confidence of its best match; the newest first. */
export function newsItems(
  company: Pick<CompanyRecord, 'number' | 'name' | 'office'>,
  { byPlace, bySite }: FoundNews,
): NewsItem[] {
  const name = writtenName(company.name);
  const town = wordsIn(company.office.post_town ?? '');
  const siteItems = (bySite?.reading.articles ?? [])
    .filter(({ publisher_host }) => bySite !== null && isOn(publisher_host, bySite.host))
    .map((article) => itemOf(article, { matched_on: 'domain', confidence: CONFIDENCE.domain }));
  const nameAndPlaceItems = (byPlace?.articles ?? [])
    .filter(({ country }) => country === 'United Kingdom')
    .map((article) =>
      namesNumber(article, company.number)
        ? itemOf(article, { matched_on: 'company_number', confidence: CONFIDENCE.company_number })
        : itemOf(article, {
            matched_on: 'exact_name_and_place',
            confidence: namedConfidence(article.headline, name, town),
          }),
    );
  const surest = [...siteItems, ...nameAndPlaceItems].sort((a, b) => b.confidence - a.confidence);
  const unique = surest.filter((item, at) => surest.findIndex(({ url }) => url === item.url) === at);
  return unique.sort((a, b) => newestDayFirst(a.published_on, b.published_on) || ascending(a.url, b.url));
}
