/**
 * `npm run bench:http`: whoami and a resolve of four blocks (durable before it answers), in requests a second with p50
 * and p99, against a bare Fastify and a bare Nest on Fastify that answer the same bytes; each server in a process of
 * its own, all in one run. Argument: `--seconds N` for each measurement (default 8).
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { companyNumbers, sampleRegister } from '../src/demo/rows.js';
import { machine, ms, table, whole } from './support/figures.js';
import { startBenchService, stopBenchService } from './support/service-process.js';

const BLOCKS = 'company_identity,registered_address,filing_status,industry';
const CONNECTIONS = 50;

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

async function load(url: string, paths: readonly string[], key: string, seconds: number): Promise<Figures> {
  const requests = paths.map((path) => ({ method: 'GET' as const, path }));
  const headers = { authorization: `Bearer ${key}` };
  const options = { url, connections: CONNECTIONS, headers, requests };
  await autocannon({ ...options, duration: 2 });
  const { requests: done, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds });
  return { perSecond: done.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}

/** A bare server that answers `body`; resolves with its address once it listens. */
async function startBare(
  kind: 'fastify' | 'nest',
  body: string,
): Promise<{ url: string; child: ChildProcess }> {
  const script = join(__dirname, 'support', 'bare-server.js');
  const child = spawn(process.execPath, [script, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(body);
  const url = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (text: Buffer) => resolve(text.toString())),
  );
  return { url: url.trim(), child };
}

async function bare(kind: 'fastify' | 'nest', body: string, key: string, seconds: number): Promise<Figures> {
  const { url, child } = await startBare(kind, body);
  try {
    return await load(url, ['/'], key, seconds);
  } finally {
    child.kill();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } });
  const seconds = Number(values.seconds);
  process.stdout.write(
    `${machine()}\n${CONNECTIONS} connections, ${seconds} s each, load from the same machine\n`,
  );
  const service = await startBenchService(sampleRegister());
  try {
    const { key, url } = service;
    const headers = { authorization: `Bearer ${key}` };
    const whoamiBody = await (await fetch(`${url}/v1/whoami`, { headers })).text();
    const resolves = companyNumbers(500).map(
      (number) => `/v1/resolve?company_number=${number}&blocks=${BLOCKS}`,
    );
    const baseline = await bare('nest', whoamiBody, key, seconds);
    const measured: [string, Figures][] = [
      ['bare Fastify, same bytes as whoami', await bare('fastify', whoamiBody, key, seconds)],
      ['bare Nest on Fastify, same bytes as whoami', baseline],
      ['GET /v1/whoami', await load(url, ['/v1/whoami'], key, seconds)],
      ['GET /v1/resolve, four blocks, durable', await load(url, resolves, key, seconds)],
    ];
    const rows = measured.map(([name, { perSecond, p50, p99, failed }]) => [
      name,
      whole(perSecond),
      (perSecond / baseline.perSecond).toFixed(2),
      ms(p50),
      ms(p99),
      String(failed),
    ]);
    process.stdout.write(
      `${table(['server', 'requests/s', 'of bare Nest', 'p50', 'p99', 'failed'], rows)}\n`,
    );
  } finally {
    await stopBenchService(service);
  }
}

void main();
