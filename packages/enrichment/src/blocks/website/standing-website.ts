/**
 * Decides which website stands for a company, among hosts in records, hosts that its name suggests, and hosts
 * that a web search finds. Blocks declare the facts of `WEBSITE` and ask here, so all blocks of a row agree.
 */
import type { WebsiteRecord } from '../../sources/facts/website-records.fact.js';
import type { MadeVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import {
  bestFirst,
  isAccepted,
  isNotRefused,
  isProved,
  lookUpWebsite,
  madeVerdicts,
  unjudged,
  type JudgedWebsite,
  type LookedUpWebsite,
  type UnjudgedWebsite,
  type WebsiteFacts,
} from './look-up-website.js';
import { ukSiteOf } from './candidates/uk-site.js';
import {
  candidatesOnRecord,
  derivedHosts,
  unrecordedCandidate,
  searchWords,
  webCandidates,
  webOutcome,
  withAskedHost,
  type WebsiteCandidate,
  type WebSearched,
} from './candidates/website-candidates.js';

/** The facts and readings that a block declares to ask for the standing website. The block spreads them. */
export const WEBSITE = {
  needs: ['company'],
  uses: ['website_records', 'office_crowd', 'officers', 'owners'],
  readings: ['site', 'site_verdict', 'second_reading', 'web_search'],
  verdicts: verdictsOf,
  missesSearch,
} as const;

export interface NoWebsite {
  readonly status: 'none';
  readonly reason: 'no_domain_found' | 'not_own_site' | 'not_found_after_search' | WhyNotSearched;
  /** The candidates that don't stand for the company, the likeliest first. */
  readonly refused: readonly LookedUpWebsite[];
  /** The outcome of the web search. */
  readonly web: WebSearched;
}
type WhyNotSearched =
  | 'site_lookup_not_run'
  | 'source_busy'
  | 'not_available_yet'
  | 'not_looked_up'
  | 'source_unavailable';

export type StandingWebsite =
  | { readonly status: 'wanted' }
  | (JudgedWebsite & { readonly refused: NoWebsite['refused']; readonly web: WebSearched })
  | (UnjudgedWebsite & { readonly refused: NoWebsite['refused']; readonly web: WebSearched })
  | NoWebsite;

const NO_VERDICTS: readonly MadeVerdict[] = [];

function verdictsOf(facts: WebsiteFacts): readonly MadeVerdict[] {
  const { record } = facts.company;
  const standing = standingWebsite(facts);
  if (record === null || standing.status === 'wanted') return NO_VERDICTS;
  if (standing.status !== 'none') return madeVerdicts(record.number, [standing, ...standing.refused]);
  return standing.refused.length === 0 ? NO_VERDICTS : madeVerdicts(record.number, standing.refused);
}

/** Tells whether no host on record stands for the company, and a search might find another. */
function missesSearch(facts: WebsiteFacts): boolean {
  if (facts.request.search !== 'source_busy' || facts.company.record === null) return false;
  const standing = standingWebsite(facts);
  if (standing.status === 'none') return standing.reason === 'source_busy';
  return standing.status !== 'wanted' && !isNotRefused(standing);
}

/** Hosts that are looked at together. More follow only if none of these is the company's own. */
const BATCH_SIZE = 4;

/** Most companies have no records. */
const NO_RECORDS: readonly WebsiteRecord[] = [];
const NOTHING_LOOKED_AT: readonly LookedUpWebsite[] = [];

/** Looks at candidates that are read already; null: one has to be read first, and none is accepted. */
function lookAt(
  candidates: readonly WebsiteCandidate[],
  facts: WebsiteFacts,
  record: CompanyRecord,
): readonly LookedUpWebsite[] | null {
  if (candidates.length === 0) return NOTHING_LOOKED_AT;
  const states = candidates.map((candidate) => lookUpWebsite(candidate, facts, record));
  const lookedUp = states.filter((state) => state !== 'wanted');
  return lookedUp.length === states.length || lookedUp.some(isAccepted) ? bestFirst(lookedUp) : null;
}

/** Looks at a few hosts at a time until one is accepted; null: one has to be read first. */
function lookInTurn(
  candidates: readonly WebsiteCandidate[],
  facts: WebsiteFacts,
  record: CompanyRecord,
): readonly LookedUpWebsite[] | null {
  const websites: LookedUpWebsite[] = [];
  for (let from = 0; from < candidates.length; from += BATCH_SIZE) {
    const batch = lookAt(candidates.slice(from, from + BATCH_SIZE), facts, record);
    if (batch === null) return null;
    websites.push(...batch);
    if (batch.some(isAccepted)) break;
  }
  return bestFirst(websites);
}

/** The proved websites among hosts whose crawl is kept. Fetches nothing. */
function provedFromCache(
  hosts: readonly string[],
  facts: WebsiteFacts,
  record: CompanyRecord,
): readonly LookedUpWebsite[] {
  const keptHosts = hosts.filter((host) => facts.readings.site(host).status === 'read');
  if (keptHosts.length === 0) return NOTHING_LOOKED_AT;
  const lookedUp = keptHosts
    .map((host) => lookUpWebsite(unrecordedCandidate(host), facts, record))
    .filter((website) => website !== 'wanted');
  return bestFirst(lookedUp.filter(isProved));
}

function whyNone(
  facts: WebsiteFacts,
  records: readonly WebsiteRecord[],
  refused: readonly LookedUpWebsite[],
): NoWebsite['reason'] {
  const { search } = facts.request;
  if (search === 'allowed') {
    const unread = refused.find((website) => website.status === 'unjudged' && website.site === null);
    if (unread?.status === 'unjudged' && unread.reason === 'not_available_yet') return 'not_available_yet';
    if (unread?.status === 'unjudged' && unread.reason === 'not_looked_up') return 'not_looked_up';
    return 'not_found_after_search';
  }
  if (search !== 'not_asked') return search;
  return records.length > 0 && records.every(({ not_own }) => not_own !== null)
    ? 'not_own_site'
    : 'no_domain_found';
}

/** The website with `validation=none`: no verdict is made, and a kept verdict counts only if it accepts. */
const withoutVerdict = (website: LookedUpWebsite): LookedUpWebsite =>
  website.status === 'unjudged' || isAccepted(website) ? website : unjudged(website, 'not_looked_up');

const WANTED: StandingWebsite = { status: 'wanted' };

const noWebsite = (reason: NoWebsite['reason']): NoWebsite => ({
  status: 'none',
  reason,
  refused: NOTHING_LOOKED_AT,
  web: 'not_asked',
});

/**
 * The standing website. The blocks of a row ask for it some twenty times with few different sets of readings,
 * so it is cached for each set.
 */
export function standingWebsite(facts: WebsiteFacts): StandingWebsite {
  const { readings } = facts;
  const standings = facts.once(standingOf, (): [WebsiteFacts['readings'], StandingWebsite][] => []);
  const foundStanding = standings.find(([read]) =>
    WEBSITE.readings.every((kind) => read[kind] === readings[kind]),
  );
  if (foundStanding !== undefined) return foundStanding[1];
  const standing = standingOf(facts);
  standings.push([readings, standing]);
  return standing;
}

function standingOf(facts: WebsiteFacts): StandingWebsite {
  const { website_records, request } = facts;
  const { record } = facts.company;
  if (record === null) return noWebsite('no_domain_found');
  if (website_records === 'source_unavailable') return noWebsite(website_records);
  const records = typeof website_records === 'string' ? NO_RECORDS : (website_records.record ?? NO_RECORDS);
  const candidates = withAskedHost(candidatesOnRecord(records), request.asked_host);
  const standing = bestOf(record, records, candidates, facts);
  if (standing.status !== 'judged') return standing;
  const uk = ukSiteOf(standing, candidates, facts, record);
  if (uk === 'wanted') return WANTED;
  if (uk === null) return standing;
  const { refused, web, ...nonUkSite } = standing;
  return { ...uk, refused: [nonUkSite, ...refused.filter(({ host }) => host !== uk.host)], web };
}

/** @param candidates hosts of the records that may be the company's own, and the requested host */
function bestOf(
  record: CompanyRecord,
  records: readonly WebsiteRecord[],
  candidates: readonly WebsiteCandidate[],
  facts: WebsiteFacts,
): StandingWebsite {
  const onRecord = lookAt(candidates, facts, record);
  if (onRecord === null) return WANTED;
  const judged = facts.options.validation.includes('none') ? onRecord.map(withoutVerdict) : onRecord;
  const best = judged[0];
  if (best !== undefined && isNotRefused(best))
    return { ...best, refused: judged.slice(1), web: 'not_asked' };

  const further = searchFurther(record, candidates, facts);
  if (further === null) return WANTED;
  const { websites, web } = further;
  const first = websites[0];
  // A guess that isn't proved stands for the company only if it was judged, and not refused.
  if (first !== undefined && (isProved(first) || (first.status === 'judged' && isNotRefused(first))))
    return { ...first, refused: [...onRecord, ...websites.slice(1)], web };
  if (best !== undefined) return { ...best, refused: [...judged.slice(1), ...websites], web };
  return { ...noWebsite(whyNone(facts, records, websites)), refused: websites, web };
}

interface FurtherSearch {
  readonly websites: readonly LookedUpWebsite[];
  readonly web: WebSearched;
}
const NOTHING_FURTHER: FurtherSearch = { websites: NOTHING_LOOKED_AT, web: 'not_asked' };

/** Searches the hosts that the company's name suggests, and the web; null: one has to be read first. */
function searchFurther(
  record: CompanyRecord,
  candidates: readonly WebsiteCandidate[],
  facts: WebsiteFacts,
): FurtherSearch | null {
  const hosts = derivedHosts(record.name, candidates);
  if (facts.request.search !== 'allowed') {
    const cached = provedFromCache(hosts, facts, record);
    return cached.length === 0 ? NOTHING_FURTHER : { websites: cached, web: 'not_asked' };
  }
  const derived = hosts.map(unrecordedCandidate);
  const websites = lookInTurn(derived, facts, record);
  return websites === null ? null : searchWeb(websites, [...candidates, ...derived], facts, record);
}

/** Adds the search provider's hosts, if requested and no guess is accepted; null: one must be read first. */
function searchWeb(
  guesses: readonly LookedUpWebsite[],
  knownCandidates: readonly WebsiteCandidate[],
  facts: WebsiteFacts,
  record: CompanyRecord,
): FurtherSearch | null {
  const { options, readings } = facts;
  if (!options.web_search || guesses.some(isAccepted)) return { websites: guesses, web: 'not_asked' };
  const state = readings.web_search(searchWords(record));
  if (state.status === 'wanted') return null;
  const added = lookInTurn(webCandidates(state, knownCandidates), facts, record);
  return added === null ? null : { websites: bestFirst([...guesses, ...added]), web: webOutcome(state) };
}
