import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { companyRef, host, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'related_company_domain',
  tier: 'premium',
  latency_class: 'instant',
  description:
    'The website of an owner, parent, subsidiary or sister, where the company shares it or has none.',
  source: ['pay_gap_register', 'contract_notices', 'grants_register', 'own_website', 'cache'],
  coverage: 'Companies whose owner, parent, subsidiary or sister has a website on file.',
  derived: true,
  reasons: [
    'owner_has_no_website',
    'owner_not_on_file',
    'no_corporate_owner_on_the_register',
    'no_psc_data_on_file',
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
})(notAvailableYet);
