import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { addressFields, capped, count, isoDate, text } from '../runner/value-types.js';
import { SITE_NOT_READ } from './site-reasons.js';

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
})(notAvailableYet);
