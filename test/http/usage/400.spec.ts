/** Parameters that are wrong. */
import { USAGE } from '../../support/refusals/every-operation.js';
import { testRefusals } from '../../support/refusals/refusals.js';
import { ApiWorld, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start());
const key = forAllTests(() => world.customer());
const usage = (query: string): Promise<Reply> => world.call(`/v1/usage${query}`, {}, key);

describe('GET /v1/usage', () => {
  it('is refused for more than 366 days, and for days that are none or lie backwards', async () => {
    const tooLong = await usage('?from=2024-01-01&to=2025-01-01');
    expect([tooLong.status, Object.keys(tooLong.body['errors'] as object)]).toEqual([400, ['from', 'to']]);
    expect((await usage('?from=2024-02-02&to=2024-02-01')).status).toBe(400);
    expect((await usage('?from=2023-02-29')).status).toBe(400);
    expect((await usage('?from=')).status).toBe(400);
  });
});

testRefusals(400, [USAGE]);
