import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { count, input, int, isoDate, text, withheld } from '../runner/value-types.js';

const RATIOS = [
  'current_ratio',
  'cash_to_creditors',
  'gearing',
  'net_assets_to_total',
  'assets_per_head',
  'turnover_per_head',
  'operating_margin',
  'turnover_growth',
  'net_assets_growth',
] as const;

export default defineBlock({
  key: 'financial_benchmarks',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Ratios of the filed figures against companies of the same trade and size.',
  source: ['service_model'],
  coverage: 'Companies with filed figures and at least 20 peers.',
  derived: true,
  reasons: ['no_ratios_to_benchmark', 'cohort_too_small', 'benchmark_unavailable'],
  withheld: ['ratio_implausible'],
  value: z.strictObject({
    period_end: isoDate,
    cohort: z.strictObject({
      sic: text,
      size_band: text,
      companies: count,
      period_from: isoDate,
      period_to: isoDate,
    }),
    ratios: z.array(
      z.strictObject({
        key: z.enum(RATIOS),
        value: z.number().describe('At most four decimals.'),
        unit: z.enum(['ratio', 'percent', 'gbp_per_head']),
        percentile: int.min(0).max(100),
        quartiles: z.tuple([z.number(), z.number(), z.number()]),
        inputs: z.array(input),
      }),
    ),
    withheld: z.array(withheld),
  }),
})(notAvailableYet);
