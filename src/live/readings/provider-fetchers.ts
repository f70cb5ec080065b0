/** What providers answer, as readings. */
import type { IsoDate } from '../../shared/calendar.js';
import type { ModelQuestion } from '../../shared/model-question.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import {
  COMPLETION_FORMS,
  completionQuestion,
  contentOf,
  type ModelReading,
} from '../providers/ai/chat-completion.js';
import { newsFound, newsQuestion, type NewsReading } from '../providers/news/news-feed.js';
import { listingQuestion, listingsFound, type ListingReading } from '../providers/places/listings.js';
import type { AskPriority, Provider, ProviderAnswer, ProviderQuestion } from '../providers/provider.js';
import { hostsFound, searchQuestion, type WebSearchReading } from '../providers/search/web-search.js';
import type { Checked, NotRead } from './readings.js';

type Read<T> = { readonly status: 'read'; readonly reading: T; readonly checked: Checked };
type Fetcher<T> = (key: string, priority: AskPriority) => Promise<Read<T> | NotRead>;

/** What an answer means. */
interface Meaning<T> {
  /** Null: it can't be read. */
  readonly found: (body: unknown, asked_on: IsoDate) => T | null;
  /** The block's code for a provider that failed. */
  readonly failed: ReasonCode;
  /** For an answer that can't be read. Default: `failed`. */
  readonly unreadable?: ReasonCode;
}

/** What isn't there this time may be there the next, though a worker needn't hurry. */
const AGAIN_MS = 5_000;

function readingIn<T>(
  answer: ProviderAnswer,
  { found, failed, unreadable = failed }: Meaning<T>,
): Read<T> | NotRead {
  if (answer.status === 'busy')
    return { status: 'not_read', reason: 'source_busy', again_in_ms: answer.again_in_ms };
  if (answer.status !== 'answered') {
    const lasts = answer.status === 'unavailable' && answer.lasting;
    const reason = answer.status === 'unreadable' ? unreadable : failed;
    return { status: 'not_read', reason, ...(!lasts && { again_in_ms: AGAIN_MS }) };
  }
  const { body, fetched_at } = answer;
  const reading = found(body, fetched_at.slice(0, 10));
  if (reading === null) return { status: 'not_read', reason: unreadable };
  return { status: 'read', reading, checked: { checked_live: true, checked_at: fetched_at } };
}

const fetcherOf =
  <T>(question: (key: string) => ProviderQuestion, meaning: Meaning<T>) =>
  (provider: Provider): Fetcher<T> =>
  async (key, priority) =>
    readingIn(await provider.ask(question(key), priority), meaning);

export const webSearchFetcher = fetcherOf<WebSearchReading>(searchQuestion, {
  found: (body, searched_on) => {
    const hosts = hostsFound(body);
    return hosts && { searched_on, hosts };
  },
  failed: 'search_unavailable',
});

export const listingFetcher = fetcherOf<ListingReading>(listingQuestion, {
  found: (body, asked_on) => {
    const listings = listingsFound(body);
    return listings && { asked_on, listings };
  },
  failed: 'google_business_unavailable',
});

export const newsFetcher = fetcherOf<NewsReading>(newsQuestion, {
  found: (body, asked_on) => {
    const found = newsFound(body);
    return found && { asked_on, ...found };
  },
  failed: 'search_unavailable',
  unreadable: 'signals_unavailable',
});

/** A server answers so to a parameter that it doesn't take. */
const NOT_TAKEN: ReadonlySet<number | null> = new Set([400, 422]);

/** @param model the one that the server is asked for */
export function modelFetcher(ai: Provider, model: string): Fetcher<ModelReading> {
  /** The first form that the server has not refused. */
  let form = 0;

  async function asked(question: ModelQuestion, priority: AskPriority): Promise<ProviderAnswer> {
    for (let at = form; ; at += 1) {
      const answer = await ai.ask(completionQuestion(model, question, COMPLETION_FORMS[at] ?? {}), priority);
      if (answer.status === 'answered') form = at;
      const refused = answer.status === 'unavailable' && NOT_TAKEN.has(answer.http_status);
      if (!refused || at >= COMPLETION_FORMS.length - 1) return answer;
    }
  }

  return async (key, priority) =>
    // Blocks write the question so.
    readingIn(await asked(JSON.parse(key) as ModelQuestion, priority), {
      found: (body, asked_on) => {
        const content = contentOf(body);
        return content === null ? null : { asked_on, model, content };
      },
      failed: 'source_unavailable',
    });
}
