/** Defines the source of persons with significant control: a daily snapshot, API answers, stream events. */
import { OGL, PageChanged, type Finder } from '../kit/publication/finder.js';
import { listedFiles, newestOf } from '../kit/publication/listed-files.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { jsonLines } from '../kit/records/json-lines.js';
import type { FormContext } from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import { registerLines, type ReadItem } from '../kit/records/register-lines.js';
import {
  isObject,
  objectOf,
  publishedNumber,
  textOf,
  wholeNumberOf,
  type JsonObject,
} from '../kit/records/values.js';
import {
  indexKeysOf,
  readExemptions,
  readPerson,
  readStatement,
  suppressControl,
  type PscRecord,
} from './psc-record.js';

const PAGE = '/en_pscdata.html';
const PART = /^psc-snapshot-\d{4}-\d{2}-\d{2}_(\d+)of(\d+)\.zip$/;
const partNumber = (name: string): number => Number(PART.exec(name)?.[1]);

/** Finds the parts of the daily snapshot, so that a broken download costs one part. */
const pscFinder: Finder = {
  publisher: 'companies_house',
  licence: `Companies House, ${OGL}`,
  every_hours: 24,
  room: 5,
  most_gb: 16,
  async find(site) {
    const called = 'psc-snapshot-YYYY-MM-DD_NofM.zip';
    const files = newestOf(await listedFiles(site, { page: PAGE, names: PART, called }));
    const parts = Number(PART.exec(files[0]?.name ?? '')?.[2]);
    if (files.length !== parts)
      throw new PageChanged(
        `${site.urlOf(PAGE).href} lists ${files.length} of the ${parts} parts of ${files[0]?.day}: the page may have changed`,
      );
    const inOrder = [...files].sort((a, b) => partNumber(a.name) - partNumber(b.name));
    return { as_of: files[0]?.day ?? null, update: false, files: inOrder };
  },
};

const CONTROLLERS = ['individual', 'corporate', 'legal', 'supersecure'];
const STATEMENT = 'persons-with-significant-control-statement';

function* snapshotItems(
  data: JsonObject,
  company: string,
  version: string,
): Generator<readonly [list: string, item: ReadItem]> {
  if (data['kind'] === 'exemptions') {
    for (const item of readExemptions(data)) yield ['exemptions', item];
  } else if (data['kind'] === STATEMENT) yield ['statements', readStatement(data)];
  else yield ['persons', readPerson(data, company, version)];
}

const COUNTED = ['persons_of_significant_control_count', 'statements_count'];
/**
 * Matches the publisher's names of files that end with the totals, as a whole or in parts (Blocks 5.22). The
 * publisher never makes a single part, so such a name is somebody else's.
 */
const ENDS_WITH_TOTALS =
  /persons-with-significant-control-snapshot-\d{4}-\d{2}-\d{2}\.(?:txt|zip)|psc-snapshot-\d{4}-\d{2}-\d{2}_\d+of(?!1\b)\d+/;

/** Reads a line `{company_number, data}`. The last line has the counts, which leave out exemptions. */
function* snapshotLine(line: JsonObject, { version, tally }: FormContext): Generator<Entry> {
  const data = objectOf(line['data'], 'data');
  if (textOf(data['kind'])?.startsWith('totals#') === true) {
    const counts = COUNTED.map((field) => wholeNumberOf(data[field]) ?? 0);
    if (tally !== undefined)
      tally.announced = counts.reduce((sum, count) => sum + count, tally.announced ?? 0);
    return;
  }
  if (tally !== undefined && data['kind'] !== 'exemptions') tally.read += 1;
  const subject = publishedNumber(line['company_number']);
  for (const [list, item] of snapshotItems(data, subject, version))
    yield { kind: 'put', subject, list, version, ...item };
}

export const psc = defineRecordSource<PscRecord>()({
  name: 'psc',
  fact: 'psc',
  // The snapshot is published every day; a week allows for holidays and a failed run.
  stale_after_days: 7,
  finder: pscFinder,
  layout: 2,
  // Layout 1 has the same items with other links, which `linksOf` computes again.
  older: { 1: (text) => text },
  linksOf: ({ text, version }) => indexKeysOf(JSON.parse(text) as PscRecord, version),
  suppress: suppressControl,
  forms: [
    registerLines(
      {
        list: 'persons',
        resource: 'persons-with-significant-control',
        events: CONTROLLERS.flatMap((kind) => [
          `company-psc-${kind}`,
          `company-psc-${kind}-beneficial-owner`,
        ]),
        items: 'items',
        read: readPerson,
      },
      {
        list: 'statements',
        resource: 'persons-with-significant-control-statements',
        events: ['persons-with-significant-control-statement', 'company-psc-statement'],
        items: 'items',
        read: readStatement,
      },
      {
        list: 'exemptions',
        resource: 'exemptions',
        events: ['company-exemptions'],
        items: null,
        read: (item) => [...readExemptions(item)],
      },
    ),
    jsonLines({
      name: 'the snapshot of persons with significant control, a record a line',
      partial: false,
      apart: true,
      recognises: (first) => isObject(first['data']) && typeof first['data']['kind'] === 'string',
      open: (context) => {
        if (context.tally !== undefined && ENDS_WITH_TOTALS.test(context.name)) context.tally.owed = true;
        return { read: (line) => snapshotLine(line, context) };
      },
    }),
  ],
});
