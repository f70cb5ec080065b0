/** UK and overseas companies that own property in England and Wales (CCOD, OCOD), HM Land Registry, monthly. */
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import type { Form } from '../kit/records/form.js';
import { readTitle, type TitleRecord } from './title-record.js';
import { propertyFinder } from './property.finder.js';

const COLUMNS = ['Title Number', 'Tenure', 'Property Address', 'Postcode', 'Company Registration No. (1)'];
const ROW_COUNT = 'Row Count:';

const dataset = (name: string, overseas: boolean, more: readonly string[]): Form =>
  csvTable({
    name,
    partial: false,
    columns: [...COLUMNS, ...more],
    read: (cell, { version }) => readTitle(cell, version, overseas),
    isNoRow: ([first]) => first === ROW_COUNT,
  });

export const property = defineRecordSource<TitleRecord>()({
  name: 'property',
  fact: 'titles',
  // Two monthly publications.
  stale_after_days: 62,
  finder: propertyFinder,
  layout: 1,
  forms: [
    dataset('OCOD, titles of overseas companies', true, ['Country Incorporated (1)']),
    dataset('CCOD, titles of UK companies', false, []),
  ],
});
