import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { count, input, isoDate, model, money, moneyBand, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'revenue_estimate',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Turnover as filed, else a range modelled from peers.',
  source: ['company_register_accounts', 'service_model'],
  coverage: 'Trading companies with headcount or assets on file.',
  derived: true,
  reasons: [
    'no_modelled_revenue',
    'dormant_company',
    'bank_no_modelled_turnover',
    'holding_company_no_trading_revenue',
    'modelled_implausible_against_filed_turnover',
    'estimate_input_failed_balance_sheet_check',
    'modelled_repeated_across_periods',
    'not_confirmed',
  ],
  advisories: ['sources_disagree'],
  withheld: ['modelled_profit_implausible'],
  value: z.strictObject({
    basis: z.enum(['filed', 'modelled']),
    low: money,
    mid: money,
    high: money,
    band: moneyBand,
    period_end: isoDate,
    capped_by: text.nullable().describe('The legal size limit that capped it.'),
    cohort: z.strictObject({ sic: text, companies: count }).nullable(),
    inputs: z.array(input),
    model: model.nullable(),
  }),
})(notAvailableYet);
