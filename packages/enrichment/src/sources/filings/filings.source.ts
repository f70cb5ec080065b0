/** Defines the source of filing histories and insolvency cases, which the register publishes by company. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { registerLines } from '../kit/records/register-lines.js';
import { FILINGS, type FilingRecord } from './filing-record.js';
import { INSOLVENCY, type InsolvencyRecord } from './insolvency-record.js';

export const filings = defineRecordSource<FilingRecord | InsolvencyRecord>()({
  name: 'filings',
  fact: 'filings',
  // Companies file some ten times a year, so an edition older than a month lacks filings.
  stale_after_days: 31,
  finder: { not_published: 'No file of filings is published: use register fetch and register follow.' },
  layout: 1,
  forms: [registerLines(FILINGS, INSOLVENCY)],
});
