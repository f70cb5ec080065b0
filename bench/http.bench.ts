/**
 * `npm run bench:http`: whoami and a resolve of four blocks (durable before it answers), in requests a second
 * with p50 and p99, against a bare Fastify and a bare Nest on Fastify that answer the same bytes; each server
 * in a process of its own, all in one run. Beside the pace stands what a request costs the server in
 * processor time, in all its threads: it hardly moves when the machine has other things to do. Arguments:
 * `--seconds N` for each measurement (default 8) and `--warm-up N` before it (default 5), in which the engine
 * compiles what the requests go through.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { companyNumbers } from '../src/processes/demo/rows.js';
import { sampleRegister } from '../src/processes/demo/samples.js';
import { machine, markdown, ms, table, whole } from './support/figures.js';
import { cpuSeconds, startBenchService, stopBenchService } from './support/service-process.js';

const BLOCKS = 'company_identity,registered_address,filing_status,industry';
const CONNECTIONS = 50;

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Microseconds a request. */
  readonly cpu: number;
}

interface Duration {
  readonly seconds: number;
  readonly warmUp: number;
}

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
}

async function load(
  { url, child }: Server,
  paths: readonly string[],
  key: string,
  { seconds, warmUp }: Duration,
): Promise<Figures> {
  const requests = paths.map((path) => ({ method: 'GET' as const, path }));
  const headers = { authorization: `Bearer ${key}` };
  const options = { url, connections: CONNECTIONS, headers, requests };
  await autocannon({ ...options, duration: warmUp });
  const before = cpuSeconds(child);
  const { requests: done, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds });
  const cpu = ((cpuSeconds(child) - before) / done.total) * 1_000_000;
  return { perSecond: done.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors, cpu };
}

/** A bare server that answers `body`; resolves with its address once it listens. */
async function startBare(kind: 'fastify' | 'nest', body: string): Promise<Server> {
  const script = join(__dirname, 'support', 'bare-server.js');
  const child = spawn(process.execPath, [script, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(body);
  const url = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (text: Buffer) => resolve(text.toString())),
  );
  return { url: url.trim(), child };
}

async function bare(
  kind: 'fastify' | 'nest',
  body: string,
  key: string,
  duration: Duration,
): Promise<Figures> {
  const server = await startBare(kind, body);
  try {
    return await load(server, ['/'], key, duration);
  } finally {
    server.child.kill();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '8' }, 'warm-up': { type: 'string', default: '5' } },
  });
  const duration = { seconds: Number(values.seconds), warmUp: Number(values['warm-up']) };
  process.stdout.write(
    `${machine()}\n${CONNECTIONS} connections, ${duration.seconds} s each after ${duration.warmUp} s of warming up, load from the same machine\n`,
  );
  const service = await startBenchService(sampleRegister());
  try {
    const { key, url } = service;
    const headers = { authorization: `Bearer ${key}` };
    const whoamiBody = await (await fetch(`${url}/v1/whoami`, { headers })).text();
    const resolves = companyNumbers(500).map(
      (number) => `/v1/resolve?company_number=${number}&blocks=${BLOCKS}`,
    );
    const baseline = await bare('nest', whoamiBody, key, duration);
    const measured: [string, Figures][] = [
      ['bare Fastify, same bytes as whoami', await bare('fastify', whoamiBody, key, duration)],
      ['bare Nest on Fastify, same bytes as whoami', baseline],
      ['GET /v1/whoami', await load(service, ['/v1/whoami'], key, duration)],
      ['GET /v1/resolve, four blocks, durable', await load(service, resolves, key, duration)],
    ];
    const rows = measured.map(([name, { perSecond, p50, p99, failed, cpu }]) => [
      name,
      whole(perSecond),
      (perSecond / baseline.perSecond).toFixed(2),
      ms(p50),
      ms(p99),
      `${cpu.toFixed(0)} us`,
      String(failed),
    ]);
    const head = ['server', 'requests/s', 'of bare Nest', 'p50', 'p99', 'CPU a request', 'failed'];
    process.stdout.write(`${table(head, rows)}\n\n${markdown(head, rows)}\n`);
  } finally {
    await stopBenchService(service);
  }
}

void main();
