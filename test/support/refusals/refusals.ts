/**
 * The refusals of every operation, by operation. A spec of `test/http/<operation>/<status>.spec.ts` runs those with its
 * status: each fault alone gives its own refusal, and so it does together with all faults that come later in the order of
 * precedence (Contract 3.5).
 */
import { smallRegister } from '../small-register.js';
import { ApiWorld, type IssuedKey } from '../worlds/api-world.js';
import { forAllTests } from '../worlds/for-each-test.js';
import { GOOD_KEY, expectRefusal, send, withAllFrom, withHeaders } from './refusal-table.js';
import type { Draft, Fault } from './refusal-table.js';

/** As much as a submission may have here, so that one with too much is soon sent. */
export const MAX_BODY_MB = 0.01;
/** The idempotency keys that a resolve and a submission of the account hold. */
const HELD_KEYS = { resolve: 'taken', submission: 'taken-by-a-list' } as const;
/** The faults of a request with a key that another request holds, of either kind. */
export const HELD_KEY_FAULTS: readonly Fault[] = Object.entries(HELD_KEYS).map(([holder, key]) => ({
  what: `a key that another ${holder} holds`,
  status: 409,
  detail: 'idempotency_key_reused',
  change: withHeaders({ 'x-idempotency-key': key }),
}));

/** One operation and what it refuses. */
export interface Refusals {
  /** Method and path. */
  readonly operation: string;
  /** @param job of the account; its rows are gone */
  readonly base: (job: string) => Draft;
  /** In order of precedence. */
  readonly faults: readonly Fault[];
  /** What `base` is answered with as it is. Null: one of the faults is in it already. */
  readonly fine: number | null;
}

/** Requests that hold the keys of `HELD_KEYS`. */
async function holdKeys(world: ApiWorld, key: IssuedKey): Promise<void> {
  const path = '/v1/resolve?company_number=03000000&blocks=charges';
  const held = await world.call(path, { headers: { 'x-idempotency-key': HELD_KEYS.resolve } }, key);
  expect(held.status).toBe(200);
  const headers = { 'x-idempotency-key': HELD_KEYS.submission };
  const list = { rows: [{ company_number: '03000000' }], blocks: ['charges'] };
  const submitted = await world.call('/v1/enrich/jobs', { method: 'POST', headers, body: list }, key);
  expect(submitted.status).toBe(202);
  await world.ended(key, String(submitted.body['job_id']));
}

/** A service with an account whose job has ended and whose rows were kept for a few milliseconds. */
function refusalWorld(status: number) {
  const register = smallRegister();
  afterAll(() => register.remove());
  const settings = { MAX_BODY_MB: String(MAX_BODY_MB), RESULT_RETENTION_DAYS: '0.00000001' };
  const started = forAllTests(
    async () => {
      const world = await ApiWorld.start({ worker: 'register', companies: register.file, settings });
      const account = await world.account({ blocks: GOOD_KEY.blocks });
      const key = await world.key(account);
      const job = await world.ranJob(key, [{ company_number: '03000000' }], ['charges']);
      // The faults before it in precedence are refused whether the keys are held or not.
      if (status === 409) await holdKeys(world, key);
      await world.revoke(key);
      return { world, account, job };
    },
    ({ world }) => world.stop(),
  );
  return {
    sent: (draft: Draft) => send(started.world, draft, started.account),
    base: ({ base }: Refusals) => base(started.job),
    submissions: async () =>
      (await started.world.events()).filter(({ event }) => event.type === 'JobSubmitted').length,
  };
}

/**
 * Tests of these operations' refusals with this status.
 * @param what the faults to test; default all with the status
 */
export function testRefusals(status: number, operations: readonly Refusals[], what = /./): void {
  const world = refusalWorld(status);
  describe.each(operations.map((one) => [one.operation, one] as const))('%s', (_operation, refusals) => {
    const { faults, fine } = refusals;
    const rows = faults.map((fault, index) => [fault.what, fault, index] as const);

    it.each(rows.filter(([name, fault]) => fault.status === status && what.test(name)))(
      `is refused with ${status} for %s, whatever else is wrong after it`,
      async (_what, fault, index) => {
        const before = await world.submissions();
        expectRefusal(await world.sent(fault.change(world.base(refusals))), fault);
        expectRefusal(await world.sent(withAllFrom(world.base(refusals), faults, index)), fault);
        expect(await world.submissions()).toBe(before);
      },
    );

    // Once for each operation: every operation has this status.
    if (fine === null || status !== 401) return;
    it(`is answered with ${fine} without a fault`, async () => {
      expect((await world.sent(world.base(refusals))).status).toBe(fine);
    });
  });
}
