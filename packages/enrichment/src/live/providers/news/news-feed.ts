/**
 * Reads headlines of three months: GDELT DOC 2.0 API, at most one request in five seconds
 * (https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/).
 */
import { z } from 'zod';
import { hostOf } from '../../../../../words/src/hosts/website-host.js';
import { shallowJson } from '../../../../../platform/src/http-client/bounded-body.js';
import { parseIsoDate, type IsoDate } from '../../../../../words/src/calendar.js';
import { plainText } from '../../../sites/page/plain-text.js';
import type { ProviderQuestion } from '../provider.js';
import { parsedUrl } from '../../../../../words/src/hosts/parsed-url.js';

export interface NewsArticle {
  readonly headline: string;
  readonly url: string;
  /** The host of the publisher's address. */
  readonly publisher_host: string;
  /** The UTC day on which it was first seen, minutes after it came out. */
  readonly seen_on: IsoDate;
  /** The publisher's country in the feed's words, such as `United Kingdom`; null: not stated. */
  readonly country: string | null;
}

/** The facts about an article, never its text. */
export interface NewsReading {
  readonly asked_on: IsoDate;
  /** The articles in the feed's order, newest first. */
  readonly articles: readonly NewsArticle[];
  /** True if there may be more articles. */
  readonly truncated: boolean;
}

/** The maximum that the feed returns. */
const MAX_ARTICLES = 250;
const MAX_HEADLINE = 200;
const MAX_URL = 2_000;

/** @param query in the feed's own words: phrases in quotes, `domainis:`, `sourcecountry:` */
export const newsQuestion = (query: string): ProviderQuestion => ({
  query: {
    query,
    mode: 'artlist',
    format: 'json',
    timespan: '3months',
    sort: 'datedesc',
    maxrecords: String(MAX_ARTICLES),
  },
});

/** The feed's page for too many requests. It may have any status. */
export const TOO_FAST = /^\s*Please limit requests/i;

/** A backslash that escapes nothing, and controls inside strings: headlines come unchanged. */
const ESCAPE = /\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4}))?/g;
const CONTROLS = /[\u0000-\u001f]+/g;

/** Parses the feed's JSON, which doesn't always follow the standard. @throws UnusableBody */
export const parseNews = (text: string): unknown =>
  shallowJson(
    text
      .replace(CONTROLS, ' ')
      .replace(ESCAPE, (whole, character: string | undefined) => (character === undefined ? '' : whole)),
  );

/** An answer without results has no `articles`. */
const ANSWER = z.object({
  articles: z
    .array(
      z.object({
        url: z.string(),
        title: z.string(),
        seendate: z.string(),
        sourcecountry: z.string().nullish(),
      }),
    )
    .max(10_000)
    .optional(),
});

type FoundArticle = NonNullable<z.output<typeof ANSWER>['articles']>[number];

/** `20261121T031500Z`. */
const dayOf = (seenDay: string): IsoDate | null =>
  parseIsoDate(seenDay.replace(/^(\d{4})(\d{2})(\d{2})T\d{6}Z$/, '$1-$2-$3'));

/** The feed puts blanks around punctuation in headlines. */
const headlineOf = (title: string): string | null =>
  plainText(title, MAX_HEADLINE)?.replace(/ ([,.;:!?%)\]])/g, '$1') ?? null;

function articleOf({ url, title, seendate, sourcecountry }: FoundArticle): NewsArticle[] {
  const [publisher_host, seen_on, headline] = [hostOf(url), dayOf(seendate), headlineOf(title)];
  const link = /^https?:\/\//i.test(url) && url.length <= MAX_URL ? parsedUrl(url) : null;
  if (link === null || publisher_host === null || seen_on === null || headline === null) return [];
  return [{ headline, url: link.href, publisher_host, seen_on, country: plainText(sourcecountry, 100) }];
}

/** The articles with headline, link and day; null: the body is no answer of that interface. */
export function newsFound(body: unknown): Pick<NewsReading, 'articles' | 'truncated'> | null {
  const parsed = ANSWER.safeParse(body);
  if (!parsed.success) return null;
  const printed = parsed.data.articles ?? [];
  const articles = printed.slice(0, MAX_ARTICLES).flatMap(articleOf);
  return { articles, truncated: printed.length >= MAX_ARTICLES };
}
