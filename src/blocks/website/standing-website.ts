/**
 * Which website stands for a company, and what its verdict is: out of the hosts that public records name for it, of those
 * that its name suggests, and of the crawls that are kept or wanted. Every block that leans on a website asks here, with
 * what `WEBSITE` names, and so all of a row say the same.
 */
import type { WebsiteRecord } from '../../facts/website-records.fact.js';
import type { JudgedCompany } from '../../sites/verdict/judged-company.js';
import type { MadeVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { RequestTerms } from '../runner/define-block.js';
import { judgedCompany } from './judged-facts.js';
import { madeVerdicts } from './kept/made-verdicts.js';
import {
  bestFirst,
  isAccepted,
  isNotRefused,
  isProved,
  looked,
  unjudged,
  type JudgedWebsite,
  type Looked,
  type UnjudgedWebsite,
  type WebsiteGiven,
} from './looked-website.js';
import { ukSiteOf } from './candidates/uk-site.js';
import { searchWords, webCandidates, webSearched, type WebSearched } from './candidates/web-candidates.js';
import {
  candidatesOnRecord,
  derivedCandidates,
  withAskedHost,
  type Candidate,
} from './candidates/website-candidates.js';

/** What a block declares that asks for the standing website: spread it, or name these among its own. */
export const WEBSITE = {
  needs: ['company'],
  uses: ['website_records', 'office_crowd', 'officers', 'owners'],
  readings: ['site', 'site_verdict', 'second_reading', 'web_search'],
  verdicts: verdictsOf,
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

/** Of all hosts that were looked at. */
function verdictsOf(given: WebsiteGiven): MadeVerdict[] {
  const { record } = given.company;
  const standing = standingWebsite(given);
  if (record === null || standing.status === 'wanted') return [];
  const all = standing.status === 'none' ? standing.refused : [standing, ...standing.refused];
  return madeVerdicts(record.number, all);
}

/** So many hosts are looked at together; the next only where none of them is the company's own. */
const AT_ONCE = 4;

/** Every candidate as far as it can be judged now; null while one is wanted and none is accepted. */
function lookAt(
  candidates: readonly Candidate[],
  given: WebsiteGiven,
  company: JudgedCompany,
): readonly Looked[] | null {
  const states = candidates.map((candidate) => looked(candidate, given, company));
  const there = states.filter((one) => one !== 'wanted');
  return there.length === states.length || there.some(isAccepted) ? bestFirst(there) : null;
}

/** Searches, a few hosts at a time; stops at the first that is accepted. */
function searched(
  candidates: readonly Candidate[],
  given: WebsiteGiven,
  company: JudgedCompany,
): readonly Looked[] | null {
  const all: Looked[] = [];
  for (let from = 0; from < candidates.length; from += AT_ONCE) {
    const some = lookAt(candidates.slice(from, from + AT_ONCE), given, company);
    if (some === null) return null;
    all.push(...some);
    if (some.some(isAccepted)) break;
  }
  return bestFirst(all);
}

/** Of earlier searches: what is kept and proved; nothing is fetched. */
function keptOnes(candidates: readonly Candidate[], given: WebsiteGiven, company: JudgedCompany): Looked[] {
  const kept = candidates.flatMap((candidate) => {
    const isKept = given.readings.site(candidate.host).status === 'read';
    const one = isKept ? looked(candidate, given, company) : 'wanted';
    return one === 'wanted' ? [] : one;
  });
  return bestFirst(kept.filter(isProved));
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

interface Told {
  readonly asked: readonly unknown[];
  readonly standing: StandingWebsite;
}

/** Many blocks of a row ask, with one of a few readers: their answers are kept as long as the row's facts are. */
const told = new WeakMap<WebsiteGiven['company'], Told[]>();

/** All that it is made of, beside the company. A reader that is the same one reads the same of a row. */
const askedWith = (given: WebsiteGiven): readonly unknown[] => [
  given.website_records,
  given.office_crowd,
  given.officers,
  given.owners,
  given.options,
  given.request.search,
  given.request.asked_host,
  given.readings.site,
  given.readings.site_verdict,
  given.readings.second_reading,
  given.readings.web_search,
];

/** Pure: the same facts and readings give the same website. */
export function standingWebsite(given: WebsiteGiven): StandingWebsite {
  const asked = askedWith(given);
  const before = told.get(given.company) ?? [];
  const same = before.find((one) => one.asked.every((part, i) => part === asked[i]));
  if (same !== undefined) return same.standing;
  const standing = websiteOf(given);
  told.set(given.company, [...before, { asked, standing }]);
  return standing;
}

const NOTHING: NoWebsite = { status: 'none', reason: 'no_domain_found', refused: [], web: 'not_asked' };

function websiteOf(given: WebsiteGiven): StandingWebsite {
  const { website_records, options, request } = given;
  const { record } = given.company;
  if (record === null) return NOTHING;
  if (website_records === 'source_unavailable') return { ...NOTHING, reason: website_records };
  const judged = judgedCompany(record, given, options.validation.includes('officers'));
  const records = typeof website_records === 'string' ? [] : (website_records.record ?? []);
  const named = withAskedHost(candidatesOnRecord(records), request.asked_host);
  const standing = bestOf(record.name, { records, named, given, judged });
  if (standing.status !== 'judged') return standing;
  const uk = ukSiteOf(standing, named, given, judged);
  if (uk === 'wanted') return { status: 'wanted' };
  if (uk === null) return standing;
  const { refused, web, ...world } = standing;
  return { ...uk, refused: [world, ...refused.filter(({ host }) => host !== uk.host)], web };
}

interface OnRecord {
  readonly records: readonly WebsiteRecord[];
  /** The hosts of the records that may be its own, and the one that was asked for. */
  readonly named: readonly Candidate[];
  readonly given: WebsiteGiven;
  readonly judged: JudgedCompany;
}

function bestOf(name: string, { records, named, given, judged }: OnRecord): StandingWebsite {
  const { options, request } = given;
  const onRecord = lookAt(named, given, judged);
  if (onRecord === null) return { status: 'wanted' };
  const [best, ...others] = options.validation.includes('none') ? onRecord.map(withoutVerdict) : onRecord;
  if (best !== undefined && isNotRefused(best)) return { ...best, refused: others, web: 'not_asked' };

  const derived = derivedCandidates(name, named);
  const guessed =
    request.search === 'allowed' ? searched(derived, given, judged) : keptOnes(derived, given, judged);
  if (guessed === null) return { status: 'wanted' };
  const further = searchedFurther(guessed, { given, judged, known: [...named, ...derived] });
  if (further === null) return { status: 'wanted' };
  const { found, web } = further;
  const [first, ...rest] = found;
  // A guess that isn't proved is no website of the company: not even one to review, unless a search was asked for.
  if (first !== undefined && (isProved(first) || (first.status === 'judged' && isNotRefused(first))))
    return { ...first, refused: [...onRecord, ...rest], web };
  if (best !== undefined) return { ...best, refused: [...others, ...found], web };
  return { ...NOTHING, reason: whyNone(given, records, found), refused: found, web };
}

interface Further {
  readonly given: WebsiteGiven;
  readonly judged: JudgedCompany;
  /** Looked at already. */
  readonly known: readonly Candidate[];
}

/** Where no guess was accepted and `web_search` is asked for: the search provider's hosts too. Null: one is wanted. */
function searchedFurther(
  guessed: readonly Looked[],
  { given, judged, known }: Further,
): { readonly found: readonly Looked[]; readonly web: WebSearched } | null {
  const { company, request, options, readings } = given;
  const asks = request.search === 'allowed' && options.web_search && !guessed.some(isAccepted);
  if (!asks || company.record === null) return { found: guessed, web: 'not_asked' };
  const state = readings.web_search(searchWords(company.record));
  if (state.status === 'wanted') return null;
  const more = searched(webCandidates(state, known), given, judged);
  return more === null ? null : { found: bestFirst([...guessed, ...more]), web: webSearched(state) };
}

/**
 * `detail.website_verdict` of a block that leaned on a website (Blocks 1.9).
 * @param served the site was used for this value
 */
export const websiteVerdict = (
  { host, verdict, checked }: Pick<JudgedWebsite, 'host' | 'verdict' | 'checked'>,
  { blocks }: RequestTerms,
  served: boolean,
) => ({
  domain: host,
  outcome: verdict.outcome,
  score: verdict.score,
  confidence: verdict.confidence,
  checked_at: checked.checked_at,
  auto_run: checked.checked_live && !blocks.includes('domain_validation'),
  served,
});

/** From which source and day a value of the site is, for its envelope. */
export const readFromSite = ({ site, checked }: Pick<JudgedWebsite, 'site' | 'checked'>) =>
  ({
    source: checked.checked_live ? 'own_website' : 'cache',
    as_of: site.crawled_on,
    freshness: checked,
  }) as const;
