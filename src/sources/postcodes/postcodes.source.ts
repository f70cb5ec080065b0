/** The postcode directories of the Office for National Statistics, published every quarter. */
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { readPostcode, type PostcodeRecord } from './postcode-record.js';

export const postcodes = defineRecordSource<PostcodeRecord>()({
  name: 'postcodes',
  // Found by postcode and not by company number: a joined fact asks for it.
  fact: null,
  // Two quarterly publications.
  stale_after_days: 184,
  layout: 2,
  forms: [
    csvTable({
      name: 'ONSPD or NSPL, a row a postcode',
      partial: false,
      columns: ['pcds', 'dointr', 'doterm', 'ctry'],
      read: (cell, { version }) => [readPostcode(cell, version)],
    }),
  ],
});
