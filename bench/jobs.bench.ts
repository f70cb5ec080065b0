/**
 * `npm run bench:jobs`: one large job from its submission to `results_ready`, with the four register blocks
 * (`--blocks register`: with all that need no live step, over made-up editions of every source beside the
 * sample; `--blocks all`: with every block, in a job that lets none read live), against a bare loop that
 * looks the same companies up and writes the same JSON to a file; both in this run. While it runs, the polled
 * operations are timed as a client sees them, and two small jobs are sent after it. Prints a table with a
 * column for each pair of stores, and the same as Markdown.
 *
 * `--rows N` (default 250,000); `--warm-up N`, rows of the job before it (default 2,000; V8 is busy compiling
 * for some 20,000 rows of all blocks); `--alone`: nothing is asked meanwhile but the job's status;
 * `--stores`, a list of `embedded` (default), `stand-ins`, `servers`; `--profile DIR`, a CPU profile of every
 * thread. `WORKERS` and other settings come from the environment.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askedRows, companyNumbers } from '../src/processes/demo/rows.js';
import { sampleRegister } from '../src/processes/demo/samples.js';
import { machine, markdown, ms, quantile, spread, table, whole } from './support/figures.js';
import type { Asked, Latencies, PageFigures } from './support/job-client.js';
import { JobClient } from './support/job-client.js';
import { everyBlock, loadEverySource, registerBlocks, WITHOUT_LIVE_STEPS } from './support/every-source.js';
import type { BenchService } from './support/service-process.js';
import {
  cliJson,
  cpuSeconds,
  drainBenchService,
  fileBytes,
  metricsOf,
  openAccount,
  peakMemoryMb,
  startBenchService,
  stopBenchService,
} from './support/service-process.js';
import type { StorePair } from './support/store-pairs.js';
import { pairNames, startPair } from './support/store-pairs.js';

type ServersCpu = ReturnType<StorePair['cpu']>;

const SETS: Readonly<Record<string, () => Asked>> = {
  four: () => ({ blocks: FOUR }),
  register: () => ({ blocks: registerBlocks() }),
  all: () => ({ blocks: everyBlock(), options: WITHOUT_LIVE_STEPS }),
};
const FOUR = ['company_identity', 'registered_address', 'filing_status', 'industry'];
const ROLES = ['api', 'worker', 'projector'] as const;
const SMALL_ROWS = 10;
const RESOLVES = 400;

type Line = readonly [figure: string, value: string, aim: string];

/** What is measured, and how. */
interface Trial {
  readonly rows: number;
  readonly asked: Asked;
  /** Rows of the job before it. */
  readonly warmUp: number;
  readonly alone: boolean;
}

/** What a client saw meanwhile, and the milliseconds of two small jobs that it sent. */
interface Besides {
  readonly polled: Latencies;
  readonly small: { readonly other: number; readonly same: number };
}

interface Run {
  readonly trial: Trial;
  readonly accepted: number;
  /** From the 202 to `results_ready`. */
  readonly seconds: number;
  readonly cpu: number;
  /** Null where the job was alone. */
  readonly besides: Besides | null;
  readonly blocked: { readonly accepting: number; readonly running: number };
  readonly busy: readonly string[];
  readonly pages: PageFigures;
  /** Milliseconds of resolves with the same blocks, one after the other, once the job is done. */
  readonly resolves: readonly number[];
}

const blockedMs = async (service: BenchService): Promise<number> =>
  (await metricsOf(service))('role_event_loop_blocked_seconds{role="api",of="max"}') * 1_000;

async function run(service: BenchService, trial: Trial): Promise<Run> {
  const { rows, asked, warmUp, alone } = trial;
  const client = new JobClient(service);
  const other = new JobClient(service, openAccount(service.dataDir, 'other').key);
  await client.follow((await client.submit(askedRows(warmUp), asked)).job.job_id);
  // Made before anything is timed: it reads the whole sample.
  const [many, few] = [askedRows(rows), askedRows(SMALL_ROWS)];
  await blockedMs(service);
  const cpu = cpuSeconds(service.child);
  const { job, milliseconds: accepted } = await client.submit(many, asked);
  const started = performance.now();
  const accepting = await blockedMs(service);
  const seeThrough = async (): Promise<Besides> => {
    const [polled, ofOther, ofSame] = await Promise.all([
      client.follow(job.job_id),
      smallJob(other, few, asked),
      smallJob(client, few, asked),
    ]);
    return { polled, small: { other: ofOther, same: ofSame } };
  };
  const besides = alone ? null : await seeThrough();
  if (alone) await client.ended(job.job_id);
  const seconds = (performance.now() - started) / 1_000;
  const used = cpuSeconds(service.child) - cpu;
  const figure = await metricsOf(service);
  return {
    trial,
    accepted,
    seconds,
    cpu: used,
    besides,
    blocked: { accepting, running: figure('role_event_loop_blocked_seconds{role="api",of="max"}') * 1_000 },
    busy: ROLES.map((role) => `${Math.round(figure(`role_event_loop_busy_ratio{role="${role}"}`) * 100)} %`),
    pages: await client.readPages(job.job_id),
    resolves: await client.resolves(companyNumbers(RESOLVES), asked),
  };
}

/** Milliseconds from the submission of a small job to its end. */
async function smallJob(client: JobClient, rows: readonly object[], asked: Asked): Promise<number> {
  const { job, milliseconds } = await client.submit(rows, asked);
  return milliseconds + (await client.ended(job.job_id));
}

/** The baseline, in a process of its own: rows a second. */
function bareLoop(dataDir: string, rows: number, blocks: readonly string[]): number {
  const script = join(__dirname, 'support', 'bare-loop.js');
  const output = execFileSync(process.execPath, [script, dataDir, String(rows), blocks.join(',')]);
  return (JSON.parse(output.toString('utf8')) as { rows_per_second: number }).rows_per_second;
}

/** What somebody else saw meanwhile. */
const linesBesides = ({ polled, small }: Besides): Line[] => [
  ['whoami p50 / p99 while it runs', spread(polled.whoami), 'p99 100 ms'],
  ['job status p50 / p99 while it runs', spread(polled.job), 'p99 100 ms'],
  ['100-row page p50 / p99 while it runs', spread(polled.page), 'p99 100 ms'],
  ['10-row job behind it, of another account', ms(small.other), '2,000 ms'],
  ['10-row job behind it, of the same account', ms(small.same), '2,000 ms'],
  [
    'slowest answer while it runs',
    ms(Math.max(...Object.values(polled).map((list) => quantile(list, 1)))),
    '',
  ],
];

function linesOf({
  trial: { rows },
  accepted,
  seconds,
  cpu,
  besides,
  blocked,
  busy,
  pages,
  resolves,
}: Run): Line[] {
  const deepBy = (limit: number): string => {
    const [first, deepest] = [pages.first[limit] ?? NaN, pages.deepest[limit] ?? NaN];
    return `${ms(first)} / ${ms(deepest)} (${(deepest / first).toFixed(2)})`;
  };
  return [
    ['accepted (202) after', ms(accepted), '3,000 ms'],
    ['API event loop blocked meanwhile, longest', ms(blocked.accepting), '50 ms'],
    ['job, accepted to `results_ready`', `${whole(rows / seconds)} rows/s`, '10,000 rows/s'],
    ['processor time, submission included', `${cpu.toFixed(1)} s (${whole(rows / cpu)} rows/s)`, ''],
    ['event loops busy: api / worker / projector', busy.join(' / '), ''],
    ['API event loop blocked while it runs, longest', ms(blocked.running), '50 ms'],
    ...(besides === null ? [] : linesBesides(besides)),
    ['100-row page, first / deepest (ratio)', deepBy(100), '1.2'],
    ['1,000-row page, first / deepest (ratio)', deepBy(1_000), '1.2'],
    ['all pages of 1,000 read', `${whole(pages.rowsPerSecond)} rows/s (${whole(pages.rows)} rows)`, ''],
    ['resolve with these blocks, one by one: p50 / p99', spread(resolves), '50 ms'],
  ];
}

/** What is there only after the service has gone: compacted files, the log replayed. */
function afterwards(
  service: BenchService,
  { trial: { rows, warmUp, asked }, seconds }: Run,
  before: Readonly<Record<string, number>>,
): Line[] {
  const perRow = (file: string): string => {
    const bytes = fileBytes(service.dataDir, file) - (before[file] ?? 0);
    return bytes === 0 ? '-' : `${whole(bytes / (rows + warmUp))} B`;
  };
  const rebuilt = cliJson<{ verdict: string; events_per_second: number }>(
    service.dataDir,
    'usage',
    'rebuild',
  );
  const bare = bareLoop(service.dataDir, rows, asked.blocks);
  return [
    ['disk a row: event log / read models', `${perRow('events.db')} / ${perRow('read-models.db')}`, ''],
    ['usage rebuilt', `${rebuilt.verdict}, ${whole(rebuilt.events_per_second)} charges/s`, '200,000/s'],
    ['bare loop, same companies and JSON', `${whole(bare)} rows/s`, ''],
    ['bare loop / job', ((bare * seconds) / rows).toFixed(2), '4'],
  ];
}

/** Where the processor time of the servers is known, it says whether they or the service are full. */
function serverLine(before: ServersCpu, after: ServersCpu): Line {
  const used =
    before === null || after === null
      ? '-'
      : `${(after.events - before.events).toFixed(1)} s / ${(after.documents - before.documents).toFixed(1)} s`;
  return ['processor time of the servers: events / documents', used, ''];
}

async function measure(
  pair: StorePair,
  { profiling, ...trial }: Trial & { readonly profiling: readonly string[] },
): Promise<Line[]> {
  const service = await startBenchService(sampleRegister(), profiling);
  try {
    if (trial.asked.blocks !== FOUR) await loadEverySource(service.dataDir);
    const before = Object.fromEntries(
      ['events.db', 'read-models.db'].map((file) => [file, fileBytes(service.dataDir, file)]),
    );
    const idle = pair.cpu();
    const measured = await run(service, trial);
    const servers = serverLine(idle, pair.cpu());
    const peak: Line = ['peak memory, all roles', `${peakMemoryMb(service.child) ?? '?'} MB`, '1,000 MB'];
    await drainBenchService(service);
    return [...linesOf(measured), peak, servers, ...afterwards(service, measured, before)];
  } finally {
    await stopBenchService(service);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '250000' },
      stores: { type: 'string', default: 'embedded' },
      blocks: { type: 'string', default: 'four' },
      profile: { type: 'string' },
      alone: { type: 'boolean', default: false },
      'warm-up': { type: 'string', default: '2000' },
    },
  });
  const rows = Number(values.rows);
  const warmUp = Number(values['warm-up']);
  const asked = SETS[values.blocks]?.();
  if (asked === undefined) throw new Error(`--blocks is one of ${Object.keys(SETS).join(', ')}`);
  process.stdout.write(
    `${machine()}\nA job of ${whole(rows)} rows${values.alone ? ', alone' : ''}, after one of ${whole(warmUp)}, ` +
      `${process.env['WORKERS'] ?? 1} worker(s), ${asked.blocks.length} blocks: ${asked.blocks.join(', ')}\n`,
  );
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', values.profile];
  const names = pairNames(values.stores);
  const columns: Line[][] = [];
  for (const name of names) {
    const pair = await startPair(name);
    try {
      columns.push(await measure(pair, { rows, asked, warmUp, alone: values.alone, profiling }));
    } finally {
      await pair.stop();
    }
  }
  const lines = (columns[0] ?? []).map(([figure, , aim], index) => [
    figure,
    ...columns.map((column) => column[index]?.[1] ?? '-'),
    aim,
  ]);
  const head = ['figure', ...names, 'aim'];
  process.stdout.write(`${table(head, lines)}\n\n${markdown(head, lines)}\n`);
}

void main();
