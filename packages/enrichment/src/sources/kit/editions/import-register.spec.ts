import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { FILES, csvFile, manyRows, zipArchive } from '../../../../../../test/support/basic-company-data.js';
import { RegisterWorld } from '../../../../../../test/support/worlds/register-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import type { ImportProgress } from './import-outcome.js';
import { registerStatus } from './register-status.js';

const world = forEachTest(() => new RegisterWorld());

describe('an import', () => {
  it('puts a published file in force as a dated edition', async () => {
    const outcome = await world.import([FILES.june2020]);
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
    expect(world.inForce((edition) => edition.byNumbers(['11990344']).get('11990344')?.name)).toBe(
      'UNIQ FINANCE GROUP LTD',
    );
    expect(registerStatus(world.dataDir)).toEqual([
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
    const outcome = await world.import([world.write(name, content)]);
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 62, rejected: 0, as_of: '2020-06-01' });
    const company = world.inForce((edition) => edition.byNumbers(['11990344']).get('11990344'));
    expect(company?.confirmation_statement.next_due_on).toBe('2020-05-23');
  });

  it('joins several parts, and several members of an archive, into one edition', async () => {
    const rows = manyRows(40);
    const parts = [0, 1, 2, 3].map((i) => csvFile(rows.slice(i * 10, i * 10 + 10)));
    const outcome = await world.import([
      world.write('BasicCompanyData-2024-07-01-part1_3.csv', parts[0] ?? ''),
      world.write('BasicCompanyData-2024-07-01-part2_3.csv', parts[1] ?? ''),
      world.write(
        'BasicCompanyData-2024-07-01-part3_3.zip',
        zipArchive({ 'a.csv': parts[2] ?? '', 'readme.txt': 'not a table', 'b.csv': parts[3] ?? '' }),
      ),
    ]);
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 40, as_of: '2024-07-01' });
  });

  it('takes a copy that a statistics program saved: blanks of the header lost, NA for none', async () => {
    expect(await world.import([FILES.may2020Resaved])).toMatchObject({
      outcome: 'imported',
      rows: 63,
      rejected: 0,
      as_of: '2020-05-01',
    });
  });

  it('gives the same file the same edition, and another file another', async () => {
    const once = await world.import([FILES.june2020]);
    const again = await world.import([FILES.june2020]);
    const other = await world.import([FILES.august2023]);
    expect(again).toEqual(once);
    expect(registerStatus(world.dataDir).map(({ as_of, active }) => ({ as_of, active }))).toEqual([
      { as_of: '2020-06-01', active: false },
      { as_of: '2023-08-01', active: true },
    ]);
    expect(other).not.toMatchObject({ edition: once.outcome === 'imported' ? once.edition : '' });
  });

  it('reports what it has read so far', async () => {
    const seen: ImportProgress[] = [];
    await world.import([FILES.november2017, FILES.june2020], {
      onProgress: (progress) => seen.push(progress),
    });
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
    const file = world.write(name, csvFile(rows));
    const outcome = await world.import([file], asOf === undefined ? {} : { asOf });
    expect(outcome).toMatchObject({ outcome: 'imported', as_of, as_of_basis });
  });

  it('is the older one where parts bear two', async () => {
    const [one = {}, two = {}] = manyRows(2);
    const files = [
      world.write('BasicCompanyData-2024-07-01.csv', csvFile([one])),
      world.write('BasicCompanyData-2024-06-01.csv', csvFile([two])),
    ];
    expect(await world.import(files)).toMatchObject({ as_of: '2024-06-01' });
  });

  it.each(['2020-02-30', 'June', ''])('refuses %p', async (asOf) => {
    const file = world.write('companies.csv', csvFile(rows));
    expect(await world.import([file], { asOf })).toMatchObject({ outcome: 'refused', error: 'invalid_date' });
  });
});
