/** SIGTERM: what is in hand is ended, within a bounded time, and what is left goes on after the next start. */
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { openSqliteCoordination } from '../../packages/platform/src/coordination/sqlite/sqlite-coordination.js';
import { STORE_FILES } from '../../packages/platform/src/stores/stores.js';
import type { PatientClient } from '../support/patient-client.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { companyNumbers } from '../support/sample-register.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { endOf, patiently } from './patiently.js';
import { rowsOf } from './reading.js';

jest.setTimeout(180_000);

const LONG = process.env['TEST_LONG'] === '1';
/** A job that is far from done when its first chunk is. */
const MANY = LONG ? 30_000 : 12_000;
const BLOCKS = ['company_identity', 'industry'];
const numbers = companyNumbers();
const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    ref: `r${index}`,
    company_number: numbers[index % numbers.length],
  }));

const world = forAllTests(() => ProcessWorld.create({ plans: { service: { settings: { WORKERS: '2' } } } }));
let key: string;
let client: PatientClient;

beforeAll(async () => {
  ({ key } = await world.account('Stopped'));
  client = world.client(key, 'service');
});
beforeEach(() => world.fleet.startAll());

async function submitted(count: number): Promise<string> {
  const body = { rows: rows(count), blocks: BLOCKS };
  const { status, body: job } = await client.ask('/v1/enrich/jobs', { method: 'POST', body });
  expect(status).toBe(202);
  return String(job['job_id']);
}

async function processed(job: string): Promise<number> {
  const { body } = await client.ask(`/v1/enrich/jobs/${job}`);
  return (body['counts'] as { processed: number }).processed;
}

/** A submission of which the service has the head and half the body; the rest is for later. */
async function halfSent(count: number): Promise<{ socket: Socket; rest: Buffer; answer: () => string }> {
  const body = Buffer.from(JSON.stringify({ rows: rows(count), blocks: BLOCKS }));
  const head = [
    'POST /v1/enrich/jobs HTTP/1.1',
    'Host: test',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ].join('\r\n');
  const socket = connect(Number(new URL(world.fleet.urlOf('service')).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  socket.write(`${head}\r\n\r\n`);
  await patiently('100 Continue', () => answer.includes('100 Continue'));
  socket.write(body.subarray(0, body.length / 2));
  return { socket, rest: body.subarray(body.length / 2), answer: () => answer };
}

const refusesConnections = (): Promise<boolean> =>
  patiently('a closed door', () => client.once('/healthz').then((answer) => answer === null));

describe('a service that is told to stop', () => {
  it('answers what is in flight, takes nothing new, ends with 0; what was accepted goes on after the next start', async () => {
    await client.ask('/v1/whoami');
    const { socket, rest, answer } = await halfSent(3_000);
    const ended = world.fleet.stop('service');
    await refusesConnections();
    socket.write(rest);
    await once(socket, 'close');
    expect(answer()).toContain('HTTP/1.1 202');
    expect(await ended).toBe(0);

    await world.fleet.start('service');
    const job = /job_[0-9A-Z]{26}/.exec(answer())?.[0] ?? '';
    await endOf(client, job);
    expect(await rowsOf(client, job, () => 1_000)).toHaveLength(3_000);
  });

  it('ends or lets go of the chunks in hand: nobody has to wait for a lease, and no row is done twice', async () => {
    const job = await submitted(MANY);
    await patiently('a chunk that is done', async () => (await processed(job)) > 0);
    expect(await world.fleet.stop('service')).toBe(0);

    const file = join(world.cli.dataDir, STORE_FILES.coordination);
    const coordination = await openSqliteCoordination({ file, hosting: 'direct' });
    expect(await coordination.range('lease/', 'lease0')).toEqual([]);
    expect(await coordination.range('attempts/', 'attempts0')).toEqual([]);
    await coordination.close();

    await world.fleet.start('service');
    await endOf(client, job);
    expect(await rowsOf(client, job, () => 1_000)).toHaveLength(MANY);
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  });

  it('and told again later ends at once, with 1', async () => {
    await client.ask('/v1/whoami');
    const { socket } = await halfSent(3_000);
    const service = world.fleet.get('service');
    service.signal('SIGTERM');
    await refusesConnections();
    const again = setInterval(() => service.signal('SIGTERM'), 50);
    expect(await service.ended).toBe(1);
    clearInterval(again);
    socket.destroy();
    await world.fleet.kill('service');
  });

  it('shows while it runs what its worker and its projector have done', async () => {
    const job = await submitted(1_200);
    await endOf(client, job);
    const metrics = await (await fetch(`${world.fleet.get('service').metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^worker_rows_recorded_total 1200$/m);
    const usage = await client.ask(`/v1/usage?job_id=${job}`);
    const { units } = usage.body['counts'] as { units: number };
    expect(metrics).toMatch(new RegExp(`^worker_units_charged_total ${units}$`, 'm'));
    expect(metrics).toMatch(/^worker_jobs_ended_total\{status="completed"\} 1$/m);
    for (const lane of ['work', 'pages', 'billing'])
      expect(metrics).toMatch(new RegExp(`^projector_events_applied_total\\{lane="${lane}"\\} [1-9]`, 'm'));
    for (const role of ['api', 'worker', 'projector']) {
      expect(metrics).toMatch(new RegExp(`^role_heap_used_bytes\\{role="${role}"\\} [1-9]`, 'm'));
      expect(metrics).toMatch(
        new RegExp(`^role_event_loop_blocked_seconds\\{role="${role}",of="max"\\} `, 'm'),
      );
    }
    const types = metrics.split('\n').filter((line) => line.startsWith('# TYPE'));
    expect(new Set(types).size).toBe(types.length);
  });
});
