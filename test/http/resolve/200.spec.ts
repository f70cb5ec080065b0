import type { IssuedKey, Reply } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { eventually } from '../../support/eventually.js';
import type { LiveBlocks } from '../../support/live-blocks.js';
import { liveBlocks } from '../../support/live-blocks.js';
import { ONE, smallRegister } from '../../support/small-register.js';

const register = smallRegister();
let world: ApiWorld;
let key: IssuedKey;
let live: LiveBlocks;
beforeAll(async () => {
  live = liveBlocks();
  world = await ApiWorld.start({ worker: 'register', companies: register.file, replacements: live.served });
  key = await world.customer();
});
afterAll(async () => {
  await world.stop();
  register.remove();
});

const resolve = (query: string, headers: Record<string, string> = {}): Promise<Reply> =>
  world.call(`/v1/resolve?${query}`, { headers }, key);
const NUMBER = `company_number=${ONE.number}`;

describe('GET /v1/resolve', () => {
  it('answers with the row, what it cost and where it can be read again', async () => {
    const { status, body, headers } = await resolve(`${NUMBER}&blocks=company_identity,industry&ref=mine`);
    const job = String(body['job_id']);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ref: 'mine',
      status: 'done',
      matched: {
        company_number: ONE.number,
        company_name: ONE.name,
        match_confidence: 1,
        matched_on: 'company_number',
      },
      blocks: { company_identity: { status: 'available' }, industry: { status: 'available' } },
      complete: true,
      pending_blocks: [],
      results_url: `${world.api.url}/v1/enrich/jobs/${job}/results`,
      status_url: `${world.api.url}/v1/enrich/jobs/${job}`,
      stored: true,
    });
    expect(headers.get('x-billed-units')).toBe('2');
    expect(body).not.toHaveProperty('retry_after_ms');
    expect(body).not.toHaveProperty('warnings');
    const page = await world.call(`/v1/enrich/jobs/${job}/results`, {}, key);
    expect(page.body['results']).toEqual([
      expect.objectContaining({ ref: 'mine', matched: body['matched'], blocks: body['blocks'] }),
    ]);
    await world.ended(key, job);
    const usage = await world.call(`/v1/usage?job_id=${job}`, {}, key);
    expect(usage.body['counts']).toEqual({ rows: 1, units: 2 });
  });

  it('finds by name what it finds by number', async () => {
    const { body } = await resolve('company_name=synthetic+widgets+ltd&blocks=company_identity');
    expect(body['matched']).toMatchObject({ company_number: ONE.number, match_confidence: 0.9 });
  });

  it('takes every block that the key has where none are named', async () => {
    const few = await world.customer({ blocks: ['charges', 'company_identity'] });
    const { body } = await world.call(`/v1/resolve?${NUMBER}`, {}, few);
    expect(Object.keys(body['blocks'] as object)).toEqual(['charges', 'company_identity']);
  });

  it('warns once of blocks that the key lacks', async () => {
    const few = await world.customer({ blocks: ['company_identity'] });
    const { status, body, headers } = await world.call(
      `/v1/resolve?${NUMBER}&blocks=officers,company_identity,charges`,
      {},
      few,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      blocks: {
        officers: { status: 'not_enabled', reason: 'no_entitlement' },
        company_identity: { status: 'available' },
        charges: { status: 'not_enabled', reason: 'no_entitlement' },
      },
      warnings: [{ code: 'blocks_not_enabled', blocks: ['charges', 'officers'] }],
    });
    expect(headers.get('x-billed-units')).toBe('1');
  });

  it('answers the same again for the same key and request, at no cost', async () => {
    const asked = `${NUMBER}&blocks=company_identity`;
    const first = await resolve(asked, { 'x-idempotency-key': 'once' });
    const again = await resolve(`blocks=company_identity&${NUMBER}`, { 'x-idempotency-key': 'once' });
    expect([
      again.status,
      again.headers.get('idempotent-replayed'),
      again.headers.get('x-billed-units'),
    ]).toEqual([200, 'true', '0']);
    expect({ ...again.body, expires_at: null }).toEqual({ ...first.body, expires_at: null });
  });

  it('keeps nothing with store=false', async () => {
    const { status, body } = await resolve(`${NUMBER}&blocks=company_identity&store=false`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ stored: false, expires_at: null });
    const job = String(body['job_id']);
    for (const page of ['results', 'errors']) {
      const gone = await world.call(`/v1/enrich/jobs/${job}/${page}`, {}, key);
      expect([gone.status, gone.body['detail'], gone.body['expires_at']]).toEqual([410, 'not_stored', null]);
    }
    expect((await world.call(`/v1/enrich/jobs/${job}`, {}, key)).status).toBe(200);
    const told = (await world.events()).filter(({ stream }) => stream.includes(job));
    expect(JSON.stringify(told)).not.toContain(ONE.number);
  });

  it('answers at once with defer_live, and the rest is collected when it is there', async () => {
    const asked = `${NUMBER}&blocks=company_identity,domain&defer_live=true`;
    const { status, body, headers } = await resolve(asked, { 'x-idempotency-key': 'deferred' });
    const job = String(body['job_id']);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'pending',
      blocks: { company_identity: { status: 'available' }, domain: { status: 'pending' } },
      complete: false,
      pending_blocks: ['domain'],
      expires_at: null,
    });
    expect(body['retry_after_ms']).toEqual(expect.any(Number));
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('x-billed-units')).toBe('1');

    const results = (): Promise<Reply> => world.call(`/v1/enrich/jobs/${job}/results`, {}, key);
    expect((await results()).body).toMatchObject({
      results: [{ status: 'pending', blocks: { domain: { status: 'pending' } } }],
      results_ready: false,
    });

    live.open();
    const row = await eventually('the late block', async () => {
      const [shown] = (await results()).body['results'] as readonly { status: string; blocks: object }[];
      return shown?.status === 'done' ? shown : undefined;
    });
    expect(row.blocks).toMatchObject({ domain: { status: 'available', value: 'example.com' } });
    await world.ended(key, job);
    const usage = await world.call(`/v1/usage?job_id=${job}`, {}, key);
    expect(usage.body['items']).toEqual([
      { block: 'domain', units: 1 },
      { block: 'company_identity', units: 1 },
    ]);
    const replay = await resolve(asked, { 'x-idempotency-key': 'deferred' });
    expect(replay.body).toMatchObject({
      complete: true,
      pending_blocks: [],
      blocks: { domain: { status: 'available' } },
    });
  });
});
