import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start());

describe('GET /v1/whoami', () => {
  it('shows what the key is and may do', async () => {
    const key = await world.customer({ blocks: ['charges', 'domain'], email: 'ann@example.com' });
    const { status, body, headers } = await world.call('/v1/whoami', {}, key);
    expect(status).toBe(200);
    expect(body).toEqual({
      key_id: key.keyId,
      name: 'test key',
      environment: 'live',
      scopes: ['read', 'enrich'],
      account: { id: key.account, email: 'ann@example.com' },
      blocks: BLOCK_KEYS.map((block, index) => ({
        key: block,
        availability: block === 'charges' || block === 'domain' ? 'available' : 'not_enabled',
        tier: index < 11 ? 'core' : 'premium',
      })),
      blocks_enabled_count: 2,
      blocks_total: 37,
      limits: {
        max_rows_per_job: 250_000,
        max_rows_per_job_source: 'default',
        rate_limits: { requests_per_minute: 100_000, resolve_per_minute: 100_000 },
        expires_at: null,
      },
      docs: {
        url: `${world.api.url}/docs`,
        openapi: `${world.api.url}/openapi.json`,
        catalog: `${world.api.url}/v1/blocks`,
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('ratelimit-policy')).toBe('"default";q=100000;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"default";r=99999;t=60$/);
  });

  it("says where the key's own cap counts", async () => {
    const key = await world.customer({ key: { max_rows: 10, environment: 'test' } });
    const { body } = await world.call('/v1/whoami', {}, key);
    expect(key.key).toMatch(/^svc_test_/);
    expect(body).toMatchObject({
      environment: 'test',
      limits: { max_rows_per_job: 10, max_rows_per_job_source: 'key' },
    });
  });
});
