/** Hosts that a search of the web finds for a company (`web_search`): guesses like all others, each judged before it is used. */
import type { ReadingState } from '../../../live/readings/readings.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import type { Candidate } from './website-candidates.js';

/** What came of asking the search provider; `failed` and `busy`: the search asked for could not run in full. */
export type WebSearched = 'not_asked' | 'answered' | 'failed' | 'busy';

/** The first hosts of the first page: what is further down is about the company, and not its own. */
const MOST_HOSTS = 5;

/** The legal name, and where its office is. */
export const searchWords = ({ name, office }: Pick<CompanyRecord, 'name' | 'office'>): string =>
  [`"${name.replaceAll('"', '')}"`, office.postcode ?? office.post_town ?? ''].join(' ').trim();

export const webSearched = (
  state: Exclude<ReadingState<'web_search'>, { status: 'wanted' }>,
): WebSearched => {
  if (state.status === 'read') return 'answered';
  if (state.reason === 'not_looked_up' || state.reason === 'not_available_yet') return 'not_asked';
  return state.reason === 'source_busy' ? 'busy' : 'failed';
};

/** @param known candidates that were looked at before */
export function webCandidates(
  state: ReadingState<'web_search'>,
  known: readonly Pick<Candidate, 'host'>[],
): Candidate[] {
  if (state.status !== 'read') return [];
  const taken = new Set(known.map(({ host }) => host));
  const hosts = state.reading.hosts.slice(0, MOST_HOSTS).filter((host) => !taken.has(host));
  return hosts.map((host) => ({ host, records: [], by_search: true }));
}
