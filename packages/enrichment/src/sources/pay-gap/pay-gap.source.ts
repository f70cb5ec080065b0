/** Defines the source of pay gap reports: yearly files of employers with at least 250 employees. */
import { OGL, PageChanged, type Finder, type FoundFile } from '../kit/publication/finder.js';
import { fileAt } from '../kit/publication/listed-files.js';
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { readPayGap, suppressLink, type PayGapRecord } from './pay-gap-record.js';

const PAGE = '/viewing/download';
const YEAR = /\/viewing\/download-data\/(\d{4})$/;

/** Finds the tables of all years. The newest ones grow as employers report. */
const payGapFinder: Finder = {
  publisher: 'pay_gap',
  licence: `Government Equalities Office, ${OGL}`,
  every_hours: 24,
  room: 2,
  most_gb: 1,
  async find(site) {
    const years = new Map<string, FoundFile>();
    for (const url of await site.links(PAGE)) {
      const year = YEAR.exec(url.pathname)?.[1];
      if (year === undefined) continue;
      const name = `UK_Gender_Pay_Gap_Data_${year}_to_${Number(year) + 1}.csv`;
      years.set(name, { ...fileAt(name, url), changes: true });
    }
    if (years.size === 0)
      throw new PageChanged(
        `${site.urlOf(PAGE).href} lists no /viewing/download-data/YYYY: the page may have changed`,
      );
    const files = [...years.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return { as_of: null, update: false, files };
  },
};

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
      columns: ['EmployerName', 'CompanyNumber', 'EmployerSize', 'DueDate'],
      read: readPayGap,
    }),
  ],
});
