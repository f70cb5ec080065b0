import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { input, int, model } from '../runner/value-types.js';

export default defineBlock({
  key: 'scores',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Points from 0 to 100 by a published formula. Not a credit rating.',
  source: ['service_model'],
  coverage: 'Companies with at least one set of accounts.',
  experimental: true,
  derived: true,
  reasons: ['no_scores_on_file'],
  value: z.strictObject({
    scores: z.array(
      z.strictObject({
        key: z.enum(['financial_position', 'filing_discipline', 'stability', 'growth']),
        value: int.min(0).max(100),
        label: z.enum(['low', 'fair', 'good', 'strong']),
        points: z.array(z.strictObject({ input, points: int })).describe('They sum to the value.'),
      }),
    ),
    model,
    not_a_credit_rating: z.literal(true),
  }),
})(notAvailableYet);
