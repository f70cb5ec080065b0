import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { band, count, host, isoDate } from '../runner/value-types.js';

export default defineBlock({
  key: 'web_traffic',
  tier: 'premium',
  latency_class: 'instant',
  description: 'How popular the website is: a rank, never a number of visits.',
  source: ['site_ranking'],
  coverage: 'Accepted domains inside a loaded popularity list (top million).',
  experimental: true,
  reasons: [
    'no_website_to_match',
    'no_web_traffic_on_profile',
    'web_profile_not_enabled',
    'no_web_profile_found',
    'web_profile_unavailable',
    'web_profile_outside_uk',
  ],
  value: z.strictObject({
    domain: host,
    rank: count.nullable(),
    rank_band: band,
    list_date: isoDate,
    rank_90_days_before: count.nullable(),
    measures: z.literal('popularity_rank'),
  }),
})(notAvailableYet);
