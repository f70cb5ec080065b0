import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { capped, isoDate, text, window } from '../runner/value-types.js';

const EVENT_TYPES = [
  'incorporated',
  'name_changed',
  'address_changed',
  'officer_appointed',
  'officer_resigned',
  'controller_notified',
  'controller_ceased',
  'control_statement',
  'charge_created',
  'charge_satisfied',
  'accounts_filed',
  'confirmation_statement_filed',
  'capital_changed',
  'insolvency_started',
  'insolvency_ended',
  'strike_off_proposed',
  'dissolved',
  'restored',
  'other_filing',
] as const;

export default defineBlock({
  key: 'registry_events',
  tier: 'core',
  latency_class: 'register_live',
  description: 'What happened to the company on the register in the last 24 months, and its milestones.',
  source: ['company_register_filings', 'company_register'],
  coverage: 'Any company with dated register facts.',
  reasons: [
    'no_registry_dates_on_file',
    'no_events_in_window',
    'events_unavailable',
    'register_unavailable',
    'source_busy',
  ],
  value: z.strictObject({
    window: window.describe('24 months up to as_of.'),
    events: capped(
      z.strictObject({
        date: isoDate,
        type: z.enum(EVENT_TYPES),
        title: text,
        form: text.nullable().describe('The form filed, such as CS01.'),
        values: z.record(text, text).describe('Filed parameters.'),
        source: text,
      }),
    ),
    latest_event_on: isoDate.nullable(),
    milestones: z.array(z.strictObject({ type: text, date: isoDate })).describe('Of any age.'),
  }),
})(notAvailableYet);
