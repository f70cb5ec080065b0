/** Turns providers' answers into readings. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ModelQuestion } from '../../model-question.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import { COMPLETION_FORMS, completionQuestion, contentOf } from '../providers/ai/chat-completion.js';
import { newsFound, newsQuestion } from '../providers/news/news-feed.js';
import { listingQuestion, listingsFound } from '../providers/places/listings.js';
import type { AskPriority, Provider, ProviderAnswer, ProviderQuestion } from '../providers/provider.js';
import { hostsFound, searchQuestion } from '../providers/search/web-search.js';
import { readingKind, type ReadingKind, type ReadingTypes } from './reading-kinds.js';
import type { Reading } from './readings.js';

interface Meaning<R extends ReadingKind> {
  readonly kind: R;
  /** Null: it can't be read. */
  readonly readingOf: (body: unknown, asked_on: IsoDate) => ReadingTypes[R] | null;
  /** The reason for an answer that can't be read. Absent: that of a provider that failed. */
  readonly unreadable?: ReasonCode;
}

/** Milliseconds before another attempt at a missing reading. Workers can wait. */
const RETRY_MS = 5_000;

function readingIn<R extends ReadingKind>(answer: ProviderAnswer, meaning: Meaning<R>): Reading<R> {
  const { absent } = readingKind(meaning.kind);
  const { readingOf, unreadable = absent } = meaning;
  if (answer.status === 'busy')
    return { status: 'not_read', reason: 'source_busy', again_in_ms: answer.again_in_ms };
  if (answer.status !== 'answered') {
    const isLasting = answer.status === 'unavailable' && answer.lasting;
    const reason = answer.status === 'unreadable' ? unreadable : absent;
    return { status: 'not_read', reason, ...(!isLasting && { again_in_ms: RETRY_MS }) };
  }
  const { body, fetched_at } = answer;
  const reading = readingOf(body, fetched_at.slice(0, 10));
  if (reading === null) return { status: 'not_read', reason: unreadable };
  return { status: 'read', reading, checked: { checked_live: true, checked_at: fetched_at } };
}

const fetcherOf =
  <R extends ReadingKind>(question: (key: string) => ProviderQuestion, meaning: Meaning<R>) =>
  (provider: Provider) =>
  async (key: string, priority: AskPriority): Promise<Reading<R>> =>
    readingIn(await provider.ask(question(key), priority), meaning);

export const webSearchFetcher = fetcherOf(searchQuestion, {
  kind: 'web_search',
  readingOf: (body, searched_on) => {
    const hosts = hostsFound(body);
    return hosts && { searched_on, hosts };
  },
});

export const listingFetcher = fetcherOf(listingQuestion, {
  kind: 'listing',
  readingOf: (body, asked_on) => {
    const listings = listingsFound(body);
    return listings && { asked_on, listings };
  },
});

export const newsFetcher = fetcherOf(newsQuestion, {
  kind: 'news',
  readingOf: (body, asked_on) => {
    const news = newsFound(body);
    return news && { asked_on, ...news };
  },
  unreadable: 'signals_unavailable',
});

/** The statuses of servers that don't accept a parameter. */
const NOT_ACCEPTED: ReadonlySet<number | null> = new Set([400, 422]);

/** @param model the name of the model at the server */
export function modelFetcher(
  ai: Provider,
  model: string,
): (key: string, priority: AskPriority) => Promise<Reading<'second_reading'>> {
  /** The first form that the server has not refused. */
  let form = 0;

  async function askModel(question: ModelQuestion, priority: AskPriority): Promise<ProviderAnswer> {
    for (let at = form; ; at += 1) {
      const answer = await ai.ask(completionQuestion(model, question, COMPLETION_FORMS[at] ?? {}), priority);
      if (answer.status === 'answered') form = at;
      const isRefused = answer.status === 'unavailable' && NOT_ACCEPTED.has(answer.http_status);
      if (!isRefused || at >= COMPLETION_FORMS.length - 1) return answer;
    }
  }

  return async (key, priority) =>
    // Blocks write the key in this form.
    readingIn(await askModel(JSON.parse(key) as ModelQuestion, priority), {
      // The other kind of a model's answer has the same form.
      kind: 'second_reading',
      readingOf: (body, asked_on) => {
        const content = contentOf(body);
        return content === null ? null : { asked_on, model, content };
      },
    });
}
