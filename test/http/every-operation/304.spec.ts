/** Entity tags of every operation that reads, and of the description. */
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));
const key = forAllTests(() => world.customer());
let job: string;
beforeAll(async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({ ref: `r${index}`, company_number: '11832630' }));
  job = await world.ranJob(key, rows, ['company_identity']);
});

describe('an entity tag', () => {
  it.each([
    '/v1/whoami',
    '/v1/blocks',
    '/v1/usage',
    '/v1/enrich/jobs/JOB',
    '/v1/enrich/jobs/JOB/results',
    '/v1/enrich/jobs/JOB/results?limit=1000',
    '/v1/enrich/jobs/JOB/errors',
    '/openapi.json',
  ])('spares %s a second transfer', async (template) => {
    const path = template.replace('JOB', job);
    const first = await world.call(path, {}, key);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    const again = await world.call(path, { headers: { 'if-none-match': tag } }, key);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    for (const name of ['vary', 'cache-control'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect((await world.call(path, { headers: { 'if-none-match': 'W/"other"' } }, key)).status).toBe(200);
  });

  it('differs between pages and limits', async () => {
    const tags = await Promise.all(
      ['?limit=10', '?limit=11', '?limit=20'].map(async (query) =>
        (await world.call(`/v1/enrich/jobs/${job}/results${query}`, {}, key)).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });
});
