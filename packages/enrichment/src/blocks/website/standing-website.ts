/**
 * Which website stands for a company, and what its verdict is: out of the hosts that public records name for
 * it, of those that its name suggests, and of the crawls that are kept or wanted. Every block that leans on a
 * website asks here, with what `WEBSITE` names, and so all of a row say the same.
 */
import type { WebsiteRecord } from '../../sources/facts/website-records.fact.js';
import type { MadeVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import {
  bestFirst,
  isAccepted,
  isNotRefused,
  isProved,
  looked,
  madeVerdicts,
  unjudged,
  type JudgedWebsite,
  type Looked,
  type UnjudgedWebsite,
  type WebsiteGiven,
} from './looked-website.js';
import { ukSiteOf } from './candidates/uk-site.js';
import {
  candidatesOnRecord,
  derivedHosts,
  guessed,
  searchWords,
  webCandidates,
  webSearched,
  withAskedHost,
  type Candidate,
  type WebSearched,
} from './candidates/website-candidates.js';

/** What a block declares that asks for the standing website: spread it, or name these among its own. */
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
  /** The candidates that were judged and are not its own, the likeliest first. */
  readonly refused: readonly Looked[];
  /** Whether the search provider was asked too. */
  readonly web: WebSearched;
}
type WhyNotSearched =
  'site_lookup_not_run' | 'source_busy' | 'not_available_yet' | 'not_looked_up' | 'source_unavailable';

export type StandingWebsite =
  | { readonly status: 'wanted' }
  | (JudgedWebsite & { readonly refused: NoWebsite['refused']; readonly web: WebSearched })
  | (UnjudgedWebsite & { readonly refused: NoWebsite['refused']; readonly web: WebSearched })
  | NoWebsite;

const NO_VERDICTS: readonly MadeVerdict[] = [];

/** Of all hosts that were looked at. */
function verdictsOf(given: WebsiteGiven): readonly MadeVerdict[] {
  const { record } = given.company;
  const standing = standingWebsite(given);
  if (record === null || standing.status === 'wanted') return NO_VERDICTS;
  if (standing.status !== 'none') return madeVerdicts(record.number, [standing, ...standing.refused]);
  return standing.refused.length === 0 ? NO_VERDICTS : madeVerdicts(record.number, standing.refused);
}

/** No host on record stands for the company, and a search might find another. */
function missesSearch(given: WebsiteGiven): boolean {
  if (given.request.search !== 'source_busy' || given.company.record === null) return false;
  const standing = standingWebsite(given);
  if (standing.status === 'none') return standing.reason === 'source_busy';
  return standing.status !== 'wanted' && !isNotRefused(standing);
}

/** So many hosts are looked at together; the next only where none of them is the company's own. */
const AT_ONCE = 4;

/** So it is of most companies. */
const NO_RECORDS: readonly WebsiteRecord[] = [];
const NOTHING_LOOKED_AT: readonly Looked[] = [];

/** Every candidate as far as it can be judged now; null while one is wanted and none is accepted. */
function lookAt(
  candidates: readonly Candidate[],
  given: WebsiteGiven,
  record: CompanyRecord,
): readonly Looked[] | null {
  if (candidates.length === 0) return NOTHING_LOOKED_AT;
  const states = candidates.map((candidate) => looked(candidate, given, record));
  const there = states.filter((one) => one !== 'wanted');
  return there.length === states.length || there.some(isAccepted) ? bestFirst(there) : null;
}

/** Searches, a few hosts at a time; stops at the first that is accepted. */
function searched(
  candidates: readonly Candidate[],
  given: WebsiteGiven,
  record: CompanyRecord,
): readonly Looked[] | null {
  const all: Looked[] = [];
  for (let from = 0; from < candidates.length; from += AT_ONCE) {
    const some = lookAt(candidates.slice(from, from + AT_ONCE), given, record);
    if (some === null) return null;
    all.push(...some);
    if (some.some(isAccepted)) break;
  }
  return bestFirst(all);
}

/** Of earlier searches: what is kept and proved; nothing is fetched. */
function keptOnes(hosts: readonly string[], given: WebsiteGiven, record: CompanyRecord): readonly Looked[] {
  const kept = hosts.filter((host) => given.readings.site(host).status === 'read');
  if (kept.length === 0) return NOTHING_LOOKED_AT;
  const there = kept.map((host) => looked(guessed(host), given, record)).filter((one) => one !== 'wanted');
  return bestFirst(there.filter(isProved));
}

function whyNone(
  given: WebsiteGiven,
  records: readonly WebsiteRecord[],
  refused: readonly Looked[],
): NoWebsite['reason'] {
  const { search } = given.request;
  if (search === 'allowed') {
    const unread = refused.find((one) => one.status === 'unjudged' && one.site === null);
    if (unread?.status === 'unjudged' && unread.reason === 'not_available_yet') return 'not_available_yet';
    if (unread?.status === 'unjudged' && unread.reason === 'not_looked_up') return 'not_looked_up';
    return 'not_found_after_search';
  }
  if (search !== 'not_asked') return search;
  return records.length > 0 && records.every(({ not_own }) => not_own !== null)
    ? 'not_own_site'
    : 'no_domain_found';
}

/** `validation=none`: no verdict is made; one that is kept counts only where it accepts. */
const withoutVerdict = (one: Looked): Looked =>
  one.status === 'unjudged' || isAccepted(one) ? one : unjudged(one, 'not_looked_up');

const WANTED: StandingWebsite = { status: 'wanted' };

/** Of a company of which no host was looked at. */
const nothing = (reason: NoWebsite['reason']): NoWebsite => ({
  status: 'none',
  reason,
  refused: NOTHING_LOOKED_AT,
  web: 'not_asked',
});

/**
 * Pure: the same facts and readings give the same website. Blocks of a row ask some twenty times, with one of
 * a few readers: a reader that is the same one reads the same.
 */
export function standingWebsite(given: WebsiteGiven): StandingWebsite {
  const { readings } = given;
  const known = given.once(standingOf, (): [WebsiteGiven['readings'], StandingWebsite][] => []);
  const found = known.find(([read]) => WEBSITE.readings.every((kind) => read[kind] === readings[kind]));
  if (found !== undefined) return found[1];
  const standing = standingOf(given);
  known.push([readings, standing]);
  return standing;
}

function standingOf(given: WebsiteGiven): StandingWebsite {
  const { website_records, request } = given;
  const { record } = given.company;
  if (record === null) return nothing('no_domain_found');
  if (website_records === 'source_unavailable') return nothing(website_records);
  const records = typeof website_records === 'string' ? NO_RECORDS : (website_records.record ?? NO_RECORDS);
  const named = withAskedHost(candidatesOnRecord(records), request.asked_host);
  const standing = bestOf(record, { records, named, given });
  if (standing.status !== 'judged') return standing;
  const uk = ukSiteOf(standing, named, given, record);
  if (uk === 'wanted') return WANTED;
  if (uk === null) return standing;
  const { refused, web, ...world } = standing;
  return { ...uk, refused: [world, ...refused.filter(({ host }) => host !== uk.host)], web };
}

interface OnRecord {
  readonly records: readonly WebsiteRecord[];
  /** The hosts of the records that may be its own, and the one that was asked for. */
  readonly named: readonly Candidate[];
  readonly given: WebsiteGiven;
}

function bestOf(record: CompanyRecord, { records, named, given }: OnRecord): StandingWebsite {
  const onRecord = lookAt(named, given, record);
  if (onRecord === null) return WANTED;
  const judged = given.options.validation.includes('none') ? onRecord.map(withoutVerdict) : onRecord;
  const best = judged[0];
  if (best !== undefined && isNotRefused(best))
    return { ...best, refused: judged.slice(1), web: 'not_asked' };

  const further = foundFurther(record, named, given);
  if (further === null) return WANTED;
  const { found, web } = further;
  const first = found[0];
  // A guess that isn't proved is no website of the company: not even one to review, unless a search was asked
  // for.
  if (first !== undefined && (isProved(first) || (first.status === 'judged' && isNotRefused(first))))
    return { ...first, refused: [...onRecord, ...found.slice(1)], web };
  if (best !== undefined) return { ...best, refused: [...judged.slice(1), ...found], web };
  return { ...nothing(whyNone(given, records, found)), refused: found, web };
}

interface Found {
  readonly found: readonly Looked[];
  readonly web: WebSearched;
}
const NOTHING_FURTHER: Found = { found: NOTHING_LOOKED_AT, web: 'not_asked' };

/**
 * Among the hosts that its name suggests, and in a search of the web. Null: one has to be read first.
 * @param named looked at already
 */
function foundFurther(record: CompanyRecord, named: readonly Candidate[], given: WebsiteGiven): Found | null {
  const hosts = derivedHosts(record.name, named);
  if (given.request.search !== 'allowed') {
    const found = keptOnes(hosts, given, record);
    return found.length === 0 ? NOTHING_FURTHER : { found, web: 'not_asked' };
  }
  const derived = hosts.map(guessed);
  const found = searched(derived, given, record);
  return found === null ? null : searchedFurther(found, { given, record, known: [...named, ...derived] });
}

interface Further {
  readonly given: WebsiteGiven;
  readonly record: CompanyRecord;
  /** Looked at already. */
  readonly known: readonly Candidate[];
}

/**
 * Where no guess was accepted and `web_search` is asked for: the search provider's hosts too. Null: one is
 * wanted.
 */
function searchedFurther(guesses: readonly Looked[], { given, record, known }: Further): Found | null {
  const { options, readings } = given;
  if (!options.web_search || guesses.some(isAccepted)) return { found: guesses, web: 'not_asked' };
  const state = readings.web_search(searchWords(record));
  if (state.status === 'wanted') return null;
  const more = searched(webCandidates(state, known), given, record);
  return more === null ? null : { found: bestFirst([...guesses, ...more]), web: webSearched(state) };
}
