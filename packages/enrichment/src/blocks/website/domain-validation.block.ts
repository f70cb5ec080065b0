import { z } from 'zod';
import type { SiteReading } from '../../sites/site-reading.js';
import type { SiteVerdict } from '../../sites/verdict/site-verdict.js';
import { defineBlock } from '../runner/define-block.js';
import { host, int, text } from '../runner/value-types.js';
import { earlierAcceptance } from './kept/earlier-verdict.js';
import {
  websiteVerdict,
  type JudgedWebsite,
  type UnjudgedWebsite,
  type WhyUnjudged,
} from './look-up-website.js';
import { standingWebsite, WEBSITE } from './standing-website.js';

/** A check; null: it was not made. */
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

/** Tells whether the host has mail servers; null: unknown. No mailbox is asked. */
const takesMail = ({ dns }: SiteReading): boolean | null => (dns.mx === null ? null : dns.mx.length > 0);

const isLive = ({ http_status }: SiteReading): boolean | null =>
  http_status === null ? null : http_status >= 200 && http_status < 300;

const valueOf = ({ host, site, verdict }: JudgedWebsite) => ({
  domain: host,
  dns_resolves: site.dns.resolves,
  email_deliverable: takesMail(site),
  site_live: isLive(site),
  http_status: site.http_status,
  final_url: site.final_url,
  director_check: verdict.director_check,
  score: verdict.score,
  outcome: verdict.outcome,
  checks: { ...verdict.checks },
  contributions: { ...verdict.contributions },
  reasons: [...verdict.reasons],
});

const REASONS = {
  site_unreachable: 'site_unreachable',
  site_blocked: 'site_blocked',
  site_not_readable: 'site_not_readable',
  not_looked_up: 'not_looked_up',
  not_available_yet: 'not_available_yet',
  source_busy: 'source_unavailable',
  site_read_unavailable: 'source_unavailable',
} as const satisfies Readonly<Record<WhyUnjudged, string>>;

/** Reasons that leave open whether there is a website. */
const UNKNOWN_REASONS = ['not_available_yet', 'not_looked_up', 'source_unavailable'] as const;

/** The fields that are shown of a site that can't be judged. */
const siteFields = ({ host, site, freshness, accepted }: UnjudgedWebsite) => ({
  domain: host,
  ...(site !== null && { faults: site.faults, http_status: site.http_status, final_url: site.final_url }),
  ...(freshness !== null && { checked_at: freshness.checked_at }),
  ...earlierAcceptance(accepted),
});

/** The matches under the keys of the interface (Spec 3.10). */
const byKey = (matches: SiteVerdict['hard_matches']) =>
  Object.fromEntries(matches.map(({ key, ...match }) => [key, match]));

export default defineBlock({
  key: 'domain_validation',
  tier: 'core',
  latency_class: 'site_live',
  description: 'Whether that website belongs to the company: checks, score and verdict.',
  source: ['service_validator', 'cache'],
  coverage: 'Any company with a host to check.',
  ...WEBSITE,
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
})((facts) => {
  if (facts.options.validation.includes('none'))
    return { status: 'not_found', reason: 'validation_not_requested' };
  const standing = standingWebsite(facts);
  if (standing.status === 'wanted') return { status: 'pending' };
  if (standing.status === 'none') {
    const { reason } = standing;
    const unknown = UNKNOWN_REASONS.find((unknownReason) => unknownReason === reason);
    if (unknown !== undefined) return { status: 'not_found', reason: unknown };
    return { status: 'not_found', reason: 'no_domain_to_read', detail: { domain_reason: reason } };
  }
  if (standing.status === 'unjudged')
    return { status: 'not_found', reason: REASONS[standing.reason], detail: siteFields(standing) };
  const { site, verdict, freshness } = standing;
  return {
    status: 'available',
    value: valueOf(standing),
    source: freshness.checked_live ? 'service_validator' : 'cache',
    as_of: site.crawled_on,
    freshness,
    confidence: verdict.confidence,
    flagged_for_review: verdict.outcome !== 'accept',
    advisories: verdict.advisories,
    ...(site.final_url !== null && { final_url: site.final_url }),
    detail: {
      evidence: { hard_matches: byKey(verdict.hard_matches), name_match: verdict.name_match },
      website_verdict: websiteVerdict(standing, facts.request, verdict.outcome === 'accept'),
      weights: verdict.weights,
      ...(verdict.second_reader !== undefined && {
        second_reader: { method: 'ai', ...verdict.second_reader },
      }),
    },
  };
});
