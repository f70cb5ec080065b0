/**
 * `npm run bench:abuse`: requests that are made to cost much, a hundred of each kind at once, against the service in a
 * process of its own. Printed for each: the most memory meanwhile, the memory once it was quiet again, how `whoami` and
 * a submission of ten rows by another account fared, and what the attackers were answered. Each attack is cut off after
 * `--seconds N` (default 10). `--against DIR` runs the build of another checkout, such as an older one.
 */
import { once, setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { constants, createGzip } from 'node:zlib';
import { sampleRegister } from '../src/processes/demo/samples.js';
import { machine, markdown, ms, table } from './support/figures.js';
import type { BenchService } from './support/service-process.js';
import { openAccount, startBenchService, stopBenchService } from './support/service-process.js';

const AT_ONCE = 100;
const MEGABYTE = 1024 * 1024;
const BOMB_BYTES = 200 * MEGABYTE;
/** Once it is quiet, the memory is read after so long. */
const QUIET_MS = 6_500;

/** `head`, then `unit` again and again up to so many bytes, packed. */
async function bomb(head: string, unit: string, bytes = BOMB_BYTES): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const packed: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  gzip.write(head);
  const block = Buffer.from(unit.repeat(Math.ceil(MEGABYTE / unit.length)));
  for (let written = 0; written < bytes; written += block.length)
    if (!gzip.write(block)) await once(gzip, 'drain');
  gzip.end();
  await once(gzip, 'end');
  return Buffer.concat(packed);
}

interface Attack {
  readonly name: string;
  readonly path: string;
  readonly body: Buffer | null;
}

const SUBMIT = '/v1/enrich/jobs';

async function attacks(): Promise<Attack[]> {
  const ofBody = async (name: string, ...made: Parameters<typeof bomb>): Promise<Attack> => ({
    name,
    path: SUBMIT,
    body: await bomb(...made),
  });
  const row = '{"ref":"1","company_number":"00000006","a":1,"b":2,"c":[[[[]]]]},';
  return [
    { name: 'nothing bad: whoami', path: '/v1/whoami', body: null },
    await ofBody('200 MB of blanks', '{', ' '),
    await ofBody('240 MB of {"rows":[{},{},...', '{"rows":[', '{},', 240 * MEGABYTE),
    await ofBody('200 MB of [[[[', '{"rows":[', '['),
    await ofBody('200 MB of fields', '{"rows":[{', '"a":1,'),
    await ofBody('a string of 200 MB', '{"rows":[{"ref":"', 'x'),
    await ofBody('a million blocks', '{"blocks":[', '"charges",'),
    await ofBody('16 MB of faulty rows', '{"rows":[', row, 15 * MEGABYTE),
    { name: 'a&a&... of 15 KB', path: `/v1/usage?${'a&'.repeat(7_500)}`, body: null },
  ];
}

const rssMb = ({ child }: BenchService): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024;

interface Sent {
  readonly url: string;
  readonly key: string;
  readonly body?: Buffer | null;
  readonly packed?: boolean;
  readonly agent: Agent;
}

/** The status, or why there is none. */
function call(path: string, { url, key, body = null, packed = false, agent }: Sent): Promise<string> {
  return new Promise((resolve) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (body !== null)
      Object.assign(headers, { 'content-type': 'application/json', 'content-length': body.length });
    if (packed) headers['content-encoding'] = 'gzip';
    const sent = request(`${url}${path}`, { method: body === null ? 'GET' : 'POST', headers, agent });
    sent.on('response', (reply) => {
      reply.resume();
      reply.on('close', () => resolve(String(reply.statusCode)));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body ?? undefined);
  });
}

const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;

/** Does it again and again until told to stop; how long each took, in milliseconds. */
async function timed(until: AbortSignal, everyMs: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (!until.aborted) {
    const from = performance.now();
    await Promise.race([work(), once(until, 'abort').catch(() => undefined)]);
    times.push(performance.now() - from);
    await pause(everyMs);
  }
  return times;
}

const TEN_ROWS = Buffer.from(
  JSON.stringify({
    rows: Array.from({ length: 10 }, (_, row) => ({ ref: String(row), company_number: '00000006' })),
    blocks: ['company_identity'],
  }),
);

async function measure(
  service: BenchService,
  other: string,
  attack: Attack,
  seconds: number,
): Promise<string[]> {
  const { url, key } = service;
  const [attackers, watchers] = [new Agent({ maxSockets: AT_ONCE }), new Agent({ keepAlive: true })];
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  let most = rssMb(service);
  const watch = setInterval(() => (most = Math.max(most, rssMb(service))), 20);
  const from = performance.now();
  const whoami = timed(stop.signal, 20, () => call('/v1/whoami', { url, key: other, agent: watchers }));
  const small = timed(stop.signal, 200, () =>
    call(SUBMIT, { url, key: other, body: TEN_ROWS, agent: watchers }),
  );
  const sent = { url, key, body: attack.body, packed: true, agent: attackers };
  const answers = new Map<string, number>();
  const storm = Array.from({ length: AT_ONCE }, async () => {
    const answer = await call(attack.path, sent);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  });
  await Promise.race([Promise.all(storm), pause(seconds * 1_000)]);
  const took = performance.now() - from;
  stop.abort();
  const [waits, submits] = await Promise.all([whoami, small]);
  attackers.destroy();
  watchers.destroy();
  await pause(QUIET_MS);
  clearInterval(watch);
  return [
    attack.name,
    `${most.toFixed(0)} MB`,
    `${rssMb(service).toFixed(0)} MB`,
    ms(percentile(waits, 0.99)),
    ms(Math.max(...submits)),
    ms(took),
    [...answers].map(([status, count]) => `${count} x ${status}`).join(', '),
  ];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '10' }, against: { type: 'string' } },
  });
  const service = await startBenchService(sampleRegister(), [], values.against);
  const rows: string[][] = [];
  try {
    const other = openAccount(service.dataDir, 'other').key;
    process.stdout.write(`${machine()}\n${AT_ONCE} of each at once\n`);
    for (const attack of await attacks()) {
      if (service.child.exitCode !== null || service.child.signalCode !== null) break;
      rows.push(await measure(service, other, attack, Number(values.seconds)));
      process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  } finally {
    service.child.kill('SIGKILL');
    await stopBenchService(service);
  }
  const head = ['attack', 'most memory', 'memory after', 'whoami p99', 'ten rows, worst', 'took', 'answers'];
  process.stdout.write(`${table(head, rows)}\n\n${markdown(head, rows)}\n`);
}

void main();
