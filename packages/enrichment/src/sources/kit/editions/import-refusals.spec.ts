import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FILES, csvFile, manyRows, zipArchive } from '../../../../../../test/support/basic-company-data.js';
import { RegisterWorld } from '../../../../../../test/support/worlds/register-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import { buildingPath, lockSource } from './edition.js';
import { registerStatus } from './register-status.js';

const world = forEachTest(() => new RegisterWorld());

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
    ['a truncated file', 'a.csv', good.slice(0, Math.floor(good.length / 2)), 'corrupt_archive'],
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
    const before = await world.import([FILES.june2020]);
    const outcome = await world.import([world.write(name, content)], { asOf: '2024-07-01' });
    expect(outcome).toMatchObject({ outcome: 'refused', error });
    expect(outcome).toHaveProperty('detail', expect.stringMatching(/\w/) as string);
    expect(world.active).toBe(before.outcome === 'imported' ? before.edition : '');
    expect(registerStatus(world.dataDir)).toHaveLength(1);
    expect(world.files().filter((file) => file.startsWith('building-'))).toEqual([]);
  });

  it('for a member whose checksum is wrong although it inflates', async () => {
    const archive = zipArchive({ 'x.csv': good });
    const at = archive.lastIndexOf('PK\x01\x02') + 16;
    archive.writeUInt32LE((archive.readUInt32LE(at) ^ 1) >>> 0, at);
    const outcome = await world.import([world.write('a.zip', archive)], { asOf: '2024-07-01' });
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'corrupt_archive' });
    expect(outcome).toHaveProperty('detail', expect.stringContaining('checksum') as string);
  });

  it.each<[string, { CompanyNumber: string }[], string]>([
    ['nothing below its header', [], 'nothing stands below the header in a.csv, b.csv'],
    [
      'rejects only',
      [{ CompanyNumber: '1' }],
      'no row of a.csv, b.csv can be used; the first, a.csv line 2: ',
    ],
  ])('names the files with %s, and says why', async (_what, rows, detail) => {
    const files = ['a.csv', 'b.csv'].map((name) => world.write(name, csvFile(rows)));
    const outcome = await world.import(files, { asOf: '2024-07-01' });
    expect(outcome).toMatchObject({ error: 'no_valid_row' });
    expect(outcome).toHaveProperty('detail', expect.stringContaining(detail) as string);
  });

  it('for a missing file, though others are there', async () => {
    const outcome = await world.import([FILES.june2020, join(world.folder.path, 'nowhere.csv')]);
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'missing_file' });
    expect(world.active).toBeNull();
  });

  it('for a file that a spreadsheet has been at', async () => {
    const outcome = await world.import([FILES.february2018Mangled]);
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'too_many_rejected', rejected: 7 });
    expect(outcome.rejects[0]).toMatchObject({
      line: 2,
      reason: expect.stringContaining('leading zero') as string,
    });
  });

  it('for a broken second part, though the first was read', async () => {
    const files = [FILES.june2020, world.write('b.csv.gz', cut(gzipSync(good)))];
    expect(await world.import(files)).toMatchObject({ outcome: 'refused', error: 'corrupt_archive' });
    expect(world.active).toBeNull();
  });

  it.each([
    [0, 'refused'],
    [1, 'imported'],
    [100, 'imported'],
  ])('or not, as the operator allows: %d percent', async (maxRejectedPercent, expected) => {
    const file = world.write('x-2024-07-01.csv', csvFile([...manyRows(199), { CompanyName: '' }]));
    expect(await world.import([file], { maxRejectedPercent })).toMatchObject({ outcome: expected });
  });

  it('while another import of the source runs', async () => {
    const lock = lockSource(world.dataDir, 'companies');
    try {
      expect(await world.import([FILES.june2020])).toMatchObject({
        outcome: 'refused',
        error: 'import_running',
      });
    } finally {
      lock?.release();
    }
    expect(await world.import([FILES.june2020])).toMatchObject({ outcome: 'imported' });
  });

  it('where nothing can be written', async () => {
    const outcome = await world.import([FILES.june2020], { dataDir: world.write('a-file', '') });
    expect(outcome).toMatchObject({ outcome: 'refused', error: 'failed' });
  });
});

it('removes what an import that died left behind', async () => {
  await world.import([FILES.june2020]);
  writeFileSync(buildingPath(world.dataDir, 'companies', 'OF-A-DEAD-IMPORT'), 'half a file');
  await world.import([FILES.august2023]);
  expect(world.files()).toEqual([
    expect.stringMatching(/^2020-06-01-.*\.digests$/) as string,
    expect.stringMatching(/^2020-06-01-.*\.sqlite$/) as string,
    expect.stringMatching(/^2023-08-01-.*\.digests$/) as string,
    expect.stringMatching(/^2023-08-01-.*\.sqlite$/) as string,
    'active',
    'in-force',
    'last-import.json',
    'lock',
  ]);
});
