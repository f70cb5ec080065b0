import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { host, int, text } from '../runner/value-types.js';

/** Null: not checked. */
const check = z.boolean().nullable();

const checks = z.strictObject({
  legal_name_exact: z.union([z.boolean(), z.number().min(0).max(1)]).nullable(),
  business_name: check,
  same_postcode: check,
  similar_postcode: check,
  city_match: check,
  county_match: check,
  address_match: check,
  director_match: check,
  company_number: check,
  other_company_number: check,
  foreign_registration: check,
  uk_domain: check,
  phone_present: check,
  generic_platform: check,
  parked: check,
});

export default defineBlock({
  key: 'domain_validation',
  tier: 'core',
  latency_class: 'site_live',
  description: 'Whether that website belongs to the company: checks, score and verdict.',
  source: ['service_validator', 'cache'],
  coverage: 'Any company with a host to check.',
  exempt_from_floor: true,
  final_url: true,
  reasons: [
    'site_unreachable',
    'site_blocked',
    'site_not_readable',
    'no_domain_to_read',
    'validation_not_requested',
    'not_looked_up',
  ],
  advisories: ['domain_name_mismatch', 'name_matches_no_address_evidence'],
  value: z.strictObject({
    domain: host,
    dns_resolves: z.boolean().nullable(),
    email_deliverable: z.boolean().nullable(),
    site_live: z.boolean().nullable().describe('The last answer was a 2xx.'),
    http_status: int.nullable(),
    final_url: text.nullable(),
    director_check: z.enum(['matched', 'not_matched', 'no_officers', 'not_requested']),
    score: int.min(0).max(100).describe('Points, 0 to 100.'),
    outcome: z.enum(['accept', 'review', 'reject']),
    checks,
    contributions: z.record(text, int).describe('Points by check; they sum to the score after clamping.'),
    reasons: z.array(text).describe('The checks that decided.'),
  }),
})(notAvailableYet);
