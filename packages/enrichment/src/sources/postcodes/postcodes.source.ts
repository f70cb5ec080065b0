/** Defines the source of postcodes: the quarterly directories of the Office for National Statistics. */
import { listUnder, sizeUnder, textUnder } from '../kit/publication/json-path.js';
import { fileAt, type ListedFile } from '../kit/publication/listed-files.js';
import { OGL, PageChanged, type Finder } from '../kit/publication/finder.js';
import { publicationDay } from '../kit/editions/edition-date.js';
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { readPostcode, type PostcodeRecord } from './postcode-record.js';

const TITLE = /^ONS Postcode Directory \(([A-Z][a-z]+) (\d{4})\)/;
const QUERY = new URLSearchParams({
  q: 'owner:ONSGeography_data AND title:"ONS Postcode Directory" AND type:"CSV Collection"',
  sortField: 'created',
  sortOrder: 'desc',
  num: '20',
  f: 'json',
});
const SEARCH = `/sharing/rest/search?${QUERY.toString()}`;

/** Finds the newest ONS Postcode Directory in the catalogue behind the Open Geography Portal. */
const postcodesFinder: Finder = {
  publisher: 'statistics',
  licence: `Office for National Statistics, ${OGL}; contains OS and Royal Mail data`,
  every_hours: 168,
  room: 6,
  most_gb: 3,
  async find(site) {
    const files = listUnder(await site.json(SEARCH), 'results').flatMap((item): ListedFile[] => {
      const [, month = '', year = ''] = TITLE.exec(textUnder(item, 'title') ?? '') ?? [];
      const id = textUnder(item, 'id') ?? '';
      const name = `ONSPD_${month.slice(0, 3).toUpperCase()}_${year}_UK.zip`;
      const day = publicationDay(name);
      if (day === null || !/^[0-9a-f]{32}$/.test(id)) return [];
      const file = fileAt(name, site.urlOf(`/sharing/rest/content/items/${id}/data`));
      return [{ ...file, day, ...sizeUnder(item, 'size') }];
    });
    const [newest] = files.sort((a, b) => (a.day < b.day ? 1 : -1));
    if (newest === undefined)
      throw new PageChanged(
        `${site.urlOf('/sharing/rest/search').href} finds no ONS Postcode Directory (Month YYYY): the catalogue may have changed`,
      );
    return { as_of: `${newest.day.slice(0, 7)}-01`, update: false, files: [newest] };
  },
};

/** Removes the year from the names of area columns, which have one since 2025: `ctry25cd`. */
const withoutYear = (column: string): string => column.replace(/^(ctry|rgn|lad)\d\dcd$/, '$1');

export const postcodes = defineRecordSource<PostcodeRecord>()({
  name: 'postcodes',
  // A joined fact finds records by postcode, not by company number.
  fact: null,
  // Two quarterly publications.
  stale_after_days: 184,
  finder: postcodesFinder,
  layout: 2,
  // Takes the whole directory. The archive also has it by area, and tables of names and codes.
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
