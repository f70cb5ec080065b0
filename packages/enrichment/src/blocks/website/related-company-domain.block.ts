import { z } from 'zod';
import type { RelatedWebsites } from '../../sources/facts/related-websites.fact.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { defineBlock } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { oldestOf } from '../runner/oldest-of.js';
import { companyRef, host, text } from '../runner/value-types.js';
import corporateOwners from '../ownership/corporate-owners.block.js';
import {
  byRegister,
  bySiteLinks,
  nearestFirst,
  refOf,
  runByGroup,
  ukSiteOfRelated,
  vatNumbersOf,
  type RelatedHost,
} from './related/related-hosts.js';
import { isProved, type JudgedWebsite, type WebsiteFacts } from './look-up-website.js';
import { standingWebsite, WEBSITE, type StandingWebsite } from './standing-website.js';

const MAX_ALTERNATIVES = 100;

const NO_OWNER = ['no_psc_data_on_file', 'not_looked_up', 'source_unavailable', 'not_available_yet'] as const;
const NO_VAT: ReadonlySet<string> = new Set();

type RelatedFacts = WebsiteFacts & {
  readonly related_websites: SourceFact<readonly RelatedWebsites[]> | WhyMissing;
};

interface RelatedSites {
  /** The host of the nearest company; left out: there is none. */
  readonly best?: RelatedHost;
  readonly others: readonly RelatedHost[];
  /** True if the best host is a company's UK site, which is preferred to its world site. */
  readonly prefersUk: boolean;
  /** True if the company's own accepted site is the only one. */
  readonly hasOnlyOwn?: boolean;
  /** The hosts that records name and no crawl proves. */
  readonly candidates: readonly RelatedHost[];
}

const NOTHING_RELATED: RelatedSites = { others: [], prefersUk: false, candidates: [] };

/** The candidate hosts of the company's group, without its own accepted host. */
function relatedHosts(
  standing: StandingWebsite,
  related: readonly RelatedWebsites[],
  facts: RelatedFacts,
): RelatedSites {
  // Most companies have no website and no group.
  if (standing.status === 'none' && related.length === 0) return NOTHING_RELATED;
  const accepted = standing.status === 'judged' && standing.verdict.outcome === 'accept' ? standing : null;
  const vat = accepted === null ? NO_VAT : vatNumbersOf(accepted.site);
  const stands = standing.status === 'judged' || standing.status === 'unjudged' ? standing : null;
  const ownHost = stands !== null && isProved(stands) ? stands.host : null;
  const siteQuestion = { readings: facts.readings.site, ownHost, vat };
  const company_number = facts.company.record?.number;
  const linked =
    accepted === null || company_number === undefined
      ? []
      : bySiteLinks({ ...accepted, company_number }, related, siteQuestion);
  const shared = judgedSites(standing).flatMap((website) => runByGroup(website, related));
  const hosts = nearestFirst([...shared, ...byRegister(related, siteQuestion), ...linked]);
  const otherHosts = hosts.filter(({ domain }) => domain !== ownHost);
  const candidates = otherHosts.filter(({ is_candidate }) => is_candidate === true);
  const provedHosts = otherHosts.filter(({ is_candidate }) => is_candidate !== true);
  const [nearest] = otherHosts;
  const uk = nearest === undefined ? null : ukSiteOfRelated(nearest, related, siteQuestion);
  if (uk !== null)
    return {
      best: uk,
      others: provedHosts.filter(({ domain }) => domain !== uk.domain),
      prefersUk: true,
      candidates,
    };
  const [best, ...others] = provedHosts;
  return best === undefined
    ? { others, prefersUk: false, hasOnlyOwn: hosts.length > candidates.length, candidates }
    : { best, others, prefersUk: false, candidates };
}

const relatedOf = ({ domain, company, relation }: RelatedHost) => ({ domain, company, relation });

const candidateOf = (host: RelatedHost) => ({ ...relatedOf(host), source: host.source, seen_on: host.as_of });

/** The standing site of the company, and the refused sites. */
const judgedSites = (standing: StandingWebsite): readonly JudgedWebsite[] =>
  standing.status === 'wanted'
    ? []
    : [standing, ...standing.refused].flatMap((website) => (website.status === 'judged' ? [website] : []));

/** The blocks that read the company's website anyway. This block waits for their crawl. */
const READING_SITES: ReadonlySet<BlockKey> = new Set([
  'domain',
  'domain_validation',
  'contacts',
  'trading_address',
  'web_presence',
  'technologies',
]);

export default defineBlock({
  key: 'related_company_domain',
  tier: 'premium',
  latency_class: 'instant',
  description:
    'The website of an owner, parent, subsidiary or sister, where the company shares it or has none.',
  source: ['pay_gap_register', 'contract_notices', 'grants_register', 'own_website', 'cache'],
  coverage: 'Companies whose owner, parent, subsidiary or sister has a website on file.',
  derived: true,
  needs: [...WEBSITE.needs, corporateOwners],
  uses: [...WEBSITE.uses, 'related_websites'],
  readings: WEBSITE.readings,
  missesSearch: WEBSITE.missesSearch,
  reasons: [
    'owner_has_no_website',
    'owner_not_on_file',
    'no_corporate_owner_on_the_register',
    'no_psc_data_on_file',
    'not_looked_up',
    'owner_website_is_this_companys_own',
    'not_confirmed',
  ],
  advisories: ['group_site_prefer_uk_domain'],
  value: z.strictObject({
    domain: host,
    company: companyRef,
    relation: z.enum(['owner', 'ultimate_owner', 'subsidiary', 'sister', 'group']),
    basis: z.enum(['register_ownership', 'site_statement', 'shared_vat_number']),
    path: z.array(companyRef).describe('From this company to that one.'),
    alternatives: z.array(z.strictObject({ domain: host, company: companyRef, relation: text })),
  }),
})((facts) => {
  const { related_websites, company, blocks } = facts;
  if (typeof related_websites === 'string') return { status: 'not_found', reason: related_websites };
  const related = related_websites.record ?? [];
  const standing = standingWebsite(facts);
  const awaits = standing.status === 'wanted' && facts.request.blocks.some((key) => READING_SITES.has(key));
  if (awaits && related.length > 0) return { status: 'pending' };
  const relatedSites = relatedHosts(standing, related, facts);
  const { best, others, prefersUk, hasOnlyOwn, candidates } = relatedSites;
  const provenance = { source: 'service_model', as_of: related_websites.as_of } as const;
  if (best === undefined || company.record === null) {
    const owners = blocks.corporate_owners;
    if (hasOnlyOwn === true)
      return { status: 'not_found', reason: 'owner_website_is_this_companys_own', ...provenance };
    if (candidates.length > 0)
      return {
        status: 'not_found',
        reason: 'not_confirmed',
        ...provenance,
        detail: { candidates: candidates.slice(0, MAX_ALTERNATIVES).map(candidateOf) },
      };
    if (related.length > 0) {
      const searched = oldestOf([provenance, ...related.map((website) => ({ as_of: website.searched_to }))]);
      // The records of websites come from several editions, so none is named.
      const freshness =
        searched?.as_of === provenance.as_of ? related_websites.freshness : { checked_live: false };
      return { status: 'not_found', reason: 'owner_has_no_website', ...provenance, ...searched, freshness };
    }
    if (owners.status === 'available')
      return { status: 'not_found', reason: 'owner_not_on_file', ...provenance, as_of: owners.as_of };
    const { reason } = owners;
    const ownerReason =
      NO_OWNER.find((noOwnerReason) => noOwnerReason === reason) ?? 'no_corporate_owner_on_the_register';
    return {
      status: 'not_found',
      reason: ownerReason,
      ...provenance,
      as_of: owners.as_of ?? provenance.as_of,
    };
  }
  const { domain, relation, basis, path, source, as_of, freshness, confidence } = best;
  return {
    status: 'available',
    value: {
      domain,
      company: best.company,
      relation,
      basis,
      path: [refOf(company.record), ...path],
      alternatives: others.slice(0, MAX_ALTERNATIVES).map(relatedOf),
    },
    source,
    as_of,
    freshness: freshness ?? related_websites.freshness,
    confidence,
    advisories: prefersUk ? ['group_site_prefer_uk_domain'] : [],
  };
});
