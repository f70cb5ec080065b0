/** Defines the source of companies' property in England and Wales: CCOD and OCOD of HM Land Registry. */
import { listUnder, textUnder } from '../kit/publication/json-path.js';
import type { ListedFile } from '../kit/publication/listed-files.js';
import { PageChanged, type Finder, type PublisherSite } from '../kit/publication/finder.js';
import { publicationDay } from '../kit/editions/edition-date.js';
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import type { Form } from '../kit/records/form.js';
import { readTitle, type TitleRecord } from './title-record.js';

const DATASETS = ['ccod', 'ocod'];
const FULL = /^[CO]COD_FULL_\d{4}_\d{2}\.zip$/;

/** @throws SiteUnavailable, PageChanged */
async function newestIn(site: PublisherSite, dataset: string): Promise<ListedFile> {
  const path = `/api/v1/datasets/${dataset}`;
  const answer = await site.json(path);
  const listed = ['resources', 'public_resources'].flatMap((list) => listUnder(answer, 'result', list));
  const names = listed.map((item) => textUnder(item, 'file_name') ?? '').filter((name) => FULL.test(name));
  const name = names.sort().at(-1);
  const day = name === undefined ? null : publicationDay(name);
  if (name === undefined || day === null)
    throw new PageChanged(`${site.urlOf(path).href} lists no ${dataset.toUpperCase()}_FULL_YYYY_MM.zip`);
  const locate = async (): Promise<URL> => {
    const url = textUnder(await site.json(`${path}/${name}`), 'result', 'download_url') ?? '';
    if (URL.canParse(url)) return new URL(url);
    throw new PageChanged(
      `${site.urlOf(`${path}/${name}`).href} tells no download_url: is its licence accepted?`,
    );
  };
  return { name, day, locate };
}

/** Finds the files by HM Land Registry's API. A file's address needs the key and expires within seconds. */
const propertyFinder: Finder = {
  publisher: 'land_registry',
  licence: "HM Land Registry's own, accepted with the account: rows must not be republished",
  every_hours: 24,
  room: 4,
  most_gb: 6,
  keyed: true,
  async find(site) {
    const files: ListedFile[] = [];
    for (const dataset of DATASETS) files.push(await newestIn(site, dataset));
    const as_of = files.map(({ day }) => day).sort()[0] ?? null;
    return { as_of, update: false, files };
  },
};

const COLUMNS = ['Title Number', 'Tenure', 'Property Address', 'Postcode', 'Company Registration No. (1)'];

/** Both forms of a dataset: its changes, which lack most owners, and the whole. */
const dataset = (name: string, isOverseas: boolean, extraColumns: readonly string[]): Form[] =>
  [true, false].map((partial) =>
    csvTable({
      name: partial ? `${name}, changes` : name,
      partial,
      columns: [...COLUMNS, ...extraColumns, ...(partial ? ['Change Indicator'] : [])],
      read: (cell, { version }) => readTitle(cell, version, isOverseas),
      rowCount: 'Row Count:',
    }),
  );

export const property = defineRecordSource<TitleRecord>()({
  name: 'property',
  fact: 'titles',
  // Two monthly publications.
  stale_after_days: 62,
  finder: propertyFinder,
  layout: 1,
  forms: [
    ...dataset('OCOD, titles of overseas companies', true, ['Country Incorporated (1)']),
    ...dataset('CCOD, titles of UK companies', false, []),
  ],
});
