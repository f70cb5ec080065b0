import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ projector: false }));

describe.each(['/v1/openapi.json', '/v1/openapi'])('GET %s', (path) => {
  it.each([
    ['without a key', {}],
    ['with a key that does not work', { authorization: 'Bearer x' }],
    ['whatever it accepts', { accept: 'text/html' }],
  ])('redirects to where the description is published, %s', async (_how, headers) => {
    const reply = await world.call(path, { headers });
    const published = `${world.api.url}/openapi.json`;
    expect([reply.status, reply.headers.get('location'), reply.body]).toEqual([
      302,
      published,
      { location: published },
    ]);
    expect([...reply.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    const description = await world.call('/openapi.json');
    expect([description.status, description.body['openapi']]).toEqual([200, '3.1.0']);
  });
});

describe('what stands beside them', () => {
  it.each(['/v1/openapi.yaml', '/v1/openapi.json/', '/v1/openapi/x'])('needs a key: %s', async (path) => {
    expect((await world.call(path)).status).toBe(401);
  });
});
