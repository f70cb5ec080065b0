/** `register sync` that is killed wherever it changes a file: what was in force stays until the new is, and the next run makes it whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PublishersProcess } from '../../../packages/publishers-stand-in/src/index.js';
import { CommandLineOn } from '../../support/cli.js';
import { PublishedFiles } from '../../support/published/published-files.js';
import { temporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const LONG = process.env['TEST_LONG'] !== undefined;
/** Evenly over all steps of a run. */
const KILLS = LONG ? 20 : 4;

const ROOT = join(__dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'bin', 'company-data.js');
const DIE_AT_STEP = join(__dirname, 'programs', 'die-at-step.js');
const PAY_GAP = join(ROOT, 'samples', 'published', 'UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv');
const ACCOUNTS = join(ROOT, 'test', 'fixtures', 'accounts', 'Prod224_0088_11426842_20200630.xml');

const published = forAllTests(() => new PublishedFiles());
const publishers = forAllTests(() => PublishersProcess.start(published.path));
/** Where the edition before is in force. */
const before = forAllTests(() => new CommandLineOn('inside', publishers.settings));

const WORDS = ['register', 'sync', '--source', 'companies,accounts,pay_gap', '--keep', '1'];

/** A run on a data directory; its exit code, null where it was killed. */
async function ran(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const child = spawn(process.execPath, ['--require', DIE_AT_STEP, PROGRAM, ...WORDS], {
    env: { ...publishers.settings, ...env, PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'close')) as [unknown];
  return code;
}

function copied(): string {
  const dataDir = temporaryFolder();
  cpSync(before.dataDir, dataDir, { recursive: true });
  return dataDir;
}

interface Shown {
  readonly source: string;
  readonly edition?: string;
  readonly as_of?: string;
  readonly rows?: number;
  readonly active?: boolean;
}

const shownIn = async (dataDir: string): Promise<readonly Shown[]> =>
  (await new CommandLineOn('inside', {}, dataDir).lines<Shown>('register', 'status')).filter(
    ({ edition }) => edition !== undefined,
  );

const inForce = async (dataDir: string) =>
  Object.fromEntries(
    (await shownIn(dataDir))
      .filter(({ active }) => active)
      .map(({ source, as_of, rows }) => [source, { as_of, rows }]),
  );

let whole: Record<string, { as_of?: string | undefined; rows?: number | undefined }>;
let steps: number;
beforeAll(async () => {
  await published.companies('2020-04-01');
  await before.run('register', 'sync', '--source', 'companies');
  await published.companies('2020-05-01');
  copyFileSync(PAY_GAP, published.file('pay-gap', 'UK_Gender_Pay_Gap_Data_2021_to_2022.csv'));
  await published.zip('companies-house', 'Accounts_Monthly_Data-October2020.zip', {
    'Prod224_0088_11426842_20200630.xml': readFileSync(ACCOUNTS),
  });
  await published.zip('companies-house', 'Accounts_Bulk_Data-2020-10-30.zip', {
    'Prod224_0088_11426842_20200630.xml': readFileSync(ACCOUNTS),
  });
  const dataDir = copied();
  const count = join(dataDir, 'steps');
  expect(await ran(dataDir, { COUNT_TO: count })).toBe(0);
  steps = Number(readFileSync(count, 'utf8'));
  whole = await inForce(dataDir);
  rmSync(dataDir, { recursive: true });
});

it('puts in force what is published, with cohorts made of it', () => {
  expect(Object.keys(whole).sort()).toEqual(['accounts', 'cohorts', 'companies', 'pay_gap']);
  expect(whole['companies']).toEqual({ as_of: '2020-05-01', rows: 3452 });
  expect(steps).toBeGreaterThan(KILLS);
});

it.each(Array.from({ length: KILLS }, (_, kill) => kill))(
  'killed at one of its steps, the %i. of those chosen, loses nothing and is made whole by the next run',
  async (kill) => {
    const dataDir = copied();
    try {
      const dieAt = 1 + Math.floor(((steps - 1) * kill) / (KILLS - 1));
      expect(await ran(dataDir, { DIE_AT: String(dieAt) })).toBeNull();
      const left = await inForce(dataDir);
      expect(['2020-04-01', '2020-05-01']).toContain(left['companies']?.as_of);
      expect(left['companies']?.rows).toBe(3452);
      expect(await ran(dataDir)).toBe(0);
      expect(await inForce(dataDir)).toEqual(whole);
      // Killed between what came into force and what was to be dropped for it: that goes with the next edition.
      const others = (await shownIn(dataDir)).filter(({ active }) => active === false);
      expect(others.filter(({ as_of }) => as_of !== '2020-04-01')).toEqual([]);
      for (const source of Object.keys(whole))
        expect(existsSync(join(dataDir, 'downloads', source))).toBe(false);
      expect(
        readdirSync(join(dataDir, 'editions', 'companies')).filter((name) => /tmp|part/.test(name)),
      ).toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
);
