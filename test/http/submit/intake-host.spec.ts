/**
 * The thread that takes in large submissions: what is too much for it ends it alone, and its memory goes
 * back.
 */
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { OutcomeUnknownError } from '../../../packages/platform/src/event-store/event-store.js';
import { IntakeHost, type IntakeLimits } from '../../../src/jobs/submit/intake-host.js';
import { SubmissionScan, type ScannedBody } from '../../../src/jobs/submit/submission-scan.js';
import type { IntakeRequest } from '../../../src/jobs/submit/take-in.js';
import { eventually } from '../../support/eventually.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start());
let intake: IntakeRequest;
beforeAll(async () => {
  const { account, keyId } = await world.customer();
  const caller = {
    account_id: account,
    email: 'test@example.com',
    key_id: keyId,
    key_name: 'test key',
    environment: 'live',
    scopes: ['enrich'],
    blocks: new Set(BLOCK_KEYS),
    options: new Set([]),
    prices: [],
    budget: null,
    max_rows: null,
    requests_per_minute: 600,
    resolve_per_minute: 60,
  } as const;
  intake = { caller, requestId: 'req_01J8ZQ4M3N5P6R7S8T9V0W1X2Y', idempotencyKey: null, headerFaults: [] };
});

function bodyOf(rows: number): ScannedBody {
  const scan = new SubmissionScan(250_000);
  const row = JSON.stringify({ company_number: '00000006', ref: 'x'.repeat(120) });
  const body = `{"blocks":["charges"],"rows":[${Array.from({ length: rows }, () => row).join(',')}]}`;
  const fault = scan.scan(Buffer.from(body));
  const scanned = scan.end();
  if (fault !== null || 'code' in scanned) throw new Error('the body should be fine');
  return scanned;
}

async function withHost(
  limits: Partial<IntakeLimits>,
  body: (host: IntakeHost) => Promise<void>,
): Promise<void> {
  const forEver = { heapMb: 768, largeBytes: Number.POSITIVE_INFINITY, idleMs: 60_000 };
  const host = new IntakeHost(world.settings, { ...forEver, ...limits });
  try {
    await body(host);
  } finally {
    await host.stop();
  }
  expect(host.isRunning).toBe(false);
}

const ACCEPTED = { outcome: 'submitted', submitOutcome: { outcome: 'accepted' } };

it('a submission that is too much for its heap ends with an outcome that is unknown, and the next is taken in', () =>
  withHost({ heapMb: 128 }, async (host) => {
    expect(await host.submit(bodyOf(10), intake)).toMatchObject(ACCEPTED);
    await expect(host.submit(bodyOf(250_000), intake)).rejects.toThrow(OutcomeUnknownError);
    expect(await host.submit(bodyOf(10), intake)).toMatchObject(ACCEPTED);
  }));

it('a thread that took much ends once it has nothing to do, and another takes in what comes later', () =>
  withHost({ largeBytes: 1_000, idleMs: 0 }, async (host) => {
    for (let time = 0; time < 2; time++) {
      expect(await host.submit(bodyOf(10), intake)).toMatchObject(ACCEPTED);
      await eventually('it has ended', async () => !host.isRunning);
    }
  }));

it('none ends while it has something in hand', () =>
  withHost({ largeBytes: 0, idleMs: 0 }, async (host) => {
    const outcomes = await Promise.all([1, 500, 1, 500, 1].map((rows) => host.submit(bodyOf(rows), intake)));
    expect(outcomes).toMatchObject(outcomes.map(() => ACCEPTED));
    await eventually('it has ended', async () => !host.isRunning);
  }));
