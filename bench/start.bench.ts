/**
 * `npm run bench:start`: what a start costs and what a service holds that does nothing: all roles in one
 * process on the embedded stores, and two commands. Medians of `--rounds N` (default 5); at rest is `--rest
 * S` seconds after the start (default 75: V8 and the stores' threads let go until then), its processor over
 * the `--idle S` that follow (default 20). Linux alone tells all of it. `node bench/against.mjs` pairs it
 * with another version.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { machine, quantile, table } from './support/figures.js';
import {
  cpuSeconds,
  drainBenchService,
  openAccount,
  peakMemoryMb,
  serveOver,
} from './support/service-process.js';

const CLI = join(__dirname, '..', '..', 'bin', 'company-data.js');

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    rest: { type: 'string', default: '75' },
    idle: { type: 'string', default: '20' },
  },
});
const idleSeconds = Number(values.idle);

/** A figure of `/proc/PID/status`: megabytes, or a count. */
function statusOf(pid: number | undefined, name: 'VmRSS' | 'VmHWM' | 'Threads'): number {
  try {
    const [, figure, unit] =
      new RegExp(`${name}:\\s+(\\d+)( kB)?`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(figure) / (unit === undefined ? 1 : 1_024);
  } catch {
    return NaN;
  }
}

/** Each figure of a round under its name. */
type Round = Map<string, number>;

async function started(dataDir: string, account: ReturnType<typeof openAccount>): Promise<Round> {
  const service = await serveOver(dataDir, { account });
  const cpu = cpuSeconds(service.child) * 1_000;
  const peak = peakMemoryMb(service.child) ?? NaN;
  await pause(Number(values.rest) * 1_000);
  const atRest = cpuSeconds(service.child);
  await pause(idleSeconds * 1_000);
  const round: Round = new Map([
    ['ready, ms', service.readyMs],
    ['processor time of a start, ms', cpu],
    ['peak memory of a start, MB', peak],
    ['memory at rest, MB', statusOf(service.child.pid, 'VmRSS')],
    ['threads at rest', statusOf(service.child.pid, 'Threads')],
    ['processor at rest, % of a core', ((cpuSeconds(service.child) - atRest) / idleSeconds) * 100],
  ]);
  await drainBenchService(service);
  return round;
}

async function command(dataDir: string, ...words: string[]): Promise<Round> {
  const begun = performance.now();
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  let peak = NaN;
  const looks = setInterval(() => {
    const seen = statusOf(child.pid, 'VmHWM');
    if (!Number.isNaN(seen)) peak = seen;
  }, 3);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(looks);
  const name = words.join(' ');
  return new Map([
    [`${name}, ms`, performance.now() - begun],
    [`${name}: peak memory, MB`, peak],
  ]);
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  const account = openAccount(dataDir, 'bench');
  const rounds: Round[] = [];
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const help = await command(dataDir, '--help');
      const list = await command(dataDir, 'accounts', 'list');
      rounds.push(new Map([...(await started(dataDir, account)), ...help, ...list]));
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const rows = [...(rounds[0]?.keys() ?? [])].map((name) => {
    const all = rounds.map((round) => round.get(name) ?? NaN);
    return [
      name,
      quantile(all, 0.5).toFixed(1),
      `${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)}`,
    ];
  });
  process.stdout.write(`${machine()}\n${table(['figure', 'median', 'range'], rows)}\n`);
}

void main();
