/** Servers that answer slowly: up to 4 s an answer the service is slow too; beyond, it refuses with 503 and says why. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '../../support/patient-client.js';
import { companyNumbers } from '../../support/sample-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';
import { patiently } from '../patiently.js';
import { BLOCKS } from '../story.js';
import { ServerPair } from './server-pair.js';

jest.setTimeout(600_000);

const SERVED_MS = 4_000;
const [first = '', second = ''] = companyNumbers();
const submission = (name: string): Ask => ({
  method: 'POST',
  headers: { 'x-idempotency-key': name },
  body: { rows: [{ ref: '1', company_number: first }], blocks: BLOCKS },
});

const servers = forAllTests(() => ServerPair.start());
const world = forAllTests(() => ProcessWorld.create({ plans: { api: {} }, settings: servers.settings }));
let ask: (path: string, ask?: Ask) => Promise<Response>;
let job: string;

beforeAll(async () => {
  await world.fleet.startAll();
  const { key } = await world.account('Slow');
  ask = (path, { method = 'GET', headers = {}, body } = {}) =>
    fetch(`${world.fleet.urlOf('api')}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const client = world.client(key);
  job = String((await client.ask('/v1/enrich/jobs', submission('before'))).body['job_id']);
  await patiently('the job', async () => (await client.ask(`/v1/enrich/jobs/${job}`)).body['results_ready']);
});
afterEach(async () => {
  await Promise.all([servers.documentsControl.behave(), servers.eventsControl.behave()]);
  await patiently('readiness', async () => (await ask('/readyz')).status === 200);
});

const readinessReasons = async (): Promise<readonly string[]> =>
  ((await (await ask('/readyz')).json()) as { reasons: string[] }).reasons;

/** Of which each asks what another doesn't. */
const reads = (): readonly string[] => [
  '/v1/whoami',
  '/v1/usage',
  `/v1/enrich/jobs/${job}`,
  `/v1/enrich/jobs/${job}/results`,
  `/v1/enrich/jobs/${job}/errors`,
];

describe.each([
  ['MongoDB', () => servers.documentsControl, /^The read models can't be (used: it took|reached: )/],
  ['EventStoreDB', () => servers.eventsControl, /^The event store can't be (used: it took|reached: )/],
] as const)('%s', (name, control, told) => {
  it('is served from at 4 s an answer', async () => {
    await control().slow(SERVED_MS);
    const asked = reads().map(async (path) => [path, (await ask(path)).status]);
    const resolved = ask(`/v1/resolve?company_number=${second}&blocks=company_identity`, {
      headers: { 'x-idempotency-key': `slow ${name}` },
    });
    expect(await Promise.all(asked)).toEqual(reads().map((path) => [path, 200]));
    expect((await resolved).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
  });

  it.each([6_000, 12_000])(
    'is given up within 30 s at %i ms an answer, and that is told',
    async (slowness) => {
      await control().slow(slowness);
      const began = performance.now();
      const answers = await Promise.all(
        [
          ...reads().map((path) => [path] as const),
          ['/v1/enrich/jobs', submission(`during ${name}`)] as const,
        ].map(async ([path, how]) => {
          const answer = await ask(path, how);
          return [path, answer.status, /^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '')];
        }),
      );
      expect(answers).toEqual([...reads(), '/v1/enrich/jobs'].map((path) => [path, 503, true]));
      expect(performance.now() - began).toBeLessThan(30_000);
      await patiently('readiness says why', async () =>
        (await readinessReasons()).some((reason) => told.test(reason)),
      );
    },
  );
});

it('asks nothing more for clients that hung up', async () => {
  const control = servers.documentsControl;
  await control.slow(2_000);
  expect((await ask('/v1/whoami')).status).toBe(200);
  const leaving = new AbortController();
  const path = `/v1/enrich/jobs/${job}/results`;
  const pagesRead = async (): Promise<number> =>
    Object.entries(await control.commandsBegun())
      .filter(([command]) => /^find .*result_packs/.test(command))
      .reduce((sum, [, times]) => sum + times, 0);
  const atFirst = await pagesRead();
  expect((await ask(path)).status).toBe(200);
  const before = await pagesRead();
  expect(before).toBeGreaterThan(atFirst);
  const gone = Array.from({ length: 10 }, () =>
    fetch(`${world.fleet.urlOf('api')}${path}`, { signal: leaving.signal }).catch(() => undefined),
  );
  await pause(500);
  leaving.abort();
  await Promise.all(gone);
  await pause(20_000);
  // The standing check may have read the job meanwhile.
  expect((await pagesRead()) - before).toBeLessThan(5);
});
