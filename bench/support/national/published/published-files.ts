/**
 * All that `register sync` fetches, laid out as the stand-in of the publishers' sites serves it: in the
 * publishers' form, and as many records as the whole country has, or a share of them. What they say is made
 * up.
 */
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { nationalFile } from '../../national-file.js';
import { INDEX_FORMS } from '../index-records.js';
import type { NationalForm } from '../national-form.js';
import { NATIONAL_FORMS, nationalRecords, writeNationalRecords } from '../national-records.js';
import { writeArchive } from './archive.js';
import { writeDocuments } from './filed-documents.js';

/** Of each source in the whole country, roughly. */
const RECORDS = {
  companies: 5_700_000,
  psc: 10_000_000,
  accounts: 3_000_000,
  postcodes: 2_700_000,
  entity_ids: 2_900_000,
  pay_gap: 11_000,
  contracts: 600_000,
  property: 3_900_000,
} as const;
export type PublishedSource = keyof typeof RECORDS;
export const PUBLISHED_SOURCES = Object.keys(RECORDS) as readonly PublishedSource[];

const PSC_PARTS = 31;
const MONTHS = 12;
/** The registration authority of an entity that isn't of this country; one in twenty is. */
const ABROAD = 'RA000548';
const ONE_AT_HOME_IN = 20;
const RECORDS_FOLDER = join(process.cwd(), 'test/fixtures/register/records');

const monthNamed = (day: Date): string => day.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' });

/** Days by which files are named, so that what is published is new whenever that is. */
class Days {
  constructor(private readonly today = new Date()) {}

  /** The first of a month, so many before this one. */
  month(before = 0): Date {
    return new Date(Date.UTC(this.today.getUTCFullYear(), this.today.getUTCMonth() - before, 1));
  }

  iso(day = this.month()): string {
    return day.toISOString().slice(0, 10);
  }
}

function formOf(source: PublishedSource): NationalForm {
  const form = [...NATIONAL_FORMS, ...INDEX_FORMS].find((each) => each.source === source);
  if (form === undefined) throw new Error(`there are no records of ${source}`);
  return form;
}

const writeGzip = (path: string, text: Iterable<string>): Promise<void> =>
  pipeline(Readable.from(text), createGzip({ level: 1 }), createWriteStream(path));

type Place = (publisher: string, name: string) => string;

interface Publication {
  readonly place: Place;
  readonly days: Days;
  readonly records: number;
}

type Publish = (publication: Publication) => Promise<void>;

const companies: Publish = ({ place, days, records }) => {
  const name = `BasicCompanyDataAsOneFile-${days.iso()}`;
  return writeArchive(place('companies-house', `${name}.zip`), { [`${name}.csv`]: nationalFile(records) });
};

const psc: Publish = async ({ place, days, records }) => {
  const form = formOf('psc');
  const each = Math.ceil(records / PSC_PARTS);
  for (let part = 1; part <= PSC_PARTS; part += 1) {
    const name = `psc-snapshot-${days.iso()}_${part}of${PSC_PARTS}`;
    const text = nationalRecords(form, { records: each, from: (part - 1) * each, last: part === PSC_PARTS });
    await writeArchive(place('companies-house', `${name}.zip`), { [`${name}.txt`]: text });
  }
};

/** A year of months, and the first day after them. */
const accounts: Publish = async ({ place, days, records }) => {
  const each = Math.ceil(records / MONTHS);
  for (let before = MONTHS; before > 0; before -= 1) {
    const month = days.month(before);
    const name = `Accounts_Monthly_Data-${monthNamed(month)}${month.getUTCFullYear()}.zip`;
    await writeDocuments(place('companies-house', name), (MONTHS - before) * each, each);
  }
  const day = `Accounts_Bulk_Data-${days.iso()}.zip`;
  await writeDocuments(place('companies-house', day), MONTHS * each, Math.ceil(each / 20));
};

const postcodes: Publish = ({ place, days, records }) => {
  const month = days.month(1);
  const name = `ONSPD_${monthNamed(month).slice(0, 3).toUpperCase()}_${month.getUTCFullYear()}_UK`;
  const text = nationalRecords(formOf('postcodes'), { records });
  return writeArchive(place('statistics', `${name}.zip`), { [`Data/${name}.csv`]: text });
};

const entityIds: Publish = async ({ place, days, records }) => {
  const form = formOf('entity_ids');
  const record: NationalForm['record'] = (i, company) => {
    const text = form.record(i, company);
    return i % ONE_AT_HOME_IN === 0 ? text : text.replace('RA000585', ABROAD);
  };
  const name = (kind: string): string =>
    place(
      'entity-ids',
      `${days.iso().replaceAll('-', '')}-0800-gleif-goldencopy-${kind}-golden-copy.xml.zip`,
    );
  await writeArchive(name('lei2'), { 'lei2.xml': nationalRecords({ ...form, record }, { records }) });
  for (const kind of ['rr', 'repex'])
    await writeArchive(name(kind), {
      [`${kind}.xml`]: readFileSync(join(RECORDS_FOLDER, `gleif_${kind}-data.xml`)),
    });
};

const payGap: Publish = ({ place, records }) =>
  writeNationalRecords(place('pay-gap', 'UK_Gender_Pay_Gap_Data_2021_to_2022.csv'), formOf('pay_gap'), {
    records,
  });

/** The two registries of notices. */
const contracts: Publish = async ({ place, records }) => {
  const form = formOf('contracts');
  const most = Math.ceil(records * 0.8);
  await writeGzip(place('open-contracting', '128-full.jsonl.gz'), nationalRecords(form, { records: most }));
  const rest = nationalRecords(form, { records: records - most, from: most });
  await writeGzip(place('open-contracting', '41-full.jsonl.gz'), rest);
};

const property: Publish = async ({ place, days, records }) => {
  const month = days.iso().slice(0, 7).replace('-', '_');
  const [of, abroad] = [`CCOD_FULL_${month}`, `OCOD_FULL_${month}`];
  const text = nationalRecords(formOf('property'), { records });
  await writeArchive(place('land-registry', `${of}.zip`), { [`${of}.csv`]: text });
  const few = readFileSync(join(RECORDS_FOLDER, 'OCOD_FULL_2025_09_SYNTHETIC.csv'));
  await writeArchive(place('land-registry', `${abroad}.zip`), { [`${abroad}.csv`]: few });
};

const PUBLISH: Readonly<Record<PublishedSource, Publish>> = {
  ...{ companies, psc, accounts, postcodes, contracts, property },
  entity_ids: entityIds,
  pay_gap: payGap,
};

/** Lays out one source. @param scale 1: as many records as the whole country has; 0: a hundred */
export function publish(folder: string, source: PublishedSource, scale: number): Promise<void> {
  if (!(scale >= 0)) throw new Error('The scale is a share of the country, as 0.01, or 1.');
  const place: Place = (publisher, name) => {
    mkdirSync(join(folder, publisher), { recursive: true });
    return join(folder, publisher, name);
  };
  const records = Math.max(100, Math.round(RECORDS[source] * scale));
  return PUBLISH[source]({ place, days: new Days(), records });
}
