/**
 * The client in Python: its own tests, every call of it against the service over HTTP, and lists whose client
 * is killed. Where this machine has no Python, or can't reach an index of packages, it says so in one line.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { headLogger } from '../../src/heads/head-logger.js';
import { adjustAccountCharges } from '../../src/operator/adjustments/adjust-charges.js';
import { OperatorServicesFactory, type OperatorServices } from '../../src/operator/operator.js';
import { issueStatement } from '../../src/operator/statements/issue-statements.js';
import { ShellPage } from '../docs/pages/shell-page.js';
import { FakeEnricher } from '../support/fake-enricher.js';
import { HEADS_CONTEXT } from '../support/heads/logs-of-heads.js';
import { companyNumbers } from '../support/sample-register.js';
import { pythonWith, run, type Found, type Ran } from '../support/python/python-with.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';
import { FIRST_KEY } from '../../src/sandbox/sandbox-keys.js';

jest.setTimeout(300_000);

const LONG = process.env['TEST_LONG'] === '1';
const ROWS = 8_000;
/** How many reports of progress a client hears, or rows it keeps, before it is killed. */
const KILLS = { file: [1, 4, 5], kept: [1, 1_500, 4_001] };
const PACKAGE = join(__dirname, '..', '..', 'packages', 'client-python');

const folder = new TemporaryFolder();
let found: Found;
let url: string;
beforeAll(async () => {
  found = await pythonWith(folder.file('python'), join(PACKAGE, 'requirements.txt'));
  if (found.python === undefined) process.stdout.write(`The client in Python is passed over: ${found.why}\n`);
});
afterAll(() => folder.remove());

const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));
beforeAll(async () => {
  ({ url } = await world.fleet.start('service'));
});

const NUMBERS = companyNumbers().slice(0, 7).join(',');
interface Env {
  readonly [name: string]: string;
}
/** Of a key of an account of its own. */
async function environment(name: string): Promise<Env> {
  const { key } = await world.account(name);
  return { URL: url, KEY: key, NUMBERS };
}

const sandbox = forAllTests(() => SandboxWorld.start());
const inSandbox = (): Env => ({
  URL: sandbox.sandbox.url,
  KEY: FIRST_KEY,
  NUMBERS: [1, 2, 3, 4, 5, 6, 7].map((place) => `9000000${place}`).join(),
});

/** Runs words of Python in the package; passed over where there is none. */
async function inPython(words: readonly string[], env: Env = {}): Promise<void> {
  if (found.python === undefined) return;
  const { end, output } = await run(found.python.program, words, { cwd: PACKAGE, env });
  expect({ end, output }).toEqual({
    end: 0,
    output: expect.stringMatching(/^Ran [1-9]\d* tests/m) as string,
  });
}

interface Result {
  readonly row: number;
  readonly ref: string;
  readonly job_id: string;
  readonly matched?: object;
  readonly blocks: Readonly<Record<string, { readonly status: string }>>;
}
const resultsIn = (file: string): Result[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);

/** Counted from the rows that the client has. */
function billed(results: readonly Result[]): { rows: number; units: number } {
  const units = results.flatMap(({ blocks }) =>
    Object.values(blocks).filter(({ status }) => status === 'available'),
  );
  return { rows: results.filter(({ matched }) => matched !== undefined).length, units: units.length };
}

describe('the client in Python', () => {
  it('passes its own tests, and its types are those of the description', () =>
    inPython(['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']));

  it('makes every call, waiting or in an event loop, against the sandbox', async () =>
    inPython(['-m', 'unittest', 'tests.live_journey'], inSandbox()));

  it('starts as the quick start tells it (`npm run docs` writes what it prints)', async () => {
    if (found.python === undefined) return;
    const page = new ShellPage('docs/quick-start.md#Python');
    const path = [dirname(found.python.program)];
    const { url } = sandbox.sandbox;
    const told = await page.told({ url, key: FIRST_KEY, path, env: { PYTHONPATH: PACKAGE } });
    page.remove();
    expect(told).toBe(page.text);
  });

  (LONG ? it : it.skip)('sends no resolve that the rate limit of its key would refuse', async () => {
    if (found.python === undefined) return;
    const { account } = await world.account('Limits');
    const words = ['--account', String(account), '--name', 'few', '--resolve-per-minute', '20'];
    const { key } = await world.cli.json<{ key: string }>('keys', 'issue', ...words);
    const env = { URL: url, KEY: key, NUMBERS };
    const ran = await run(found.python.program, ['-m', 'tests.live_limits'], { cwd: PACKAGE, env });
    expect(ran).toEqual({ end: 0, output: '50 answered, 0 refused\n' });
  });

  (LONG ? it : it.skip)('is typed throughout and formatted, as its judges say', async () => {
    const judges = await pythonWith(folder.file('judges'), join(PACKAGE, 'requirements-check.txt'));
    if (judges.python === undefined) return;
    const { program } = judges.python;
    const judge = (...words: string[]): Promise<Ran> => run(program, ['-m', ...words], { cwd: PACKAGE });
    const cache = folder.file('cache');
    expect(await judge('ruff', 'check', '--no-cache', '.')).toMatchObject({ end: 0 });
    expect(await judge('ruff', 'format', '--no-cache', '--check', '.')).toMatchObject({ end: 0 });
    expect(await judge('mypy', '--cache-dir', cache, 'company_data', 'tests')).toMatchObject({ end: 0 });
  });

  it.each(['file', 'kept'] as const)(
    'killed in the middle of a list (%s), goes on from its state: no row lost or doubled, and the bill is that of its rows',
    async (way) => {
      if (found.python === undefined) return;
      const env = await environment(`Killed-${way}`);
      const out = folder.file(`${way}.ndjson`);
      const program = found.python.program;
      const runList = (KILLED_AFTER: number): Promise<Ran> =>
        run(program, ['-m', 'tests.live_list', way, out, String(ROWS)], {
          cwd: PACKAGE,
          env: { ...env, KILLED_AFTER: String(KILLED_AFTER) },
        });
      for (const number of KILLS[way]) expect(await runList(number)).toMatchObject({ end: 'SIGKILL' });
      expect(await runList(0)).toEqual({ end: 0, output: `${ROWS / 100}\n` });

      const results = resultsIn(out);
      expect(results.map(({ row, ref }) => `${row} ${ref}`)).toEqual(
        Array.from({ length: ROWS }, (_, row) => `${row} r${row}`),
      );
      const jobs = new Set(results.map(({ job_id }) => job_id));
      expect(jobs.size).toBe(3);
      const usage = await fetch(`${url}/v1/usage`, { headers: { authorization: `Bearer ${env['KEY']}` } });
      expect(await usage.json()).toMatchObject({ counts: billed(results) });
    },
  );
});

describe('statements by the client in Python', () => {
  const live = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher(), judged: false }));
  const month = new Date().toISOString().slice(0, 7);

  async function asOperator<T>(work: (operator: OperatorServices) => Promise<T>): Promise<T> {
    const operators = await OperatorServicesFactory.open(live.settings, live.stores);
    const done = await work(operators.servicesFor({ actor: 'operator', requestId: 'cli-statements' }));
    await operators.close();
    return done;
  }

  /** Takes the charges of a block back. @returns the note for the customer */
  const takeBack = (account: AccountId, block: BlockKey): Promise<string> =>
    asOperator(async (operator) => {
      const today = new Date().toISOString().slice(0, 10);
      const target = { from: today, to: today, block };
      const words = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
      return (await adjustAccountCharges(operator, account, { target, ...words })).promise ?? '';
    });

  async function issue(account: AccountId): Promise<void> {
    const { settings, stores } = live;
    const now = new Date(Date.now() + 40 * 86_400_000);
    const clock = jest.spyOn(systemClock, 'now').mockReturnValue(now);
    const file = folder.file(`issued-${account}.ndjson`);
    await asOperator((operator) =>
      issueStatement(operator, { account, month, file, now, onProgress: () => undefined }),
    );
    clock.mockRestore();
    const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
    await headLogger(settings, ports).catchUp(HEADS_CONTEXT);
  }

  it('are kept, and held against the log of heads and against every row', async () => {
    if (found.python === undefined) return;
    const { program } = found.python;
    const customer = await live.customer();
    const [out, kept] = [folder.file('own.ndjson'), folder.file('kept')];
    const inLive = ({ key }: { readonly key: string }, ...words: string[]): Promise<Ran> =>
      run(program, ['-m', ...words], { cwd: PACKAGE, env: { URL: live.api.url, KEY: key } });
    const ask = (...words: string[]): Promise<Ran> => inLive(customer, 'tests.live_statements', ...words);
    expect(await ask('list', out)).toEqual({ end: 0, output: '30\n' });
    mkdirSync(join(kept, 'promises'), { recursive: true });
    writeFileSync(join(kept, 'promises', 'one.txt'), await takeBack(customer.account, 'industry'));
    await issue(customer.account);
    const { end, output } = await ask('sync', out, kept);
    const right = { months: [month], new: [month], lost: [], promises: 1 };
    expect([end, JSON.parse(output)]).toMatchObject([0, [right, []]]);
    writeFileSync(join(kept, 'promises', 'late.txt'), await takeBack(customer.account, 'company_identity'));
    expect(await ask('sync', out, kept)).toMatchObject({
      end: 0,
      output: expect.stringMatching(/^promise_broken /) as string,
    });
    rmSync(join(kept, 'promises', 'late.txt'));

    const lines = readFileSync(out, 'utf8').split('\n');
    writeFileSync(out, [lines[0], (lines[1] ?? '').replaceAll('available', 'not_found'), ''].join('\n'));
    expect(await ask('sync', out, kept)).toEqual({
      end: 0,
      output: expect.stringMatching(/^row_differs .*, line 3$/m) as string,
    });
    const stranger = await live.customer();
    expect(await inLive(stranger, 'tests.live_statements', 'sync', out, kept)).toEqual({
      end: 0,
      output: expect.stringMatching(/^account_differs /) as string,
    });
  });
});
