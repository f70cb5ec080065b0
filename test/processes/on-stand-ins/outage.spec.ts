/** A server goes away under a running service and comes back: it says which, refuses what it can't do, and goes on. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Ask, PatientClient } from '../../support/patient-client.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';
import { companyNumbers } from '../../support/sample-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { BLOCKS } from '../story.js';
import { ServerPair } from './server-pair.js';

jest.setTimeout(600_000);

interface Outage {
  readonly server: string;
  /** What `/readyz` says is away, and nothing else. */
  readonly told: readonly RegExp[];
  readonly begin: (servers: ServerPair) => Promise<void>;
  readonly end: (servers: ServerPair) => Promise<void>;
}

const OUTAGES: readonly Outage[] = [
  {
    server: 'EventStoreDB',
    told: [/^The event store can't be reached: /],
    begin: (servers) => servers.killEventStore(),
    end: (servers) => servers.startEventStore(),
  },
  {
    server: 'MongoDB',
    told: [/^The read models can't be reached: /, /^The coordination can't be reached: /],
    begin: (servers) => servers.killMongoDb(),
    end: (servers) => servers.startMongoDb(),
  },
];

const numbers = companyNumbers();
const rows = numbers.slice(0, 40).map((company_number, row) => ({ ref: `row ${row}`, company_number }));

const submission = (name: string): Ask => ({
  method: 'POST',
  headers: { 'x-idempotency-key': name },
  body: { rows, blocks: BLOCKS },
});
const resolve = `/v1/resolve?company_number=${numbers[0]}&blocks=company_identity`;

const servers = forAllTests(() => ServerPair.start());
const world = forAllTests(() => ProcessWorld.create({ plans: { api: {} }, settings: servers.settings }));
let client: PatientClient;
let account: number;
beforeAll(async () => {
  await world.fleet.startAll();
  const opened = await world.account('Outage');
  account = opened.account;
  client = world.client(opened.key);
});

interface Readiness {
  readonly status: number;
  readonly reasons: readonly string[];
}

/** What `/readyz` says, once it says so with so many reasons: each store has ten seconds of its own. */
async function readiness(wanted: 200 | 503, count = 0): Promise<Readiness> {
  for (;;) {
    const response = await fetch(`${world.fleet.urlOf('api')}/readyz`);
    const { reasons } = (await response.json()) as Readiness;
    if (response.status === wanted && reasons.length === count) return { status: wanted, reasons };
    await pause(20);
  }
}

async function done(job: string): Promise<void> {
  while ((await client.ask(`/v1/enrich/jobs/${job}`)).body['results_ready'] !== true) await pause(20);
}

describe.each(OUTAGES)('while $server is down', ({ server, told, begin, end }) => {
  it('the service says so, refuses with 503, does nothing by halves, and goes on when it is back', async () => {
    await readiness(200);
    const before = String(
      (await client.ask('/v1/enrich/jobs', submission(`before ${server}`))).body['job_id'],
    );
    await done(before);
    const pid = world.fleet.get('api').pid;

    await begin(servers);
    const { reasons } = await readiness(503, told.length);
    for (const [index, pattern] of told.entries()) expect(reasons[index]).toMatch(pattern);
    expect((await client.once('/healthz'))?.status).toBe(200);

    for (const [path, ask] of [
      ['/v1/enrich/jobs', submission(`during ${server}`)],
      [resolve, { headers: { 'x-idempotency-key': `resolve ${server}` } }],
      [`/v1/enrich/jobs/${before}/cancel`, { method: 'POST' }],
    ] as const) {
      const answer = await client.once(path, ask);
      expect([path, answer?.status, answer?.body['detail']]).toEqual([path, 503, 'unavailable']);
      expect(answer?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(answer?.body['request_id']).toBe(answer?.headers.get('x-request-id'));
    }
    // What can still be read may be shown as it is; the client throws where a refusal is anything but well-formed.
    for (const path of ['/v1/whoami', '/v1/blocks', '/v1/usage', `/v1/enrich/jobs/${before}/results`])
      expect([200, 503]).toContain((await client.once(path))?.status);

    await end(servers);
    await readiness(200);
    const again = await client.ask('/v1/enrich/jobs', submission(`during ${server}`));
    const job = String(again.body['job_id']);
    await done(job);
    expect((await client.ask('/v1/enrich/jobs', submission(`during ${server}`))).body['job_id']).toBe(job);
    const single = await client.ask(resolve, { headers: { 'x-idempotency-key': `resolve ${server}` } });
    expect(single.status).toBe(200);

    const jobs = await world.cli.lines<{ job_id: string; counts: { total: number } }>(
      ...['jobs', 'list', '--account', String(account)],
    );
    const listed = jobs.map(({ job_id }) => job_id);
    for (const one of [before, job]) expect(listed.filter((id) => id === one)).toEqual([one]);
    expect([world.fleet.get('api').pid, world.fleet.hasFallen('api')]).toEqual([pid, false]);
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
    expect(await world.cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });
  });
});
