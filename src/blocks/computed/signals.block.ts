import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { capped, confidence, count, isoDate, money, text, window } from '../runner/value-types.js';

const SIGNAL_TYPES = [
  'contract_award',
  'grant',
  'new_charge',
  'charge_satisfied',
  'insolvency',
  'strike_off',
  'director_change',
  'control_change',
  'name_change',
  'address_change',
  'late_accounts',
  'capital_raised',
] as const;

const signal = z.strictObject({
  type: z.enum(SIGNAL_TYPES),
  date: isoDate,
  title: text,
  direction: z.enum(['positive', 'neutral', 'negative']),
  amount: money.nullable(),
  counterparty: text.nullable(),
  url: text.nullable(),
  source: text,
  source_ref: text,
  confidence,
});

export default defineBlock({
  key: 'signals',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Dated facts of the last 12 months that say something about how the company is doing.',
  source: ['service_model'],
  coverage: 'Any company with recent dated facts in loaded feeds.',
  derived: true,
  reasons: ['no_signals_on_record', 'no_signals_on_file', 'signals_unavailable'],
  value: z.strictObject({
    window: window.describe('12 months up to as_of.'),
    signals: capped(signal),
    counts: z.record(text, count),
  }),
})(notAvailableYet);
