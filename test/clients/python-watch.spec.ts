/** The watch of the client in Python, over a real service: what changed is paid for, and nothing else. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvFile, type RowOverrides } from '../support/basic-company-data.js';
import { CompanyData } from '../../packages/client/src/index.js';
import { pythonWith, run, type Found } from '../support/python/python-with.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { importCompanies } from '../support/worlds/api-world-parts.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

jest.setTimeout(300_000);

const PACKAGE = join(__dirname, '..', '..', 'packages', 'client-python');
const COMPANIES = 30;
const numberOf = (company: number): string => String(10_000_000 + company);
const ROWS = Array.from({ length: COMPANIES }, (_, company) => ({ company_number: numberOf(company) }));
const register = (moved: readonly number[]): RowOverrides[] =>
  Array.from({ length: COMPANIES }, (_, company) => ({
    CompanyNumber: numberOf(company),
    CompanyName: `SYNTHETIC COMPANY ${company} LIMITED`,
    'Accounts.NextDueDate': '30/09/2027',
    ...(moved.includes(company) && { 'RegAddress.PostTown': 'AYR' }),
  }));

const folder = forAllTests(() => new TemporaryFolder());
const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: null, judged: false }));
let found: Found;
let edition = 0;

async function load(moved: readonly number[]): Promise<void> {
  edition += 1;
  const file = join(world.settings.dataDir, `BasicCompanyData-2026-01-0${edition}.csv`);
  writeFileSync(file, csvFile(register(moved)));
  await importCompanies(file, world.settings.dataDir);
  await new Promise((resolve) => setTimeout(resolve, 150));
}

beforeAll(async () => {
  found = await pythonWith(folder.file('python'), join(PACKAGE, 'requirements.txt'));
  if (found.python === undefined) process.stdout.write(`The client in Python is passed over: ${found.why}\n`);
});

interface Told {
  readonly answered: readonly (readonly [row: number, blocks: readonly string[]])[];
  readonly skipped: readonly (readonly [row: number, why: Readonly<Record<string, string>>])[];
  readonly report: Readonly<Record<string, unknown>>;
}

it.each(['waiting', 'loop'])('asks for what may have changed, in the %s client', async (how) => {
  if (found.python === undefined) return;
  const { program } = found.python;
  await load([]);
  const { key } = await world.customer();
  const units = async (): Promise<number> =>
    (await new CompanyData({ url: world.api.url, key }).usage()).counts.units;
  const env = { URL: world.api.url, KEY: key, ROWS: JSON.stringify(ROWS) };
  const watch = async (state: string, blocks: string, after = 0): Promise<Told | null> => {
    const words = ['-m', 'tests.live_watch', how, folder.file(`${how}-${state}`), blocks, String(after)];
    const { end, output } = await run(program, words, { cwd: PACKAGE, env });
    if (after > 0) return null;
    expect({ end, output }).toEqual({ end: 0, output: expect.stringMatching(/^\{/) as string });
    return JSON.parse(output) as Told;
  };

  const both = 'registered_address,filing_status';
  expect((await watch('plain', both))?.report).toMatchObject({
    asked: 60,
    everything: 'It is the first run.',
  });
  expect(await watch('plain', both)).toMatchObject({ answered: [], report: { asked: 0, skipped: 60 } });
  await load([3, 17]);
  const changed = await watch('plain', both);
  expect(changed?.answered).toEqual([
    [3, ['registered_address']],
    [17, ['registered_address']],
  ]);
  expect(changed?.skipped[3]).toEqual([3, { filing_status: 'unchanged' }]);
  expect(changed?.report).toMatchObject({ follow: both.split(','), everything: null, asked: 2 });
  expect(await units()).toBe(62);

  const mixed = 'company_identity,filing_status';
  for (const after of [1, 31]) await watch('killed', mixed, after);
  expect((await watch('killed', mixed))?.report).toMatchObject({
    each_time: ['company_identity'],
    asked: 60,
  });
  expect(await units()).toBe(122);
  expect((await watch('killed', mixed))?.report).toMatchObject({ asked: COMPANIES, skipped: COMPANIES });
  expect(await units()).toBe(152);
});
