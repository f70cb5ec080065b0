/** The caps on rows of an account: unfinished ones, and ones that were finished today and cost nothing. */
import type { IssuedKey, Reply } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { SMALL_BODY_BYTES } from '../../../src/jobs/submit/incoming-submission.js';
import { FakeEnricher } from '../../support/fake-enricher.js';

const LIMITS = { max_open_rows: 10, max_unbilled_rows_per_day: 4 };
const settings = { MAX_OPEN_ROWS: '10', MAX_UNBILLED_ROWS_PER_DAY: '4' };

/** Numbers that end in 9 are not matched. */
const rows = (count: number, company_number = '00000006'): object[] =>
  Array.from({ length: count }, () => ({ company_number }));

function submit(
  world: ApiWorld,
  key: IssuedKey,
  asked: readonly object[],
  more: { readonly idempotency?: string; readonly blocks?: readonly string[] } = {},
): Promise<Reply> {
  const { idempotency, blocks = ['charges'] } = more;
  const headers = idempotency === undefined ? {} : { 'x-idempotency-key': idempotency };
  return world.call('/v1/enrich/jobs', { method: 'POST', headers, body: { rows: asked, blocks } }, key);
}

describe('429 too_many_open_rows, while nobody works', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await ApiWorld.start({ settings });
  });
  afterAll(() => world.stop());

  it('refuses rows over the cap, in jobs and resolves alike, and takes those that fit', async () => {
    const key = await world.customer();
    expect((await submit(world, key, rows(6))).status).toBe(202);
    const refused = await submit(world, key, rows(5));
    expect([refused.status, refused.body['detail']]).toEqual([429, 'too_many_open_rows']);
    expect(refused.body).toMatchObject(LIMITS);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submit(world, key, rows(4))).status).toBe(202);
    for (const query of ['', '&wait=false']) {
      const path = `/v1/resolve?company_number=00000006&blocks=charges${query}`;
      expect((await world.call(path, {}, key)).body['detail']).toBe('too_many_open_rows');
    }
    expect((await submit(world, await world.customer(), rows(10))).status).toBe(202);
  });

  it('lets no two at once pass that do not fit together', async () => {
    const key = await world.customer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(world, key, rows(4))));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429, 429]);
  });

  it('comes after every other refusal and after replays, records nothing and claims no key', async () => {
    const key = await world.customer({ blocks: ['charges'] });
    const first = await submit(world, key, rows(9), { idempotency: 'held' });
    const before = await world.events();
    const refused = await submit(world, key, rows(2), { idempotency: 'mine' });
    expect(refused.body['detail']).toBe('too_many_open_rows');
    expect(await world.events()).toEqual(before);
    const replay = await submit(world, key, rows(9), { idempotency: 'held' });
    expect([replay.status, replay.body['job_id']]).toEqual([200, first.body['job_id']]);
    expect((await submit(world, key, rows(2), { blocks: ['officers'] })).body['detail']).toBe('not_enabled');
    expect((await submit(world, key, rows(2), { idempotency: 'held' })).status).toBe(409);
    expect((await submit(world, key, rows(2), { blocks: ['horses'] })).status).toBe(400);
    // The key is free: with a row that fits it is another request's.
    expect((await submit(world, key, rows(1), { idempotency: 'mine' })).status).toBe(202);
  });
});

describe('429 too_many_open_rows of a large submission, which a thread of its own takes in', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await ApiWorld.start({ settings: { ...settings, MAX_OPEN_ROWS: '2000' } });
  });
  afterAll(() => world.stop());

  /** So wide that it is never taken in by the thread that answers. */
  const wide = (count: number): object[] => rows(count).map((row) => ({ ...row, ref: 'x'.repeat(120) }));

  it('is refused as a small one is, records nothing and claims no key', async () => {
    expect(JSON.stringify(wide(600)).length).toBeGreaterThan(SMALL_BODY_BYTES);
    const key = await world.customer();
    expect((await submit(world, key, wide(1_400))).status).toBe(202);
    const before = await world.events();
    const refused = await submit(world, key, wide(601), { idempotency: 'mine' });
    expect([refused.status, refused.body['detail']]).toEqual([429, 'too_many_open_rows']);
    expect(refused.body).toMatchObject({ ...LIMITS, max_open_rows: 2_000 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await world.events()).toEqual(before);
    expect((await submit(world, key, wide(600), { idempotency: 'mine' })).status).toBe(202);
  });

  it('counts what the other threads have accepted, too', async () => {
    const key = await world.customer();
    expect((await submit(world, key, rows(1_500))).status).toBe(202);
    await world.caughtUp();
    expect((await submit(world, key, wide(600))).status).toBe(429);
    expect((await submit(world, await world.customer(), wide(600))).status).toBe(202);
  });
});

describe('429 too_many_open_rows, while jobs are run', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await ApiWorld.start({ settings, worker: new FakeEnricher(), judged: false });
  });
  afterAll(() => world.stop());

  async function ran(key: IssuedKey, asked: readonly object[]): Promise<void> {
    await world.ranJob(key, asked, ['charges']);
    await world.caughtUp();
  }

  it('counts no row that is finished', async () => {
    const key = await world.customer();
    for (let time = 0; time < 3; time++) await ran(key, rows(10));
  });

  it('refuses everything for the day once too many rows cost nothing', async () => {
    const key = await world.customer();
    await ran(key, [...rows(3, '00000009'), ...rows(5)]);
    await ran(key, rows(1, '00000009'));
    // What was counted is good for a second.
    const passed = async (): Promise<Reply> => {
      const reply = await submit(world, key, rows(10));
      if (reply.status === 202) await world.ended(key, String(reply.body['job_id']));
      return reply.status === 202 ? passed() : reply;
    };
    const refused = await passed();
    expect([refused.status, refused.body['detail']]).toEqual([429, 'too_many_open_rows']);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });
});
