/**
 * A company's own website as far as it is on file: a crawl that is kept of a host that a record or its name tells, and that
 * proves itself. For blocks that start no look-up (Blocks 1.13): nothing is fetched, and nothing is waited for.
 */
import type { BlockKey } from '../../shared/block-key.js';
import type { OfficeCrowd } from '../../facts/office-crowd.fact.js';
import type { WebsiteRecord } from '../../facts/website-records.fact.js';
import type { ReadingState } from '../../readings/readings.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { judgeOnce } from '../../sites/verdict/judge-once.js';
import type { SiteVerdict } from '../../sites/verdict/site-verdict.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { RequestTerms } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { judgedCompany } from './judged-facts.js';
import {
  candidatesOnRecord,
  derivedCandidates,
  withAskedHost,
  type Candidate,
} from './website-candidates.js';

/** What a block declares beside the company that asks for it. */
export const KEPT_SITE = { uses: ['website_records', 'office_crowd'], readings: ['site'] } as const;

export interface KeptSiteGiven {
  readonly website_records: SourceFact<readonly WebsiteRecord[]> | WhyMissing;
  readonly office_crowd: SourceFact<OfficeCrowd> | WhyMissing;
  readonly readings: { readonly site: (host: string) => ReadingState<'site'> };
  readonly request: RequestTerms;
}

export interface KeptSite {
  readonly host: string;
  readonly site: SiteReading;
  readonly verdict: SiteVerdict;
}

/** Blocks whose rows look up hosts that names suggest in any case. */
const OF_WEBSITES: ReadonlySet<BlockKey> = new Set([
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

/**
 * Taking names apart and looking hosts up costs as much as a row of core blocks: in a large job only the hosts of records are
 * looked up, unless it asks for websites.
 */
const looksUpGuesses = ({ few_rows, blocks }: RequestTerms): boolean =>
  few_rows === true || blocks.some((key) => OF_WEBSITES.has(key));

function candidatesFor(
  record: CompanyRecord,
  { website_records, request }: KeptSiteGiven,
): readonly Candidate[] {
  const records = typeof website_records === 'string' ? null : website_records.record;
  const named = withAskedHost(records === null ? [] : candidatesOnRecord(records), request.asked_host);
  return looksUpGuesses(request) ? [...named, ...derivedCandidates(record.name, named)] : named;
}

/** Null: none is kept that its verdict accepts. */
export function keptSite(record: CompanyRecord, given: KeptSiteGiven): KeptSite | null {
  const states = candidatesFor(record, given).map((candidate) => ({
    candidate,
    state: given.readings.site(candidate.host),
  }));
  const { office_crowd } = given;
  const facts = { office_crowd, officers: 'not_available_yet', owners: 'not_available_yet' } as const;
  const kept = states.flatMap(({ candidate: { host, records }, state }): KeptSite[] => {
    if (state.status !== 'read' || state.reading.state !== 'read') return [];
    const { reading: site } = state;
    const verdict = judgeOnce(site, judgedCompany(record, facts, false), records.length > 0);
    return verdict.outcome === 'accept' ? [{ host, site, verdict }] : [];
  });
  return kept.reduce<KeptSite | null>(
    (best, one) => (best === null || one.verdict.score > best.verdict.score ? one : best),
    null,
  );
}
