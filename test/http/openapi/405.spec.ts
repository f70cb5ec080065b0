import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ projector: false }));

describe.each(['/v1/openapi.json', '/v1/openapi'])('%s', (path) => {
  it('knows no other method, also without a key', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await world.call(path, { method });
      expect([method, reply.status, reply.body['detail'], reply.headers.get('allow')]).toEqual([
        method,
        405,
        'method_not_allowed',
        'GET, HEAD',
      ]);
    }
  });
});
