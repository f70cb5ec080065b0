/**
 * The whole service on a disk that takes no more: requests are refused in good order, nothing is half done,
 * and when there is space again work goes on without a restart. The limit is one of the size of files, set
 * and lifted from outside (`prlimit`, util-linux).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, PatientClient } from '../support/patient-client.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { companyNumbers } from '../support/sample-register.js';
import { endOf } from './patiently.js';
import { rowsOf } from './reading.js';
import { BLOCKS } from './story.js';

jest.setTimeout(240_000);

const FULL_DISK = join(__dirname, 'programs', 'full-disk.js');
/** 6 MB: room for the register and some jobs. */
const FILE_BLOCKS = 12_000;
const ROWS = 1_000;
const numbers = companyNumbers();

/**
 * SQLite calls a write beyond the limit an error of the disk. Where a part of it still fitted, it calls the
 * disk full.
 */
const NO_WRITES = /^The event store can't be written: the disk (?:is full|reports an error)\.$/;

const body = (job: number): object => ({
  rows: Array.from({ length: ROWS }, (_, row) => ({
    ref: `j${job}r${row}`,
    company_number: numbers[(job + row) % numbers.length],
  })),
  blocks: BLOCKS,
});

let world: ProcessWorld;
let client: PatientClient;
let account: number;

beforeAll(async () => {
  const service = { nodeOptions: ['--require', FULL_DISK], fileBlocks: FILE_BLOCKS };
  world = await ProcessWorld.create({ plans: { service } });
  let key: string;
  ({ account, key } = await world.account('Full'));
  client = world.client(key, 'service');
  await world.fleet.startAll();
});
afterAll(() => world.remove());

const submit = (job: number): Promise<Omit<Answer, 'sent'> | null> =>
  client.once('/v1/enrich/jobs', {
    method: 'POST',
    headers: { 'x-idempotency-key': `order-${job}` },
    body: body(job),
  });

/** Submits until the disk is full: what was accepted, by the number of its order, and the refusal. */
async function filled(): Promise<{ accepted: Map<number, string>; refused: number }> {
  const accepted = new Map<number, string>();
  await client.ask('/v1/whoami');
  for (let job = 0; job < 200; job++) {
    const answer = await submit(job);
    if (answer?.status !== 202) {
      expect(answer?.status).toBe(503);
      expect(answer?.body).toMatchObject({ detail: 'unavailable', request_id: expect.any(String) as string });
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
      return { accepted, refused: job };
    }
    accepted.set(job, String(answer.body['job_id']));
  }
  throw new Error('the disk never was full');
}

function makeRoom(): void {
  const { pid } = world.fleet.get('service');
  const lifted = spawnSync('prlimit', [`--pid=${pid}`, '--fsize=unlimited'], { encoding: 'utf8' });
  if (lifted.status !== 0) throw new Error(`prlimit: ${lifted.error?.message ?? lifted.stderr}`);
}

const onLinux = existsSync('/proc/self/limits') ? describe : describe.skip;

onLinux('a service whose disk is full', () => {
  it('refuses with 503 and when to come back, has nothing half done, and goes on by itself when there is space', async () => {
    const { accepted, refused } = await filled();
    expect(accepted.size).toBeGreaterThan(0);
    expect((await submit(refused))?.status).toBe(503);
    expect((await client.once('/healthz'))?.status).toBe(200);
    // Reads are answered, so only the failed appends show it.
    expect(await client.once('/readyz')).toMatchObject({
      status: 503,
      body: { writable: false, reasons: [expect.stringMatching(NO_WRITES)] },
    });
    expect(world.fleet.isRunning('service')).toBe(true);

    makeRoom();
    // The same order again: now it is accepted, once.
    const answer = await client.ask('/v1/enrich/jobs', {
      method: 'POST',
      headers: { 'x-idempotency-key': `order-${refused}` },
      body: body(refused),
    });
    expect([200, 202]).toContain(answer.status);
    accepted.set(refused, String(answer.body['job_id']));
    for (const [order, job] of accepted) {
      await endOf(client, job);
      const rows = await rowsOf(client, job, () => 1_000);
      expect(rows.map(({ ref }) => ref)).toEqual(
        Array.from({ length: ROWS }, (_, row) => `j${order}r${row}`),
      );
      expect(rows.every(({ matched }) => matched !== undefined)).toBe(true);
    }
    const listed = await world.cli.lines<{ job_id: string }>('jobs', 'list', '--account', String(account));
    expect(listed.map(({ job_id }) => job_id).sort()).toEqual([...accepted.values()].sort());
    const usage = (await client.ask('/v1/usage')).body['counts'];
    expect(usage).toMatchObject({ rows: accepted.size * ROWS });
    expect(await world.cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
    expect(await world.fleet.stop('service')).toBe(0);
  });
});
