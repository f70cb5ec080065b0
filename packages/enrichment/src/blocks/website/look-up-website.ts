/** Looks at one host that may be a company's website: gives a verdict, or the reason why there is none. */
import type { WebsiteRecord } from '../../sources/facts/website-records.fact.js';
import type { ReadingFreshness, ReadingState } from '../../live/readings/readings.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { GrantedOptions } from '../../../../contract/src/options.js';
import {
  opinionOf,
  secondReaderQuestion,
  withSecondReading,
} from '../../sites/second-reader/second-reader.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { judgeOnce } from '../../sites/verdict/judge-site.js';
import type { JudgedCompany } from '../../sites/verdict/judged-company.js';
import {
  verdictKey,
  type MadeVerdict,
  type RememberedVerdict,
} from '../../sites/verdict/remembered-verdict.js';
import { siteSigns } from '../../sites/verdict/site-signs.js';
import type { SiteVerdict } from '../../sites/verdict/site-verdict.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { RequestTerms } from '../runner/define-block.js';
import type { Once, SourceFact, WhyMissing } from '../runner/facts.js';
import type { WebsiteCandidate } from './candidates/website-candidates.js';
import { judgedCompany, type JudgedFacts } from './judged-facts.js';
import { acceptedEarlier } from './kept/earlier-verdict.js';

/** The facts and readings from which a website is looked up and judged. */
export interface WebsiteFacts extends JudgedFacts {
  readonly website_records: SourceFact<readonly WebsiteRecord[]> | WhyMissing;
  readonly options: Pick<GrantedOptions, 'validation' | 'web_search'>;
  readonly request: RequestTerms;
  readonly readings: {
    readonly second_reading: (question: string) => ReadingState<'second_reading'>;
    readonly site: (host: string) => ReadingState<'site'>;
    readonly site_verdict: (key: string) => ReadingState<'site_verdict'>;
    readonly web_search: (words: string) => ReadingState<'web_search'>;
  };
  readonly once: Once;
}

export interface JudgedWebsite extends WebsiteCandidate {
  readonly status: 'judged';
  readonly site: SiteReading;
  readonly verdict: SiteVerdict;
  readonly freshness: ReadingFreshness;
}

/** Reasons why a host has no verdict. */
export type WhyUnjudged =
  | 'site_unreachable'
  | 'site_blocked'
  | 'site_not_readable'
  | 'not_looked_up'
  | 'not_available_yet'
  | 'source_busy'
  | 'site_read_unavailable';

export interface UnjudgedWebsite extends WebsiteCandidate {
  readonly status: 'unjudged';
  readonly reason: WhyUnjudged;
  /** The reading of a site that can't be judged; null: nothing was fetched. */
  readonly site: SiteReading | null;
  readonly freshness: ReadingFreshness | null;
  /** The earlier verdict, if this crawl found the site shut; null: none is known. */
  readonly accepted: RememberedVerdict | null;
}

/** The reasons of unread sites. A missing page is a verdict (Blocks 4.2), not a site that can't be read. */
const UNREAD_REASONS: Readonly<Record<Exclude<SiteReading['state'], 'read'>, WhyUnjudged>> = {
  unreachable: 'site_unreachable',
  blocked: 'site_blocked',
  not_readable: 'site_not_readable',
};

const isGone = ({ http_status }: SiteReading): boolean =>
  http_status === 404 || http_status === 410 || (http_status !== null && http_status >= 500);

/** Tells whether a site is judged without text: it is gone, a market of domains, or parked (Blocks 4.2). */
const isDecided = (site: SiteReading): boolean =>
  isGone(site) || (site.state === 'not_readable' && siteSigns(site).parked);

const whyNotRead = (reason: ReasonCode): WhyUnjudged =>
  reason === 'not_looked_up' || reason === 'not_available_yet' || reason === 'source_busy'
    ? reason
    : 'site_read_unavailable';

export type LookedUpWebsite = JudgedWebsite | UnjudgedWebsite;

/** A candidate without a fetched page. */
export const unjudged = (candidate: WebsiteCandidate, reason: WhyUnjudged): UnjudgedWebsite => ({
  ...candidate,
  status: 'unjudged',
  reason,
  site: null,
  freshness: null,
  accepted: null,
});

/** The verdict on a site. With `validation=ai` a second reader is asked about a site left to review. */
function verdictOn(
  site: SiteReading,
  company: JudgedCompany,
  { options, readings }: Pick<WebsiteFacts, 'options' | 'readings'>,
  isOnRecord: boolean,
): SiteVerdict | 'wanted' {
  const verdict = judgeOnce(site, company, isOnRecord);
  if (verdict.outcome !== 'review' || !options.validation.includes('ai')) return verdict;
  const question = secondReaderQuestion(site, company);
  if (question === null) return withSecondReading(verdict, 'not_asked');
  const state = readings.second_reading(JSON.stringify(question));
  if (state.status === 'wanted') return 'wanted';
  if (state.status === 'not_read') return withSecondReading(verdict, 'unavailable');
  return withSecondReading(verdict, opinionOf(state.reading.content, site, company) ?? 'unusable');
}

/** @param record of the company whose website it may be */
export function lookUpWebsite(
  candidate: WebsiteCandidate,
  facts: WebsiteFacts,
  record: CompanyRecord,
): LookedUpWebsite | 'wanted' {
  const state = facts.readings.site(candidate.host);
  if (state.status === 'wanted') return 'wanted';
  if (state.status === 'not_read') return unjudged(candidate, whyNotRead(state.reason));
  const { reading: site, checked: freshness } = state;
  if (site.state !== 'read' && !isDecided(site))
    return {
      ...unjudged(candidate, UNREAD_REASONS[site.state]),
      site,
      freshness,
      accepted: acceptedEarlier(site, record, facts.readings.site_verdict),
    };
  // Most hosts were not read, so the facts to compare with are collected only here.
  const company = judgedCompany(record, facts, facts.options.validation.includes('officers'));
  const verdict = verdictOn(site, company, facts, candidate.records.length > 0);
  if (verdict === 'wanted') return verdict;
  return { ...candidate, status: 'judged', site, verdict, freshness };
}

const RANKS = { accept: 4, accepted_earlier: 3, review: 2, unjudged: 1, reject: 0 } as const;

/** Ranks a site that can't be judged below a review, or above it if it was accepted until it was shut. */
function rank(website: LookedUpWebsite): number {
  if (website.status === 'judged') return RANKS[website.verdict.outcome];
  return website.accepted === null ? RANKS.unjudged : RANKS.accepted_earlier;
}
const scoreOf = (website: LookedUpWebsite): number =>
  website.status === 'judged' ? website.verdict.score : (website.accepted?.score ?? 0);

/** Sorts websites: the best verdict first, then the higher score, then the better record. */
export const bestFirst = (websites: readonly LookedUpWebsite[]): readonly LookedUpWebsite[] =>
  websites.length < 2 ? websites : [...websites].sort((a, b) => rank(b) - rank(a) || scoreOf(b) - scoreOf(a));

export const isAccepted = (website: LookedUpWebsite): boolean =>
  website.status === 'judged' && website.verdict.outcome === 'accept';

/** Tells whether the website is accepted, or was until it was shut. */
export const isProved = (website: LookedUpWebsite): boolean => rank(website) >= RANKS.accepted_earlier;

/** Tells whether the site may stand for the company. A site on record may, even if it can't be judged. */
export const isNotRefused = (website: LookedUpWebsite): boolean => rank(website) > RANKS.reject;

const rememberedVerdict = ({ verdict, freshness }: JudgedWebsite): RememberedVerdict => ({
  version: 1,
  outcome: verdict.outcome,
  score: verdict.score,
  confidence: verdict.confidence,
  weights: verdict.weights,
  crawled_at: freshness.checked_at,
});

/** The verdicts on sites that could be read. A page that is gone for now takes back no verdict. */
export const madeVerdicts = (company_number: string, websites: readonly LookedUpWebsite[]): MadeVerdict[] =>
  websites.flatMap((website) =>
    website.status === 'judged' && website.site.state === 'read'
      ? [{ of: verdictKey(company_number, website.host), verdict: rememberedVerdict(website) }]
      : [],
  );

/** `detail.website_verdict` (Blocks 1.9). `served`: the site was used for the block's value. */
export const websiteVerdict = (
  { host, verdict, freshness }: Pick<JudgedWebsite, 'host' | 'verdict' | 'freshness'>,
  { blocks }: RequestTerms,
  served: boolean,
) => ({
  domain: host,
  outcome: verdict.outcome,
  score: verdict.score,
  confidence: verdict.confidence,
  checked_at: freshness.checked_at,
  auto_run: freshness.checked_live && !blocks.includes('domain_validation'),
  served,
});

/** The source and day of a value from the site, for its envelope. */
export const readFromSite = ({ site, freshness }: Pick<JudgedWebsite, 'site' | 'freshness'>) =>
  ({
    source: freshness.checked_live ? 'own_website' : 'cache',
    as_of: site.crawled_on,
    freshness,
  }) as const;
