/** Finds a company's own website among kept crawls, for blocks that start no lookup (Blocks 1.13). */
import type { BlockKey } from '../../../../../contract/src/block-key.js';
import type { OfficeCrowd } from '../../../sources/facts/office-crowd.fact.js';
import type { WebsiteRecord } from '../../../sources/facts/website-records.fact.js';
import type { ReadingFreshness, ReadingState } from '../../../live/readings/readings.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import { judgeOnce } from '../../../sites/verdict/judge-site.js';
import type { SiteVerdict } from '../../../sites/verdict/site-verdict.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import type { RequestTerms } from '../../runner/define-block.js';
import type { Once, SourceFact, WhyMissing } from '../../runner/facts.js';
import { judgedCompany } from '../judged-facts.js';
import {
  candidatesOnRecord,
  derivedHosts,
  unrecordedCandidate,
  withAskedHost,
} from '../candidates/website-candidates.js';

/** The facts that a block declares beside the company to ask for the kept site. */
export const KEPT_SITE = { uses: ['website_records', 'office_crowd'], readings: ['site'] } as const;

export interface KeptSiteFacts {
  readonly company: SourceFact<CompanyRecord> | WhyMissing;
  readonly website_records: SourceFact<readonly WebsiteRecord[]> | WhyMissing;
  readonly office_crowd: SourceFact<OfficeCrowd> | WhyMissing;
  readonly readings: { readonly site: (host: string) => ReadingState<'site'> };
  readonly request: RequestTerms;
  readonly once: Once;
}

export interface KeptSite {
  readonly host: string;
  readonly site: SiteReading;
  readonly verdict: SiteVerdict;
  readonly checked: ReadingFreshness;
}

/** Blocks whose rows look up the hosts that names suggest anyway. */
const WEBSITE_BLOCKS: ReadonlySet<BlockKey> = new Set([
  'domain',
  'domain_validation',
  'related_company_domain',
  'nature_of_business',
  'contacts',
  'web_traffic',
  'web_presence',
  'technologies',
  'trading_address',
]);

/** Tells whether hosts that names suggest are looked up, which costs as much as a row of core blocks. */
const looksUpGuesses = ({ few_rows, blocks }: RequestTerms): boolean =>
  few_rows === true || blocks.some((key) => WEBSITE_BLOCKS.has(key));

const recordsIn = (fact: KeptSiteFacts['website_records']): readonly WebsiteRecord[] =>
  typeof fact === 'string' ? [] : (fact.record ?? []);

/** The kept site; null: none is accepted. Several blocks of a row ask for it, and mostly get null. */
export function keptSite(facts: KeptSiteFacts): KeptSite | null {
  const { company, website_records, readings, once } = facts;
  const record = typeof company === 'string' ? null : company.record;
  if (record === null) return null;
  return once(readings.site, () => keptSiteOf(record, recordsIn(website_records), facts));
}

const NO_HOSTS: readonly string[] = [];

/** The kept site of any company. @param siteRecords that name hosts for it */
export function keptSiteOf(
  record: CompanyRecord,
  siteRecords: readonly WebsiteRecord[],
  { office_crowd, readings, request }: Pick<KeptSiteFacts, 'office_crowd' | 'readings' | 'request'>,
): KeptSite | null {
  const knownCandidates = withAskedHost(candidatesOnRecord(siteRecords), request.asked_host);
  const hosts = looksUpGuesses(request) ? derivedHosts(record.name, knownCandidates) : NO_HOSTS;
  // Most hosts have no kept crawl.
  const guesses = hosts.filter((host) => readings.site(host).status === 'read').map(unrecordedCandidate);
  if (knownCandidates.length === 0 && guesses.length === 0) return null;
  const facts = { office_crowd, officers: 'not_available_yet', owners: 'not_available_yet' } as const;
  const keptSites = [...knownCandidates, ...guesses].flatMap(({ host, records }): KeptSite[] => {
    const state = readings.site(host);
    if (state.status !== 'read' || state.reading.state !== 'read') return [];
    const { reading: site, checked } = state;
    const verdict = judgeOnce(site, judgedCompany(record, facts, false), records.length > 0);
    return verdict.outcome === 'accept' ? [{ host, site, verdict, checked }] : [];
  });
  return keptSites.reduce<KeptSite | null>(
    (best, site) => (best === null || site.verdict.score > best.verdict.score ? site : best),
    null,
  );
}
