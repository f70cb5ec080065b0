import { z } from 'zod';
import type { RelatedWebsites } from '../../facts/related-websites.fact.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { defineBlock } from '../runner/define-block.js';
import { companyRef, host, text } from '../runner/value-types.js';
import corporateOwners from '../ownership/corporate-owners.block.js';
import { standingWebsite, WEBSITE, type StandingWebsite } from './standing-website.js';
import { RECORD_PRIORS } from './website-candidates.js';

/** Shares of such relations that hold. */
const RELATIONS = { owner: 0.95, ultimate_owner: 0.9, subsidiary: 0.85, group: 0.8 } as const;
const MOST_ALTERNATIVES = 100;

interface Found {
  readonly domain: string;
  readonly company: CompanyRecord;
  readonly relation: keyof typeof RELATIONS;
  readonly basis: 'register_ownership' | 'site_statement';
  readonly path: RelatedWebsites['path'];
  readonly source: 'pay_gap_register' | 'contract_notices' | 'grants_register' | 'own_website' | 'cache';
  readonly as_of: string;
  readonly confidence: number;
}

const NO_OWNER = ['no_psc_data_on_file', 'not_looked_up', 'source_unavailable', 'not_available_yet'] as const;

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;

/** Hosts that records name for related companies, and not for the company itself. */
const onRecord = (related: readonly RelatedWebsites[]): Found[] =>
  related.flatMap(({ relation, company, path, records }) =>
    records.flatMap((record): Found[] =>
      record.not_own !== null
        ? []
        : [
            {
              domain: record.host,
              company,
              relation,
              basis: 'register_ownership',
              path,
              source: record.source,
              as_of: record.seen_on,
              confidence: rounded(RELATIONS[relation] * RECORD_PRIORS[record.source]),
            },
          ],
    ),
  );

/** The site that records name for the company itself says that one of its group runs it. */
function bySite(standing: StandingWebsite, related: readonly RelatedWebsites[]): Found[] {
  if (standing.status !== 'judged' || !standing.verdict.in_group) return [];
  const { host: domain, site, checked, verdict } = standing;
  const owner = related.find(({ company }) => verdict.other_numbers.includes(company.number));
  if (owner === undefined) return [];
  return [
    {
      domain,
      company: owner.company,
      relation: owner.relation,
      basis: 'site_statement',
      path: owner.path,
      source: checked.checked_live ? 'own_website' : 'cache',
      as_of: site.crawled_on,
      confidence: RELATIONS[owner.relation],
    },
  ];
}

/** Of one host the first that names it. */
const distinctHosts = (all: readonly Found[]): Found[] =>
  all.filter(({ domain }, at) => all.findIndex((one) => one.domain === domain) === at);

const isUk = (domain: string): boolean => domain.endsWith('.uk');
const refOf = ({ number, name }: CompanyRecord) => ({ company_number: number, company_name: name });

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
  lacks: 'Sisters and shared VAT numbers are not looked at.',
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
})((given) => {
  const { related_websites, company, blocks } = given;
  if (typeof related_websites === 'string') return { status: 'not_found', reason: related_websites };
  const related = related_websites.record ?? [];
  const standing = standingWebsite(given);
  const own = standing.status === 'judged' && standing.verdict.outcome === 'accept' ? standing.host : null;
  const all = distinctHosts([...bySite(standing, related), ...onRecord(related)]);
  const [best, ...others] = all.filter(({ domain }) => domain !== own);
  const provenance = { source: 'service_model', as_of: related_websites.as_of } as const;
  if (best === undefined || company.record === null) {
    const owners = blocks.corporate_owners;
    if (all.length > 0)
      return { status: 'not_found', reason: 'owner_website_is_this_companys_own', ...provenance };
    if (related.length > 0) return { status: 'not_found', reason: 'owner_has_no_website', ...provenance };
    if (owners.status === 'available')
      return { status: 'not_found', reason: 'owner_not_on_file', ...provenance };
    const { reason } = owners;
    const told = NO_OWNER.find((one) => one === reason) ?? 'no_corporate_owner_on_the_register';
    return { status: 'not_found', reason: told, ...provenance };
  }
  const { domain, relation, basis, path, source, as_of, confidence } = best;
  const sibling = !isUk(domain) && others.some((one) => isUk(one.domain));
  return {
    status: 'available',
    value: {
      domain,
      company: refOf(best.company),
      relation,
      basis,
      path: [refOf(company.record), ...path],
      alternatives: others.slice(0, MOST_ALTERNATIVES).map((one) => ({
        domain: one.domain,
        company: refOf(one.company),
        relation: one.relation,
      })),
    },
    source,
    as_of,
    freshness: related_websites.freshness,
    confidence,
    advisories: sibling ? ['group_site_prefer_uk_domain'] : [],
  };
});
