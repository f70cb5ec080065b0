/** The gender pay gap service's yearly file: employers of 250 and more, with a band of their size. */
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { readPayGap, suppressLink, type PayGapRecord } from './pay-gap-record.js';
import { payGapFinder } from './pay-gap.finder.js';

export const payGap = defineRecordSource<PayGapRecord>()({
  name: 'pay_gap',
  fact: 'pay_gap',
  // Two yearly publications.
  stale_after_days: 731,
  finder: payGapFinder,
  layout: 1,
  suppress: suppressLink,
  forms: [
    csvTable({
      name: 'the pay gap CSV',
      partial: false,
      columns: ['EmployerName', 'EmployerId', 'CompanyNumber', 'EmployerSize', 'DueDate'],
      read: readPayGap,
    }),
  ],
});
