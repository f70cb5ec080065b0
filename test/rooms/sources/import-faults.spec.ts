/** Imports that are killed, or that run out of disk: what was in force stays in force, and the next import works. */
import { join } from 'node:path';
import { activeEdition } from '../../../packages/enrichment/src/sources/kit/editions/edition.js';
import { registerStatus } from '../../../packages/enrichment/src/sources/kit/editions/register-status.js';
import { FILES, csvFile, manyRows } from '../../support/basic-company-data.js';
import { eventually } from '../../support/eventually.js';
import { startProgram, startWithFileLimit } from '../../support/programs.js';
import { RegisterWorld } from '../../support/worlds/register-world.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';

const PROGRAM = join(__dirname, 'programs', 'import-register.js');
/** So many that storing takes a thread, and long enough to be killed in. */
const ROWS = 60_000;
/** The largest file that the starved import may write: 2 MB, in blocks of 512 bytes. */
const LITTLE_DISK = 4_096;

const world = forEachTest(() => new RegisterWorld());
let big: string;
beforeEach(async () => {
  big = world.write('BasicCompanyData-2024-07-01.csv', csvFile(manyRows(ROWS)));
  await world.import([FILES.june2020]);
});

const leftovers = (): string[] => world.files().filter((file) => file.startsWith('building-'));

it.each([
  ['while it reads', /reading \d{4,}/],
  ['while it builds indexes', /indexing/],
])(
  'an import that is killed %s changes nothing, and the next one cleans up after it',
  async (_when, sign) => {
    const before = world.active;
    const program = startProgram(PROGRAM, world.dataDir, big);
    await eventually(`an import that prints ${sign}`, () => sign.test(program.output()));
    program.process.kill('SIGKILL');
    expect(await program.ended).toBe('SIGKILL');
    expect(world.active).toBe(before);
    expect(registerStatus(world.dataDir)).toHaveLength(1);
    expect(leftovers()).toHaveLength(1);

    expect(await world.import([big])).toMatchObject({ outcome: 'imported', rows: ROWS, as_of: '2024-07-01' });
    expect(leftovers()).toEqual([]);
    expect(world.inForce((edition) => edition.byNumbers(['10059999']).size)).toBe(1);
  },
);

it('refuses a second import of the source while one runs in another process', async () => {
  const program = startProgram(PROGRAM, world.dataDir, big);
  await eventually('an import at work', () => /reading/.test(program.output()));
  expect(await world.import([FILES.august2023])).toMatchObject({
    outcome: 'refused',
    error: 'import_running',
  });
  await program.ended;
  expect(program.output()).toContain('"outcome":"imported"');
  expect(world.active).toMatch(/^2024-07-01-/);
});

it('says that the disk is full, and keeps what was in force', async () => {
  const before = world.active;
  const program = startWithFileLimit(LITTLE_DISK, PROGRAM, world.dataDir, big);
  expect(await program.ended).toBe(0);
  const outcome: unknown = JSON.parse(program.output().trimEnd().split('\n').at(-1) ?? '');
  expect(outcome).toMatchObject({ outcome: 'refused', error: 'disk_full' });
  expect(activeEdition(world.dataDir, 'companies')).toBe(before);
  expect(leftovers()).toEqual([]);
});
