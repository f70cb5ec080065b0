import { z } from 'zod';
import { postcodeKey } from '../../sources/records/postcode.js';
import { defineBlock } from '../runner/define-block.js';
import { addressFields, capped, count, isoDate, text } from '../runner/value-types.js';
import { ofPayGap, ofSite } from './place/places.js';
import { standingPlaces, type StandingPlaces } from './place/standing-places.js';
import { SITE_NOT_READ } from './site-reasons.js';
import { acceptedWebsite, readFromSite, WEBSITE, websiteVerdict } from './standing-website.js';
import { withoutWebsite } from './without-website.js';

/** By the number of independent sources (Blocks 4.32). */
const CONFIDENCE: Readonly<Record<number, number>> = { 1: 0.6, 2: 0.85, 3: 0.95 };
/** Blocks 1.3. */
const MOST_SERVED = 100;

const WHY_NONE = {
  none: 'no_address_on_site',
  weak: 'insufficient_corroboration',
  conflicting: 'conflicting_sources',
} as const satisfies Record<Exclude<StandingPlaces['status'], 'standing'>, string>;

const place = z.strictObject({
  ...addressFields,
  kind: z.enum(['head_office', 'branch', 'unknown']),
  evidence: z.array(
    z.strictObject({ source: text, url: text.nullable(), snippet: text.nullable(), seen_on: isoDate }),
  ),
  corroborations: count.describe('Independent sources.'),
  listing_checked: z.boolean(),
});

export default defineBlock({
  key: 'trading_address',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'Where the company does its business, with the evidence for each place.',
  source: ['own_website', 'business_listing', 'pay_gap_register', 'cache'],
  coverage: 'Companies whose accepted website or an open register prints a place of business.',
  ...WEBSITE,
  uses: [...WEBSITE.uses, 'pay_gap'],
  lacks:
    'No business listing is asked. Printed postcodes are held against the form and the areas of postcodes, not against the directory.',
  reasons: [
    'no_validated_website',
    ...SITE_NOT_READ,
    'no_address_on_site',
    'insufficient_corroboration',
    'conflicting_sources',
    'postcode_register_unavailable',
    'google_business_unavailable',
    'not_confirmed',
  ],
  advisories: ['postcode_register_unavailable', 'google_business_unavailable', 'lookups_incomplete'],
  value: z.strictObject({
    primary: place,
    others: capped(place),
    same_as_registered: z.boolean(),
  }),
})((given) => {
  const { company, pay_gap, request } = given;
  const website = acceptedWebsite(given);
  if (website.use !== 'accepted') return withoutWebsite(website);
  const reports = typeof pay_gap === 'string' ? [] : (pay_gap.record?.items ?? []);
  const office = postcodeKey(company.record?.office.postcode ?? '');
  const found = standingPlaces(
    [...ofSite(website.site), ...ofPayGap(reports.map(({ data }) => data))],
    office,
  );
  const served = found.status === 'standing';
  const detail = { website_verdict: websiteVerdict(website, request, served) };
  const from = readFromSite(website);
  if (!served) return { status: 'not_found', reason: WHY_NONE[found.status], ...from, detail };
  const { primary, others, key } = found;
  const items = others.slice(0, MOST_SERVED);
  return {
    status: 'available',
    value: {
      primary,
      others: { items, total: others.length, truncated: items.length < others.length },
      same_as_registered: key === office,
    },
    ...from,
    confidence: CONFIDENCE[primary.corroborations] ?? 0.6,
    ...(website.site.truncated && { advisories: ['lookups_incomplete'] }),
    detail,
  };
});
