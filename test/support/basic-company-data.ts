/** Published BasicCompanyData files, as the tests need them: real rows from the fixtures, and rows made to measure. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import {
  readCompanyRow,
  BASIC_COLUMNS,
} from '../../packages/enrichment/src/sources/companies/company-row.js';
import type { CompanyRecord } from '../../packages/enrichment/src/sources/companies/company-record.js';
import { CsvRecordReader } from '../../packages/enrichment/src/sources/kit/editions/csv-records.js';

const FIXTURES = join(__dirname, '..', 'fixtures', 'register');

/** Real published rows by vintage. */
export const FILES = {
  november2017: join(FIXTURES, 'BasicCompanyData-2017-11_sample.csv'),
  february2018Mangled: join(FIXTURES, 'BasicCompanyData-2018-02-01_excel-mangled.csv'),
  may2020Resaved: join(FIXTURES, 'BasicCompanyDataAsOneFile-2020-05-01_resaved.csv'),
  june2020: join(FIXTURES, 'BasicCompanyData-2020-06-01-part6_7_sample.csv'),
  august2023: join(FIXTURES, 'BasicCompanyData-2023-08_sample.csv'),
  december2024: join(FIXTURES, 'BasicCompanyData-2024-12_one-row.csv'),
} as const;

export type Column =
  | 'CompanyName'
  | 'CompanyNumber'
  | 'CompanyStatus'
  | 'CompanyCategory'
  | 'CountryOfOrigin'
  | 'IncorporationDate'
  | 'DissolutionDate'
  | 'RegAddress.CareOf'
  | 'RegAddress.POBox'
  | 'RegAddress.AddressLine1'
  | 'RegAddress.PostTown'
  | 'RegAddress.Country'
  | 'RegAddress.PostCode'
  | 'Accounts.NextDueDate'
  | 'Accounts.LastMadeUpDate'
  | 'Accounts.AccountCategory'
  | 'ConfStmtNextDueDate'
  | 'ConfStmtLastMadeUpDate'
  | 'SICCode.SicText_1'
  | 'SICCode.SicText_2'
  | 'PreviousName_1.CONDATE'
  | 'PreviousName_1.CompanyName'
  | 'PreviousName_2.CONDATE'
  | 'PreviousName_2.CompanyName'
  | 'Mortgages.NumMortCharges';

const USUAL: Partial<Record<Column, string>> = {
  CompanyName: 'SYNTHETIC WIDGETS LIMITED',
  CompanyNumber: '01234567',
  CompanyStatus: 'Active',
  CompanyCategory: 'Private Limited Company',
  IncorporationDate: '01/02/2003',
  'RegAddress.AddressLine1': '1 HIGH STREET',
  'RegAddress.PostTown': 'LEEDS',
  'RegAddress.PostCode': 'LS1 1AA',
  'SICCode.SicText_1': '25990 - Manufacture of other fabricated metal products n.e.c.',
};

export type RowOverrides = Partial<Record<Column, string>>;

/** The cells of a made-up row. */
export function cells(overrides: RowOverrides = {}): string[] {
  const row: Record<string, string | undefined> = { ...USUAL, ...overrides };
  return BASIC_COLUMNS.map((column) => row[column] ?? '');
}

export const quoted = (values: readonly string[]): string =>
  values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');

/** A published file with these rows. */
export const csvFile = (rows: readonly RowOverrides[], newline = '\n'): string =>
  [BASIC_COLUMNS.join(','), ...rows.map((row) => quoted(cells(row)))].join(newline) + newline;

/** So many companies, each with a number and a name of its own. */
export const manyRows = (count: number): RowOverrides[] =>
  Array.from({ length: count }, (_, i) => ({
    CompanyNumber: String(10_000_000 + i),
    CompanyName: `SYNTHETIC COMPANY ${i} LIMITED`,
  }));

/** A made-up record, as read from its row. */
export function record(overrides: RowOverrides = {}): CompanyRecord {
  const row = readCompanyRow(cells(overrides));
  if (!row.ok) throw new Error(row.reason);
  return row.record;
}

/** A real company, as read from a fixture file. */
export function publishedRecord(file: string, number: string): CompanyRecord {
  const found: CompanyRecord[] = [];
  const reader = new CsvRecordReader((csv) => {
    const row = 'cells' in csv ? readCompanyRow(csv.cells) : null;
    if (row?.ok === true && row.record.number === number) found.push(row.record);
  });
  reader.push(readFileSync(file, 'utf8'));
  reader.end();
  const [company] = found;
  if (company === undefined) throw new Error(`${number} is not in ${file}`);
  return company;
}

/** A zip archive of deflated members, laid out by hand (PKWARE APPNOTE 4.3). */
export function zipArchive(members: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(members)) {
    const plain = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
}
