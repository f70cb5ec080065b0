/** A search of the web as a reading. */
import type { Provider } from '../providers/provider.js';
import { hostsFound, searchQuestion } from '../providers/search/web-search.js';
import { askedNow, notAnswered } from './asking-provider.js';
import type { Fetchers } from './shared-readings.js';

export const webSearchFetcher =
  (search: Provider): NonNullable<Fetchers['web_search']> =>
  async (words, priority) => {
    const answer = await search.ask(searchQuestion(words), priority);
    if (answer.status !== 'answered') return notAnswered(answer, 'search_unavailable');
    const hosts = hostsFound(answer.body);
    if (hosts === null) return { status: 'not_read', reason: 'search_unavailable' };
    const searched_on = answer.fetched_at.slice(0, 10);
    return { status: 'read', reading: { searched_on, hosts }, checked: askedNow(answer.fetched_at) };
  };
