/**
 * Charges, which the register publishes company by company and not as a file: answers of its API and stream
 * events.
 */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { registerLines } from '../kit/records/register-lines.js';
import { CHARGES, type ChargeRecord } from './charge-record.js';

export const charges = defineRecordSource<ChargeRecord>()({
  name: 'charges',
  fact: 'charges',
  // Fetched for the companies that have charges, followed from then on.
  stale_after_days: 62,
  finder: { not_published: 'No file of charges is published: use register fetch and register follow.' },
  layout: 3,
  // It told no day of acquisition, which few charges have: those come with the next fetch.
  older: { 2: (text) => text },
  forms: [registerLines(CHARGES)],
});
