import { z } from 'zod';
import type { ReadingFreshness, ReadingState } from '../../live/readings/readings.js';
import { daysBefore, type IsoDate } from '../../../../words/src/calendar.js';
import type { Records } from '../../sources/kit/records/record.js';
import { defineBlock } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { cutLists } from '../runner/served-lists.js';
import { capped, window } from '../runner/value-types.js';
import {
  newsItem,
  newsItems,
  type FoundNews,
  type NewsItem,
  nameAndPlaceQuery,
  ownSiteQuery,
} from './news/news-items.js';
import { acceptedWebsite } from './accepted-website.js';
import { WEBSITE } from './standing-website.js';

const WINDOW_DAYS = 90;
/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;
/** Below this confidence an item is flagged (Blocks 1.7). */
const REVIEW_BELOW = 0.75;

type News = ReadingState<'news'>;

/** The feed's cap, pauses and failures all mean that the search could not run (Blocks 2.1). */
const failureOf = (state: Extract<News, { status: 'not_read' }>) =>
  state.reason === 'not_available_yet' || state.reason === 'signals_unavailable'
    ? state.reason
    : 'search_unavailable';

/** Tells whether this deployment has a news feed. The key doesn't matter: nothing is fetched for it. */
function hasFeed(readings: { readonly news: (key: string) => News }): boolean {
  const state = readings.news('');
  return state.status !== 'not_read' || state.reason !== 'not_available_yet';
}

type People = SourceFact<Pick<Records<unknown>, 'suppressed'>> | WhyMissing;

/** Tells whether anybody is suppressed: a headline could name that person, and has no person numbers. */
const hidesSomebody = (...lists: readonly People[]): boolean =>
  lists.some((people) => typeof people !== 'string' && people.record?.suppressed !== undefined);

const oldestFreshness = (checks: readonly ReadingFreshness[]): ReadingFreshness => ({
  checked_live: checks.every(({ checked_live }) => checked_live),
  checked_at: checks.map(({ checked_at }) => checked_at).sort()[0] ?? '',
});

function answerOf(
  items: readonly NewsItem[],
  checks: readonly ReadingFreshness[],
  to: IsoDate,
  isHidden: boolean,
) {
  const freshness = oldestFreshness(checks);
  const from = daysBefore(to, WINDOW_DAYS);
  const inWindow = items.filter(({ published_on }) => published_on >= from && published_on <= to);
  const shownItems = isHidden ? [] : inWindow;
  const provenance = {
    source: freshness.checked_live ? 'news_provider' : 'cache',
    as_of: to,
    freshness,
  } as const;
  if (shownItems.length === 0) {
    const detail = cutLists({ items: 0 }, MAX_SERVED, { items: inWindow.length });
    return { status: 'not_found', reason: 'no_signals_on_record', ...provenance, detail } as const;
  }
  return {
    status: 'available',
    value: {
      window: { from, to },
      items: { items: shownItems, total: shownItems.length, truncated: false },
    },
    ...provenance,
  } as const;
}

export default defineBlock({
  key: 'news_signals',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'Headlines about the company of the last 90 days, with links.',
  source: ['news_provider', 'cache'],
  coverage:
    "Companies that an open news feed names together with their registered office's town, or whose accepted website it reads.",
  experimental: true,
  ...WEBSITE,
  uses: [...WEBSITE.uses, 'psc'],
  readings: [...WEBSITE.readings, 'news'],
  reasons: ['no_signals_on_record', 'signals_unavailable', 'search_unavailable', 'not_confirmed'],
  rated_list: {
    field: 'items',
    most: MAX_SERVED,
    flagged: (items: readonly { readonly confidence: number }[]) =>
      items.some((item) => item.confidence < REVIEW_BELOW),
  },
  value: z.strictObject({
    window: window.describe('90 days up to as_of.'),
    items: capped(newsItem),
  }),
})((facts) => {
  const { company, readings } = facts;
  if (company.record === null) return { status: 'not_found', reason: 'not_confirmed' };
  const query = nameAndPlaceQuery(company.record);
  const byPlaceState = query === null ? null : readings.news(query);
  // If no feed is asked, no website needs to be read.
  if (byPlaceState?.status === 'not_read' && byPlaceState.reason === 'not_available_yet')
    return { status: 'not_found', reason: byPlaceState.reason };
  const website = acceptedWebsite(facts);
  if (website.use === 'wanted') return { status: 'pending' };
  const host = website.use === 'accepted' ? website.host : null;
  const bySiteState = host === null ? null : readings.news(ownSiteQuery(host));
  const states = [byPlaceState, bySiteState].filter((state) => state !== null);
  if (states.some(({ status }) => status === 'wanted')) return { status: 'pending' };
  const readStates = states.filter((state) => state.status === 'read');
  const failure = states.find((state) => state.status === 'not_read');
  const news: FoundNews = {
    byPlace: byPlaceState?.status === 'read' ? byPlaceState.reading : null,
    bySite: host !== null && bySiteState?.status === 'read' ? { host, reading: bySiteState.reading } : null,
  };
  const items = newsItems(company.record, news);
  const [firstAskedOn] = readStates.map(({ reading }) => reading.asked_on).sort();
  if (failure !== undefined && items.length === 0) return { status: 'not_found', reason: failureOf(failure) };
  // A common name without a town or a website of its own can't be told apart.
  if (firstAskedOn === undefined)
    return { status: 'not_found', reason: hasFeed(readings) ? 'not_confirmed' : 'not_available_yet' };
  const checks = readStates.map(({ checked }) => checked);
  return answerOf(items, checks, firstAskedOn, hidesSomebody(facts.officers, facts.psc));
});
