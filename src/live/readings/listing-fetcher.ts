/** Business listings as a reading. */
import { listingQuestion, listingsFound } from '../providers/places/listings.js';
import type { Provider } from '../providers/provider.js';
import { askedNow, notAnswered } from './asking-provider.js';
import type { Fetchers } from './shared-readings.js';

export const listingFetcher =
  (places: Provider): NonNullable<Fetchers['listing']> =>
  async (words, priority) => {
    const answer = await places.ask(listingQuestion(words), priority);
    if (answer.status !== 'answered') return notAnswered(answer, 'google_business_unavailable');
    const listings = listingsFound(answer.body);
    if (listings === null) return { status: 'not_read', reason: 'google_business_unavailable' };
    const asked_on = answer.fetched_at.slice(0, 10);
    return { status: 'read', reading: { asked_on, listings }, checked: askedNow(answer.fetched_at) };
  };
