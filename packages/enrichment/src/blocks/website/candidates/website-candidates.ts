/** Collects the hosts to look at: from records, the request, the company's name, and a web search. */
import type { ReadingState } from '../../../live/readings/readings.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import type { WebsiteRecord } from '../../../sources/facts/website-records.fact.js';
import { suggestedHosts } from '../../../sites/search/derived-hosts.js';

/** A host that may be the company's website, and the reason to look at it. */
export interface WebsiteCandidate {
  readonly host: string;
  /** The records that name the host, the best first; empty: no record names it. */
  readonly records: readonly WebsiteRecord[];
  /** True if only the search provider named the host, no record and no name. */
  readonly by_search?: true;
}

const MAX_RECORDED_HOSTS = 3;
const RECORD_ORDER: readonly WebsiteRecord['source'][] = [
  'pay_gap_register',
  'contract_notices',
  'grants_register',
];

const NO_CANDIDATES: readonly WebsiteCandidate[] = [];

/**
 * The hosts of records that may be the company's own, the best first. Each is looked at: of the hosts in pay
 * gap reports little more than half are the company's (docs/websites.md).
 */
export function candidatesOnRecord(records: readonly WebsiteRecord[]): readonly WebsiteCandidate[] {
  // Most companies have no records, and every row asks.
  if (records.length === 0) return NO_CANDIDATES;
  const ownRecords = records.filter(({ not_own }) => not_own === null);
  const ordered = RECORD_ORDER.flatMap((source) => ownRecords.filter((record) => record.source === source));
  const hosts = [...new Set(ordered.map(({ host }) => host))].slice(0, MAX_RECORDED_HOSTS);
  return hosts.map((host) => ({ host, records: ordered.filter((record) => record.host === host) }));
}

/** The host by which the row named the company is a candidate, though no record names it. */
export const withAskedHost = (
  candidates: readonly WebsiteCandidate[],
  host: string | undefined,
): readonly WebsiteCandidate[] =>
  host === undefined || candidates.some((candidate) => candidate.host === host)
    ? candidates
    : [...candidates, unrecordedCandidate(host)];

const NO_RECORDS: readonly WebsiteRecord[] = [];

export const unrecordedCandidate = (host: string): WebsiteCandidate => ({ host, records: NO_RECORDS });

/** Hosts that the company's name suggests and no record names. */
export function derivedHosts(name: string, knownCandidates: readonly WebsiteCandidate[]): readonly string[] {
  const suggested = suggestedHosts(name);
  return knownCandidates.length === 0
    ? suggested
    : suggested.filter((host) => !knownCandidates.some((candidate) => candidate.host === host));
}

/** The result of the search provider. `failed` and `busy`: the requested search could not run in full. */
export type WebSearched = 'not_asked' | 'answered' | 'failed' | 'busy';

/** Hosts further down the results are about the company, and not its own. */
const MAX_HOSTS = 5;

/** The words of a search: the legal name and the place of the office. */
export const searchWords = ({ name, office }: Pick<CompanyRecord, 'name' | 'office'>): string =>
  [`"${name.replaceAll('"', '')}"`, office.postcode ?? office.post_town ?? ''].join(' ').trim();

export const webOutcome = (state: Exclude<ReadingState<'web_search'>, { status: 'wanted' }>): WebSearched => {
  if (state.status === 'read') return 'answered';
  if (state.reason === 'not_looked_up' || state.reason === 'not_available_yet') return 'not_asked';
  return state.reason === 'source_busy' ? 'busy' : 'failed';
};

/** @param knownCandidates candidates that were looked at before */
export function webCandidates(
  state: ReadingState<'web_search'>,
  knownCandidates: readonly Pick<WebsiteCandidate, 'host'>[],
): WebsiteCandidate[] {
  if (state.status !== 'read') return [];
  const knownHosts = new Set(knownCandidates.map(({ host }) => host));
  const hosts = state.reading.hosts.slice(0, MAX_HOSTS).filter((host) => !knownHosts.has(host));
  return hosts.map((host) => ({ host, records: [], by_search: true }));
}
