/** Two API processes on one store: each over clients of its own, sharing nothing but the stores. */
import { createApiRole } from '../../../src/api/api-role.js';
import { LOG_FORMAT } from '../../../src/streams/index.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { smallRegister } from '../../support/small-register.js';

const equalRequests = 100;
const answered = [...Array<number>(equalRequests - 1).fill(200), 202];

const register = smallRegister();
afterAll(() => register.remove());

describe('two API processes on one store', () => {
  it("know of each other's jobs at once, and make one job, or one resolve, of a hundred equal requests", async () => {
    const world = await ApiWorld.start({
      worker: new FakeEnricher(),
      judged: false,
      companies: register.file,
    });
    const stores = await openStores({ ...world.settings, ...LOG_FORMAT, hosting: 'direct' });
    const other = createApiRole(world.settings, stores, { logger: createLogger({ logLevel: 'silent' }) });
    await other.start();
    try {
      const key = await world.customer();
      const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' };
      const bases = [world.api.url, other.url];
      const submit = (base: string | undefined, idempotencyKey: string) =>
        fetch(`${base}/v1/enrich/jobs`, {
          method: 'POST',
          headers: { ...headers, 'x-idempotency-key': idempotencyKey },
          body: JSON.stringify({ rows: [{ company_number: '00000006' }], blocks: ['charges'] }),
        });
      const first = (await (await submit(bases[0], 'one')).json()) as { job_id: string };
      const seen = await fetch(`${bases[1]}/v1/enrich/jobs/${first.job_id}`, { headers });
      expect(seen.status).toBe(200);

      const replies = await Promise.all(
        Array.from({ length: equalRequests }, (_, index) => submit(bases[index % 2], 'many')),
      );
      const bodies = (await Promise.all(replies.map((reply) => reply.json()))) as { job_id: string }[];
      expect(replies.map(({ status }) => status).sort()).toEqual(answered);
      expect(new Set(bodies.map(({ job_id }) => job_id)).size).toBe(1);

      // A resolve runs once as well, and is billed once, whichever of them is asked.
      const resolve = (base: string | undefined) =>
        fetch(`${base}/v1/resolve?company_number=01234567&blocks=company_identity`, {
          headers: { ...headers, 'x-idempotency-key': 'resolved' },
        });
      const resolved = await Promise.all(
        Array.from({ length: equalRequests }, (_, index) => resolve(bases[index % 2])),
      );
      expect(new Set(resolved.map(({ status }) => status))).toEqual(new Set([200]));
      const shown = (await Promise.all(resolved.map((reply) => reply.json()))) as { job_id: string }[];
      expect(new Set(shown.map(({ job_id }) => job_id)).size).toBe(1);
      const billed = resolved.map((reply) => Number(reply.headers.get('x-billed-units')));
      expect(billed.sort()).toEqual([...Array<number>(equalRequests - 1).fill(0), 1]);

      // A cursor of one is a cursor of the other; so is a refusal.
      const job = bodies[0]?.job_id ?? '';
      await world.ended(key, job);
      const pages = await Promise.all(
        bases.map(async (base) => (await fetch(`${base}/v1/enrich/jobs/${job}/results`, { headers })).text()),
      );
      expect(pages[1]).toBe(pages[0]);
    } finally {
      await other.stop();
      await stores.close();
      await world.stop();
    }
  });
});
