/**
 * A list of 100,000 rows through each client, whose program is killed in the middle, and the service under it. What the
 * client has in the end, what the account is billed and what the log holds are counted apart, and are the same.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CompanyData } from '../../packages/client/src/index.js';
import { linesOfFile } from '../../packages/platform/src/files/lines-of-file.js';
import { CustomerProject } from '../support/client/customer-project.js';
import { pythonWith } from '../support/python/python-with.js';
import { companyNumbers } from '../support/sample-register.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { ProcessWorld } from '../support/worlds/process-world.js';

const ROWS = 100_000;
const JOBS = 4;
/** Results that the client has when something is killed: at the first, in the first job, at an edge, in the last. */
const DEATHS = [0, 11_000, 50_000, 92_000];
const NOBODY = '99999998';
const NUMBERS = [...companyNumbers().slice(0, 24), NOBODY];

const PROGRAMS = join(__dirname, 'killed');
const PYTHON = join(__dirname, '..', '..', 'packages', 'client-python');

type Env = Readonly<Record<string, string>>;
/** Starts the program of a customer; null where there is nothing to run it with. */
type Start = (env: Env) => ChildProcess | null;

const folder = forAllTests(() => new TemporaryFolder());
const project = forAllTests(() => new CustomerProject());
const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));
let python: string | undefined;

beforeAll(async () => {
  project.copy('list.mjs', join(PROGRAMS, 'list.mjs'));
  const found = await pythonWith(folder.file('python'), join(PYTHON, 'requirements.txt'));
  python = found.python?.program;
  if (python === undefined) process.stdout.write(`The client in Python is passed over: ${found.why}\n`);
  await world.fleet.startAll();
});

const CLIENTS: [name: string, start: Start][] = [
  ['TypeScript', (env) => project.start(['list.mjs'], env)],
  [
    'Python',
    (env) =>
      python === undefined
        ? null
        : spawn(python, [join(PROGRAMS, 'list.py')], { env: { ...env, PYTHONPATH: PYTHON } }),
  ],
];

describe.each(CLIENTS)('a list of 100,000 rows in %s', (name, start) => {
  it('is whole, in order and paid for once, however often its program is killed', async () => {
    const list = await List.of(`${name}-client`, start);
    for (const death of DEATHS) {
      if (list.begin() === null) return;
      await list.has(death);
      expect(await list.killed()).toBe('SIGKILL');
    }
    list.begin();
    expect(await list.end()).toEqual({ end: 0, errors: '' });
    await list.judge();
  });

  it('is whole, in order and paid for once, however often the service is killed', async () => {
    const list = await List.of(`${name}-service`, start);
    if (list.begin() === null) return;
    for (const death of DEATHS) {
      await list.has(death);
      await world.fleet.kill('service');
      await world.fleet.start('service');
    }
    expect(await list.end()).toEqual({ end: 0, errors: '' });
    await list.judge();
  });
});

interface Counted {
  readonly rows: number;
  /** Of a company. */
  readonly delivered: number;
  readonly units: number;
}

class List {
  private child: ChildProcess | null = null;
  private ended: Promise<unknown[]> = Promise.resolve([]);
  private taken = -1;
  private errors = '';
  private readonly out: string;

  private constructor(
    name: string,
    private readonly start: Start,
    private readonly account: number,
    private readonly key: string,
  ) {
    this.out = folder.file(`${name}.ndjson`);
  }

  /** Of an account of its own. */
  static async of(name: string, start: Start): Promise<List> {
    const { account, key } = await world.account(name);
    return new List(name, start, account, key);
  }

  /** Starts the program, anew or for the first time. */
  begin(): ChildProcess | null {
    const SERVICE = world.fleet.urlOf('service');
    this.child = this.start({
      ...{ SERVICE, KEY: this.key, ROWS: String(ROWS), OUT: this.out, NUMBERS: NUMBERS.join() },
      PATH: process.env['PATH'] ?? '',
    });
    if (this.child === null) return null;
    this.taken = -1;
    this.ended = once(this.child, 'close');
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.taken = Number(/(\d+)\n$/.exec(text)?.[1] ?? this.taken);
      this.child?.emit('told');
    });
    return this.child;
  }

  /** Waits until the program has so many results. */
  async has(count: number): Promise<void> {
    while (this.taken < count) {
      const told = this.child === null ? [] : [once(this.child, 'told').then(() => true)];
      if (!(await Promise.race([...told, this.ended.then(() => false)])))
        throw new Error(`it ended with ${this.taken} results: ${this.errors}`);
    }
  }

  async killed(): Promise<unknown> {
    this.child?.kill('SIGKILL');
    return (await this.ended)[1];
  }

  async end(): Promise<{ end: unknown; errors: string }> {
    const [end] = await this.ended;
    return { end, errors: this.errors };
  }

  /** Three counts: of the customer, of the bill and of the log. */
  async judge(): Promise<void> {
    const own = await this.ofTheCustomer();
    const { counts } = await new CompanyData({ url: world.fleet.urlOf('service'), key: this.key }).usage();
    expect(counts).toEqual({ rows: own.delivered, units: own.units });
    expect(await this.ofTheLog()).toEqual(own);
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  }

  private async ofTheCustomer(): Promise<Counted> {
    let [rows, delivered, units] = [0, 0, 0];
    for await (const line of linesOfFile(this.out)) {
      const { row, ref, matched, blocks } = JSON.parse(line) as Result;
      // One at a time: a matcher for each of so many rows would take longer than the list.
      if (row !== rows || ref !== `r${rows}`) throw new Error(`row ${rows} is ${line}`);
      rows += 1;
      if (matched !== undefined) delivered += 1;
      units += Object.values(blocks).filter(({ status }) => status === 'available').length;
    }
    expect({ rows, delivered }).toEqual({ rows: ROWS, delivered: ROWS - ROWS / NUMBERS.length });
    return { rows, delivered, units };
  }

  private async ofTheLog(): Promise<Counted> {
    const listed = await world.cli.lines<{ job_id: string }>(
      ...['jobs', 'list', '--account', String(this.account)],
    );
    expect(listed).toHaveLength(JOBS);
    const jobs = new Set(listed.map(({ job_id }) => job_id));
    const file = folder.file(`${this.account}.log`);
    await world.cli.json('events', 'export', file);
    const recorded = new Set<string>();
    let [delivered, units] = [0, 0];
    for await (const line of linesOfFile(file)) {
      const { type, data } = JSON.parse(line) as Pack;
      if (type !== 'RowsRecorded' || !jobs.has(data.job_id)) continue;
      data.rows.forEach((row, index) => {
        recorded.add(`${data.job_id} ${data.from + index}`);
        if (!('outcome' in row)) return;
        delivered += 1;
        units += Object.values(data.outcomes[row.outcome]?.units ?? {}).reduce((sum, more) => sum + more, 0);
      });
    }
    return { rows: recorded.size, delivered, units };
  }
}

interface Result {
  readonly row: number;
  readonly ref: string;
  readonly matched?: object;
  readonly blocks: Readonly<Record<string, { readonly status: string }>>;
}

/** A line of an exported log: of rows, what is counted here. */
interface Pack {
  readonly type: string;
  readonly data: {
    readonly job_id: string;
    readonly from: number;
    readonly rows: readonly ({ readonly outcome: number } | { readonly failed: string })[];
    readonly outcomes: readonly { readonly units: Readonly<Record<string, number>> }[];
  };
}
