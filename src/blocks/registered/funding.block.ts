import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { capped, confidence, count, isoDate, money, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'funding',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Published grants and awards, share issues and secured loans.',
  source: ['grants_register', 'company_register_filings', 'company_register_charges'],
  coverage:
    'Recipients of published grants and public awards; share issues and secured loans as dated facts.',
  reasons: ['no_funding_on_record', 'enrichment_unavailable', 'not_confirmed'],
  value: z.strictObject({
    totals: z.array(z.strictObject({ kind: text, amount: money, count })).describe('One currency a total.'),
    rounds: capped(
      z.strictObject({
        kind: z.enum(['grant', 'research_award', 'share_issue', 'secured_loan']),
        date: isoDate,
        amount: money.nullable(),
        funder: text.nullable(),
        title: text.nullable(),
        source: text,
        source_ref: text,
        confidence,
      }),
    ),
    latest_on: isoDate,
  }),
})(notAvailableYet);
