/**
 * `npm run bench:age`: whether a service of a month's age starts, answers and verifies as fast as a fresh
 * one. A month is `--lists N` (default 500) of `--events N` logical events (default 10,000,000) over 28 days;
 * fresh is what was used for one hundredth of that on one day. Both run beside each other and take turns,
 * `--rounds N` times (default 5) after one that isn't counted; each figure is compared within its round.
 * `verify` is compared with one of a tenth of the events. `--rows N` of a new job (default 20,000), `--turns
 * N` of a hundred answers of each kind (default 10), `--data DIR` keeps the data, which expire after two
 * days. Linux alone tells all.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { askedRows, companyNumbers } from '../src/processes/demo/rows.js';
import { sampleRegister } from '../src/processes/demo/samples.js';
import { machine, markdown, quantile, table, whole } from './support/figures.js';
import { JobClient } from './support/job-client.js';
import { bytesRead } from './support/process-family.js';
import { runPhase } from './support/run-phase.js';
import {
  cliJson,
  cpuSeconds,
  drainBenchService,
  issueKey,
  peakMemoryMb,
  serveOver,
  type BenchService,
} from './support/service-process.js';
import { leaveData, untilChecked } from './support/used-data.js';
import { BLOCKS, type ValidJob } from './support/valid-job.js';
import { hasWrittenLog, writtenLog } from './support/written-log.js';

const { values } = parseArgs({
  options: {
    lists: { type: 'string', default: '500' },
    events: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '20000' },
    turns: { type: 'string', default: '10' },
    data: { type: 'string' },
  },
});
const MONTH_DAYS = 28;
const LOOKS_A_TURN = 100;
const NUMBERS = companyNumbers(LOOKS_A_TURN);
const MB = 1_048_576;
const TENTH = 1.1;

type Age = 'fresh' | 'old';

/** Figures of each round, of both: the less the better. */
class Pairs {
  private readonly figures = new Map<string, Record<Age, number[]>>();

  note(figure: string, age: Age, value: number): void {
    const both = this.figures.get(figure) ?? { fresh: [], old: [] };
    both[age].push(value);
    this.figures.set(figure, both);
  }

  lines(): string[][] {
    return [...this.figures].map(([figure, { fresh, old }]) => {
      const ratios = old.map((value, round) => value / (fresh[round] ?? NaN));
      const ratio = quantile(ratios, 0.5);
      return [
        figure,
        quantile(fresh, 0.5).toFixed(1),
        quantile(old, 0.5).toFixed(1),
        ratio.toFixed(2),
        `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
        ratio <= TENTH ? 'yes' : 'NO',
      ];
    });
  }
}

/** A service of one age. */
interface Aged {
  readonly age: Age;
  readonly dataDir: string;
  readonly account: { readonly accountId: number; readonly key: string };
  /** Its first list. */
  readonly list: ValidJob;
}

/** Data as this share of a month leaves them; an account has half of all use. */
async function aged(folder: string, age: Age, share: number): Promise<Aged> {
  const dataDir = join(folder, `${share}`);
  if (!hasWrittenLog(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    cliJson(dataDir, 'register', 'import', '--source', 'companies', sampleRegister());
    const use = { lists: Math.ceil(Number(values.lists) * share), events: Number(values.events) * share };
    const days = Math.max(1, Math.round(MONTH_DAYS * share));
    const begun = performance.now();
    const { events, rows } = await leaveData(dataDir, {
      ...use,
      days,
      today: new Date().toISOString().slice(0, 10),
    });
    const seconds = (performance.now() - begun) / 1_000;
    console.log(
      `${use.lists} lists over ${days} day(s): ${whole(events)} logical events, ${whole(rows)} rows; ` +
        `written, projected and checked in ${whole(seconds)} s.`,
    );
  }
  const { largest: list } = writtenLog(dataDir);
  const account = { accountId: list.account, key: issueKey(dataDir, list.account, 'bench') };
  return { age, dataDir, account, list };
}

/** Waits until it does no more than a service at rest. */
async function atRest({ child }: BenchService): Promise<void> {
  for (let used = cpuSeconds(child); ;) {
    await pause(2_000);
    const now = cpuSeconds(child);
    // Not a number where the system doesn't tell.
    if (!(now - used >= 0.1)) return;
    used = now;
  }
}

async function started(name: string, { age, dataDir, account }: Aged, seen: Pairs): Promise<BenchService> {
  const service = await serveOver(dataDir, { account });
  seen.note(`${name}: ready, ms`, age, service.readyMs);
  seen.note(`${name}: processor time, ms`, age, cpuSeconds(service.child) * 1_000);
  seen.note(`${name}: read, MB`, age, bytesRead(service.child.pid ?? 0) / MB);
  await atRest(service);
  return service;
}

type Running = Aged & { readonly service: BenchService };

/** The same requests to both, in turns. */
async function asked(running: readonly Running[], seen: Pairs): Promise<void> {
  const times = new Map<string, Record<Age, number[]>>();
  for (let turn = 0; turn < Number(values.turns); turn += 1)
    for (const { age, service, list } of turn % 2 === 0 ? running : running.toReversed()) {
      const client = new JobClient(service);
      const add = (what: string, more: number[]): void => {
        const both = times.get(what) ?? { fresh: [], old: [] };
        both[age].push(...more);
        times.set(what, both);
      };
      add('whoami', await client.looks('/v1/whoami', LOOKS_A_TURN));
      add('status of a list', await client.looks(`/v1/enrich/jobs/${list.id}`, LOOKS_A_TURN));
      add('page of 100', await client.looks(`/v1/enrich/jobs/${list.id}/results?limit=100`, LOOKS_A_TURN));
      const day = `from=${list.day}&to=${list.day}`;
      add('usage of a day', await client.looks(`/v1/usage?${day}`, LOOKS_A_TURN));
      add('resolve', await client.resolves(NUMBERS, { blocks: BLOCKS }));
    }
  for (const [what, both] of times)
    for (const { age } of running) {
      seen.note(`${what}: p50, ms`, age, quantile(both[age], 0.5));
      seen.note(`${what}: p99, ms`, age, quantile(both[age], 0.99));
    }
}

async function newJob({ age, dataDir, service }: Running, rows: number, seen: Pairs): Promise<void> {
  const client = new JobClient(service);
  const { job, milliseconds } = await client.submit(askedRows(rows), { blocks: BLOCKS });
  const done = await client.ended(job.job_id);
  const ended = performance.now();
  await untilChecked(dataDir);
  seen.note(`job of ${whole(rows)} rows: accepted after, ms`, age, milliseconds);
  seen.note(`job of ${whole(rows)} rows: done after, ms`, age, done);
  seen.note('checked after its end, s', age, (performance.now() - ended) / 1_000);
}

async function round(both: readonly Aged[], seen: Pairs): Promise<void> {
  const running: Running[] = [];
  for (const each of both) running.push({ ...each, service: await started('start', each, seen) });
  await asked(running, seen);
  for (const each of running) await newJob(each, Number(values.rows), seen);
  for (const { age, service } of running) {
    seen.note('peak memory, MB', age, peakMemoryMb(service.child) ?? NaN);
    const gone = once(service.child, 'exit');
    service.child.kill('SIGKILL');
    await gone;
  }
  for (const each of both) await drainBenchService(await started('start after kill -9', each, seen));
}

/** @param a tenth of the events of the month, and the month */
function verified(a: Readonly<Record<Age, string>>, seen: Pairs): void {
  for (const age of ['fresh', 'old'] as const) {
    const { seconds, cpu_seconds, peak_mb, counted } = runPhase('verify', a[age]);
    const { events, rows } = writtenLog(a[age]);
    // With what the rounds have added.
    const millions = (events * ((counted['rows'] ?? NaN) / rows)) / 1e6;
    seen.note('verify, s a million events', age, seconds / millions);
    seen.note('verify, processor, s a million events', age, cpu_seconds / millions);
    seen.note('verify, peak memory, MB', age, peak_mb);
  }
}

async function main(): Promise<void> {
  console.log(machine());
  const folder = values.data ?? mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  try {
    const fresh = await aged(folder, 'fresh', 0.01);
    const tenth = await aged(folder, 'fresh', 0.1);
    const old = await aged(folder, 'old', 1);
    await round([fresh, old], new Pairs());
    const seen = new Pairs();
    for (let turn = 0; turn < Number(values.rounds); turn += 1) {
      await round(turn % 2 === 0 ? [fresh, old] : [old, fresh], seen);
      verified({ fresh: tenth.dataDir, old: old.dataDir }, seen);
    }
    const head = ['figure', 'fresh', 'a month old', 'ratio', 'of each round', 'within a tenth'];
    console.log(`${table(head, seen.lines())}\n\n${markdown(head, seen.lines())}`);
  } finally {
    if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

void main();
