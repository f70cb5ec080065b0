/** What the news feed has for a query, as a reading. */
import { newsFound, newsQuestion } from '../providers/news/news-feed.js';
import type { Provider } from '../providers/provider.js';
import { askedNow, notAnswered } from './asking-provider.js';
import type { Fetchers } from './shared-readings.js';

export const newsFetcher =
  (feed: Provider): NonNullable<Fetchers['news']> =>
  async (query, priority) => {
    const answer = await feed.ask(newsQuestion(query), priority);
    if (answer.status !== 'answered')
      return notAnswered(
        answer,
        answer.status === 'unreadable' ? 'signals_unavailable' : 'search_unavailable',
      );
    const found = newsFound(answer.body);
    if (found === null) return { status: 'not_read', reason: 'signals_unavailable' };
    const asked_on = answer.fetched_at.slice(0, 10);
    return { status: 'read', reading: { asked_on, ...found }, checked: askedNow(answer.fetched_at) };
  };
