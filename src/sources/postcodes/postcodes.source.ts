/** The postcode directories of the Office for National Statistics, published every quarter. */
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { readPostcode, type PostcodeRecord } from './postcode-record.js';
import { postcodesFinder } from './postcodes.finder.js';

/** Columns of areas are named by the year of the areas since 2025: `ctry25cd`. */
const withoutYear = (column: string): string => column.replace(/^(ctry|rgn|lad)\d\dcd$/, '$1');

export const postcodes = defineRecordSource<PostcodeRecord>()({
  name: 'postcodes',
  // Found by postcode and not by company number: a joined fact asks for it.
  fact: null,
  // Two quarterly publications.
  stale_after_days: 184,
  finder: postcodesFinder,
  layout: 2,
  // The archive holds the directory once whole and once by area, and tables of names and codes beside it.
  members: /^(?!.*(?:multi_csv|documents)\/).*\.csv$/i,
  forms: [
    csvTable({
      name: 'ONSPD or NSPL, a row a postcode',
      partial: false,
      columns: ['pcds', 'dointr', 'doterm', 'ctry'],
      named: withoutYear,
      read: (cell, { version }) => [readPostcode(cell, version)],
    }),
  ],
});
