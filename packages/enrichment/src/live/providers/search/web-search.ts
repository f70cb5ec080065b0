/** Searches the web by Brave Search (https://api-dashboard.search.brave.com/api-reference/web/search/get). */
import { z } from 'zod';
import { notOwnSite } from '../../../../../words/src/hosts/not-own-sites.js';
import { hostOf } from '../../../../../words/src/hosts/website-host.js';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { ProviderQuestion } from '../provider.js';

/** The hosts that a search finds. No text of a page is kept. */
export interface WebSearchReading {
  readonly searched_on: IsoDate;
  /** Hosts of the found pages, once each, in their order, without registers, directories and the like. */
  readonly hosts: readonly string[];
}

/** The maximum length of a query that the provider accepts. */
const MAX_CHARACTERS = 400;
const MAX_WORDS = 50;
/** The number of results on one page. The company's site is among the first, or is not found. */
const RESULTS_PER_PAGE = 20;

/** @param words the search terms */
export const searchQuestion = (words: string): ProviderQuestion => ({
  query: {
    q: words.split(/\s+/).slice(0, MAX_WORDS).join(' ').slice(0, MAX_CHARACTERS),
    country: 'GB',
    search_lang: 'en',
    count: String(RESULTS_PER_PAGE),
    result_filter: 'web',
    text_decorations: 'false',
    spellcheck: 'false',
  },
});

/** An answer without results has no `web`. */
const ANSWER = z.object({
  web: z.object({ results: z.array(z.object({ url: z.string().max(10_000) })).max(1_000) }).nullish(),
});

/** The hosts; null: the body is no answer of that interface. */
export function hostsFound(body: unknown): string[] | null {
  const parsed = ANSWER.safeParse(body);
  if (!parsed.success) return null;
  const hosts = (parsed.data.web?.results ?? []).flatMap(({ url }) => hostOf(url) ?? []);
  return [...new Set(hosts)].filter((host) => notOwnSite(host) === null);
}
