/**
 * `npm run bench:jobs`: one job from "accepted" to `results_ready`, with the four register blocks, against a bare loop
 * that looks the same companies up and writes the same JSON to a file; both in this run. While the job runs, the polled
 * operations are timed as a client sees them. Arguments: `--rows N` (default 50,000).
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { askedRows, sampleRegister } from '../src/demo/rows.js';
import { machine, ms, quantile, table, whole } from './support/figures.js';
import type { BenchService } from './support/service-process.js';
import {
  cliJson,
  fileBytes,
  peakMemoryMb,
  startBenchService,
  stopBenchService,
} from './support/service-process.js';

const BLOCKS = ['company_identity', 'registered_address', 'filing_status', 'industry'];

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly results_ready: boolean;
}

interface Page {
  readonly results: readonly unknown[];
  readonly next_cursor: string | null;
}

type Latencies = Record<'whoami' | 'job' | 'page', number[]>;

async function get<T>(service: BenchService, path: string): Promise<T> {
  const response = await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const body = (await response.json()) as T;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

async function timed<T>(into: number[], call: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const answer = await call();
  into.push(performance.now() - from);
  return answer;
}

async function submit(service: BenchService, rows: number): Promise<Job> {
  const response = await fetch(`${service.url}/v1/enrich/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: askedRows(rows), blocks: BLOCKS }),
  });
  const job = (await response.json()) as Job;
  if (response.status !== 202) throw new Error(`submit: ${response.status} ${JSON.stringify(job)}`);
  return job;
}

/** Polls like an eager client until the job ends; every 50 ms each of three operations. */
async function follow(service: BenchService, jobId: string): Promise<Latencies> {
  const seen: Latencies = { whoami: [], job: [], page: [] };
  for (;;) {
    await timed(seen.whoami, () => get(service, '/v1/whoami'));
    await timed(seen.page, () => get(service, `/v1/enrich/jobs/${jobId}/results?limit=100`));
    const job = await timed(seen.job, () => get<Job>(service, `/v1/enrich/jobs/${jobId}`));
    if (job.results_ready) return seen;
    await pause(50);
  }
}

/** Reads every page; the latencies of the first and the last 20 full pages of 1,000 rows. */
async function readPages(
  service: BenchService,
  jobId: string,
): Promise<{ first: number; deep: number; rows: number }> {
  const latencies: number[] = [];
  let cursor: string | null = null;
  let rows = 0;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await timed(latencies, () =>
      get<Page>(service, `/v1/enrich/jobs/${jobId}/results?limit=1000${query}`),
    );
    rows += page.results.length;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { first: quantile(latencies.slice(0, 20), 0.5), deep: quantile(latencies.slice(-20), 0.5), rows };
}

/** The baseline, in a process of its own: rows a second. */
function bareLoop(dataDir: string, rows: number): number {
  const script = join(__dirname, 'support', 'bare-loop.js');
  const output = execFileSync(process.execPath, [script, dataDir, String(rows), BLOCKS.join(',')]);
  return (JSON.parse(output.toString('utf8')) as { rows_per_second: number }).rows_per_second;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } });
  const rows = Number(values.rows);
  process.stdout.write(`${machine()}\nA job of ${whole(rows)} rows, blocks ${BLOCKS.join(', ')}\n`);
  const service = await startBenchService(sampleRegister());
  try {
    await follow(service, (await submit(service, 2000)).job_id); // warms code and caches, as a running service is
    const before = {
      log: fileBytes(service.dataDir, 'events.db'),
      models: fileBytes(service.dataDir, 'read-models.db'),
    };
    const started = performance.now();
    const job = await submit(service, rows);
    const accepted = performance.now() - started;
    const polled = await follow(service, job.job_id);
    const seconds = (performance.now() - started - accepted) / 1000;
    const perSecond = rows / seconds;
    const pages = await readPages(service, job.job_id);
    const bare = bareLoop(service.dataDir, rows);
    const rebuild = cliJson<{ verdict: string; events_per_second: number }>(
      service.dataDir,
      'usage',
      'rebuild',
    );
    const perRow = (file: string, was: number): string =>
      `${Math.round((fileBytes(service.dataDir, file) - was) / rows)} B`;
    const quantiles = (values_: readonly number[]): string =>
      `${ms(quantile(values_, 0.5))} / ${ms(quantile(values_, 0.99))}`;
    const lines = [
      ['accepted (202) after', ms(accepted)],
      ['job, accepted to results_ready', `${whole(perSecond)} rows/s`],
      ['bare loop, same companies and JSON', `${whole(bare)} rows/s`],
      ['bare loop / job', (bare / perSecond).toFixed(2)],
      ['whoami p50 / p99 meanwhile', quantiles(polled.whoami)],
      ['job status p50 / p99 meanwhile', quantiles(polled.job)],
      ['100-row page p50 / p99 meanwhile', quantiles(polled.page)],
      [
        '1,000-row page, first / deepest',
        `${ms(pages.first)} / ${ms(pages.deep)} (${whole(pages.rows)} rows read)`,
      ],
      ['peak memory of the service', `${peakMemoryMb(service.child) ?? '?'} MB`],
      [
        'disk a row: event log / read models',
        `${perRow('events.db', before.log)} / ${perRow('read-models.db', before.models)}`,
      ],
      ['usage rebuilt', `${rebuild.verdict}, ${whole(rebuild.events_per_second)} charge entries/s`],
    ];
    process.stdout.write(`${table(['figure', 'value'], lines)}\n`);
  } finally {
    await stopBenchService(service);
  }
}

void main();
