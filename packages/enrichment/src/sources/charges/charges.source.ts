/** Defines the source of charges, which the register publishes by company: API answers and stream events. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { registerLines } from '../kit/records/register-lines.js';
import { CHARGES, type ChargeRecord } from './charge-record.js';

export const charges = defineRecordSource<ChargeRecord>()({
  name: 'charges',
  fact: 'charges',
  // Charges are fetched for the companies that have any, and followed from then on.
  stale_after_days: 62,
  finder: { not_published: 'No file of charges is published: use register fetch and register follow.' },
  layout: 3,
  // Older lines lack the day of acquisition, which few charges have. The next fetch brings it.
  older: { 2: (text) => text },
  forms: [registerLines(CHARGES)],
});
