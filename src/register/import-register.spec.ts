import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  FILES,
  TestFolder,
  cells,
  csvFile,
  manyRows,
  quoted,
  zipArchive,
} from '../../test/support/basic-company-data.js';
import { CompaniesEdition } from './companies/companies.edition.js';
import { activeEdition, buildingPath, editionPath, lockSource } from './edition.js';
import type { ImportProgress } from './import-outcome.js';
import { importRegister, type ImportRequest } from './import-register.js';
import { registerStatus } from './register-status.js';

let folder: TestFolder;
beforeEach(() => {
  folder = new TestFolder();
});
afterEach(() => {
  folder.remove();
});

const dataDir = (): string => join(folder.path, 'data');
const importing = (files: readonly string[], more: Partial<ImportRequest> = {}) =>
  importRegister({ source: 'companies', files, dataDir: dataDir(), ...more });

/** What the edition in force answers. */
function inForce<T>(ask: (edition: CompaniesEdition) => T): T {
  const edition = CompaniesEdition.open(
    editionPath(dataDir(), 'companies', activeEdition(dataDir(), 'companies') ?? ''),
  );
  try {
    return ask(edition);
  } finally {
    edition.close();
  }
}

const inFolder = (): string[] => readdirSync(join(dataDir(), 'editions', 'companies')).sort();

describe('an import', () => {
  it('puts a published file in force as a dated edition', async () => {
    const outcome = await importing([FILES.june2020]);
    expect(outcome).toEqual({
      outcome: 'imported',
      source: 'companies',
      edition: expect.stringMatching(/^2020-06-01-[0-9a-f]{12}$/) as string,
      as_of: '2020-06-01',
      as_of_basis: 'file_name',
      rows: 62,
      rejected: 0,
      rejects: [],
    });
    expect(inForce((edition) => edition.companies(['11990344']).get('11990344')?.name)).toBe(
      'UNIQ FINANCE GROUP LTD',
    );
    expect(registerStatus(dataDir())).toEqual([
      expect.objectContaining({ source: 'companies', as_of: '2020-06-01', rows: 62, active: true }),
    ]);
  });

  const plain = readFileSync(FILES.june2020, 'utf8');
  it.each<[string, string, string | Buffer]>([
    ['gzip', 'BasicCompanyData-2020-06-01.csv.gz', gzipSync(plain)],
    [
      'a zip archive',
      'BasicCompanyData-2020-06-01.zip',
      zipArchive({ 'BasicCompanyData-2020-06-01.csv': plain }),
    ],
    ['CRLF line ends', 'BasicCompanyData-2020-06-01.csv', plain.replaceAll('\n', '\r\n')],
    ['a byte order mark', 'BasicCompanyData-2020-06-01.csv', `\uFEFF${plain}`],
    ['no line end at the end', 'BasicCompanyData-2020-06-01.csv', plain.trimEnd()],
  ])('takes %s', async (_what, name, content) => {
    const outcome = await importing([folder.write(name, content)]);
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 62, rejected: 0, as_of: '2020-06-01' });
    const company = inForce((edition) => edition.companies(['11990344']).get('11990344'));
    expect(company?.confirmation_statement.next_due_on).toBe('2020-05-23');
  });

  it('joins several parts, and several members of an archive, into one edition', async () => {
    const rows = manyRows(40);
    const parts = [0, 1, 2, 3].map((i) => csvFile(rows.slice(i * 10, i * 10 + 10)));
    const outcome = await importing([
      folder.write('BasicCompanyData-2024-07-01-part1_3.csv', parts[0] ?? ''),
      folder.write('BasicCompanyData-2024-07-01-part2_3.csv', parts[1] ?? ''),
      folder.write(
        'BasicCompanyData-2024-07-01-part3_3.zip',
        zipArchive({ 'a.csv': parts[2] ?? '', 'readme.txt': 'not a table', 'b.csv': parts[3] ?? '' }),
      ),
    ]);
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 40, as_of: '2024-07-01' });
  });

  it('takes a copy that a statistics program saved: blanks of the header lost, NA for none', async () => {
    expect(await importing([FILES.may2020Resaved])).toMatchObject({
      outcome: 'imported',
      rows: 63,
      rejected: 0,
      as_of: '2020-05-01',
    });
  });

  it('gives the same file the same edition, and another file another', async () => {
    const once = await importing([FILES.june2020]);
    const again = await importing([FILES.june2020]);
    const other = await importing([FILES.august2023]);
    expect(again).toEqual(once);
    expect(registerStatus(dataDir()).map(({ as_of, active }) => ({ as_of, active }))).toEqual([
      { as_of: '2020-06-01', active: false },
      { as_of: '2023-08-01', active: true },
    ]);
    expect(other).not.toMatchObject({ edition: once.outcome === 'imported' ? once.edition : '' });
  });

  it('reports what it has read so far', async () => {
    const seen: ImportProgress[] = [];
    await importing([FILES.november2017, FILES.june2020], { onProgress: (progress) => seen.push(progress) });
    const size = [FILES.november2017, FILES.june2020].reduce(
      (sum, file) => sum + readFileSync(file).length,
      0,
    );
    expect(seen.at(-1)).toMatchObject({ phase: 'indexing', rows: 209, bytes: size, bytes_total: size });
    expect(seen[0]).toMatchObject({ phase: 'reading', rows: 147 });
  });
});

describe('the date of an edition', () => {
  const rows = [{ IncorporationDate: '03/04/2019' }];

  it.each([
    ['the file name', 'BasicCompanyDataAsOneFile-2020-05-01.csv', undefined, '2020-05-01', 'file_name'],
    ['a month in the file name', 'BasicCompanyData-2023-08_sample.csv', undefined, '2023-08-01', 'file_name'],
    ['the operator, before the file name', 'x-2020-05-01.csv', '2020-05-03', '2020-05-03', 'argument'],
    ['the newest incorporation, in need', 'companies.csv', undefined, '2019-04-03', 'newest_incorporation'],
  ])('comes from %s', async (_what, name, asOf, as_of, as_of_basis) => {
    const file = folder.write(name, csvFile(rows));
    const outcome = await importing([file], asOf === undefined ? {} : { asOf });
    expect(outcome).toMatchObject({ outcome: 'imported', as_of, as_of_basis });
  });

  it('is the older one where parts bear two', async () => {
    const [one = {}, two = {}] = manyRows(2);
    const files = [
      folder.write('BasicCompanyData-2024-07-01.csv', csvFile([one])),
      folder.write('BasicCompanyData-2024-06-01.csv', csvFile([two])),
    ];
    expect(await importing(files)).toMatchObject({ as_of: '2024-06-01' });
  });

  it.each(['2020-02-30', 'June', ''])('refuses %p', async (asOf) => {
    const file = folder.write('companies.csv', csvFile(rows));
    expect(await importing([file], { asOf })).toMatchObject({ outcome: 'refused', error: 'invalid_date' });
  });
});

describe('a row that is no company', () => {
  const bad = (row: string[]): string => quoted(row);
  it.each([
    ['has too few columns', '"ONE","01234567"', /2 columns where the header has 55/],
    ['has lost a leading zero', bad(cells({ CompanyNumber: '1234567' })), /leading zero.*'01234567'/],
    ['has an unknown number', bad(cells({ CompanyNumber: 'XX123456' })), /XX123456/],
    ['has no name', bad(cells({ CompanyName: ' ' })), /CompanyName is blank/],
    [
      'has an impossible date',
      bad(cells({ IncorporationDate: '31/02/2003' })),
      /IncorporationDate '31\/02\/2003'/,
    ],
    [
      'has a date of another form',
      bad(cells({ 'Accounts.NextDueDate': '2020-01-31' })),
      /Accounts.NextDueDate/,
    ],
    ['has a count that is none', bad(cells({ 'Mortgages.NumMortCharges': 'two' })), /NumMortCharges 'two'/],
    ['is not closed', '"OPEN,"01234567"', /./],
    ['repeats a number', bad(cells({ CompanyNumber: '10000007' })), /10000007 came in an earlier row/],
  ])('is rejected with its line when it %s', async (_what, line, reason) => {
    const file = folder.write('BasicCompanyData-2024-07-01.csv', csvFile(manyRows(200)) + line + '\n');
    const outcome = await importing([file]);
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 200, rejected: 1 });
    expect(outcome.rejects).toEqual([
      { file: 'BasicCompanyData-2024-07-01.csv', line: 202, reason: expect.stringMatching(reason) as string },
    ]);
  });

  it('is rejected when it is not UTF-8', async () => {
    const latin1 = Buffer.from(quoted(cells({ CompanyName: 'CAFÉ LTD' })) + '\n', 'latin1');
    const file = folder.write(
      'x-2024-07-01.csv',
      Buffer.concat([Buffer.from(csvFile(manyRows(200))), latin1]),
    );
    expect((await importing([file])).rejects).toEqual([
      { file: 'x-2024-07-01.csv', line: 202, reason: 'the row is not UTF-8 text' },
    ]);
  });

  it('is counted, and listed up to a hundred of them', async () => {
    const rows = manyRows(300).map((row, i) => (i < 150 ? { ...row, CompanyName: '' } : row));
    const file = folder.write('x-2024-07-01.csv', csvFile(rows));
    const outcome = await importing([file], { maxRejectedPercent: 50 });
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 150, rejected: 150 });
    expect(outcome.rejects).toHaveLength(100);
  });

  it('does not keep the first row of its number from being used', async () => {
    const rows = [...manyRows(200), { CompanyNumber: '10000000', CompanyName: 'A LATER ROW LIMITED' }];
    await importing([folder.write('x-2024-07-01.csv', csvFile(rows))]);
    const company = inForce((edition) => edition.companies(['10000000']).get('10000000'));
    expect(company?.name).toBe('SYNTHETIC COMPANY 0 LIMITED');
  });
});

describe('an import is refused as a whole, and what was in force stays so,', () => {
  const good = csvFile(manyRows(5_000));
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
  const zip = zipArchive({ 'BasicCompanyData-2024-07-01.csv': good });
  const flipped = Buffer.from(zip);
  flipped.writeUInt32LE(0, 14);

  it.each<[string, string, string | Buffer, string]>([
    ['a wrong header', 'a.csv', good.replace('CompanyStatus', 'Status'), 'wrong_header'],
    ['a header with a column more', 'a.csv', good.replace('\n', ',Extra\n'), 'wrong_header'],
    ['no header', 'a.csv', good.slice(good.indexOf('\n') + 1), 'wrong_header'],
    ['an empty file', 'a.csv', '', 'wrong_header'],
    ['a truncated gzip file', 'a.csv.gz', cut(gzipSync(good)), 'corrupt_archive'],
    ['a truncated archive', 'a.zip', cut(zip), 'corrupt_archive'],
    ['an archive without a table', 'a.zip', zipArchive({ 'readme.txt': 'x' }), 'corrupt_archive'],
    ['no valid row', 'a.csv', csvFile([]), 'no_valid_row'],
    ['rejects only', 'a.csv', csvFile([{ CompanyNumber: '1' }]), 'no_valid_row'],
    ['over one in a hundred rejected', 'a.csv', csvFile([...manyRows(98), {}, {}, {}]), 'too_many_rejected'],
    [
      'a file given to it twice over',
      'a.csv',
      good + good.slice(good.indexOf('\n') + 1),
      'too_many_rejected',
    ],
  ])('for %s', async (_what, name, content, error) => {
    const before = await importing([FILES.june2020]);
    const outcome = await importing([folder.write(name, content)], { asOf: '2024-07-01' });
    expect(outcome).toMatchObject({ outcome: 'refused', error });
    expect(outcome).toHaveProperty('detail', expect.stringMatching(/\w/) as string);
    expect(activeEdition(dataDir(), 'companies')).toBe(before.outcome === 'imported' ? before.edition : '');
    expect(registerStatus(dataDir())).toHaveLength(1);
    expect(inFolder().filter((file) => file.startsWith('building-'))).toEqual([]);
  });

  it('for a member whose checksum is wrong although it inflates', async () => {
    const archive = zipArchive({ 'x.csv': good });
    const at = archive.lastIndexOf('PK\x01\x02') + 16;
    archive.writeUInt32LE((archive.readUInt32LE(at) ^ 1) >>> 0, at);
    const outcome = await importing([folder.write('a.zip', archive)], { asOf: '2024-07-01' });
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'corrupt_archive' });
    expect(outcome).toHaveProperty('detail', expect.stringContaining('checksum') as string);
  });

  it('for a missing file, though others are there', async () => {
    const outcome = await importing([FILES.june2020, join(folder.path, 'nowhere.csv')]);
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'missing_file' });
    expect(activeEdition(dataDir(), 'companies')).toBeNull();
  });

  it('for a file that a spreadsheet has been at', async () => {
    const outcome = await importing([FILES.february2018Mangled]);
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'too_many_rejected', rejected: 7 });
    expect(outcome.rejects[0]).toMatchObject({
      line: 2,
      reason: expect.stringContaining('leading zero') as string,
    });
  });

  it('for a broken second part, though the first was read', async () => {
    const files = [FILES.june2020, folder.write('b.csv.gz', cut(gzipSync(good)))];
    expect(await importing(files)).toMatchObject({ outcome: 'refused', error: 'corrupt_archive' });
    expect(activeEdition(dataDir(), 'companies')).toBeNull();
  });

  it.each([
    [0, 'refused'],
    [1, 'imported'],
    [100, 'imported'],
  ])('or not, as the operator allows: %d percent', async (maxRejectedPercent, expected) => {
    const file = folder.write('x-2024-07-01.csv', csvFile([...manyRows(199), { CompanyName: '' }]));
    expect(await importing([file], { maxRejectedPercent })).toMatchObject({ outcome: expected });
  });

  it('while another import of the source runs', async () => {
    const lock = lockSource(dataDir(), 'companies');
    try {
      expect(await importing([FILES.june2020])).toMatchObject({
        outcome: 'refused',
        error: 'import_running',
      });
    } finally {
      lock?.release();
    }
    expect(await importing([FILES.june2020])).toMatchObject({ outcome: 'imported' });
  });

  it('where nothing can be written', async () => {
    const outcome = await importing([FILES.june2020], { dataDir: folder.write('a-file', '') });
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'failed' });
  });
});

it('removes what an import that died left behind', async () => {
  await importing([FILES.june2020]);
  writeFileSync(buildingPath(dataDir(), 'companies', 'OF-A-DEAD-IMPORT'), 'half a file');
  await importing([FILES.august2023]);
  expect(inFolder()).toEqual([
    expect.stringMatching(/^2020-06-01-.*\.sqlite$/) as string,
    expect.stringMatching(/^2023-08-01-.*\.sqlite$/) as string,
    'active',
    'lock',
  ]);
});
