import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { host } from '../runner/value-types.js';

export default defineBlock({
  key: 'domain',
  tier: 'core',
  latency_class: 'site_live',
  description: "The website that is this company's own, never a related company's.",
  source: [
    'pay_gap_register',
    'contract_notices',
    'grants_register',
    'own_website',
    'search_provider',
    'cache',
  ],
  coverage: 'Any company whose website is named in a public record or found by search (about 3 in 10).',
  final_url: true,
  reasons: [
    'only_related_company_domain',
    'not_own_site',
    'domain_name_mismatch',
    'name_matches_no_address_evidence',
    'no_domain_found',
    'not_found_after_search',
    'search_unavailable',
    'site_unreachable',
    'site_lookup_not_run',
    'source_busy',
    'not_confirmed',
  ],
  advisories: [
    'provenance_uncertain_but_validated',
    'inheritance_flag_without_a_related_url',
    'group_site_prefer_uk_domain',
  ],
  value: host,
})(notAvailableYet);
