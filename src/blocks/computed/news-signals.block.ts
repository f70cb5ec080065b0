import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { capped, confidence, host, isoDate, text, window } from '../runner/value-types.js';

export default defineBlock({
  key: 'news_signals',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'Headlines about the company of the last 90 days, with links.',
  source: ['news_provider'],
  coverage: 'Companies named in a configured open news feed.',
  experimental: true,
  reasons: ['no_signals_on_record', 'signals_unavailable', 'search_unavailable', 'not_confirmed'],
  value: z.strictObject({
    window: window.describe('90 days up to as_of.'),
    items: capped(
      z.strictObject({
        headline: text,
        url: text,
        publisher_host: host,
        published_on: isoDate,
        type: text,
        matched_on: z.enum(['company_number', 'domain', 'exact_name_and_place']),
        confidence,
      }),
    ),
  }),
})(notAvailableYet);
