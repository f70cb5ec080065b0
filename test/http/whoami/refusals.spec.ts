import { ApiWorld } from '../../support/worlds/api-world.js';
import { GOOD_KEY, allFaults, expectRefusal, send, withAllFrom } from '../../support/refusal-table.js';
import type { Draft } from '../../support/refusal-table.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start());

/** Neither of them has parameters or a body: what is sent of them is ignored. */
describe.each(['/v1/whoami', '/v1/blocks'])('refusals of GET %s, in order of precedence', (path) => {
  const base: Draft = {
    key: GOOD_KEY,
    method: 'GET',
    path,
    query: { unknown: 'x' },
    headers: {},
    body: undefined,
  };
  const faults = allFaults('read', 'GET, HEAD', []);

  it('is answered without a fault', async () => {
    expect((await send(world, base)).status).toBe(200);
  });

  it.each(faults.map((fault, index) => [fault.what, fault, index] as const))(
    '%s',
    async (_what, fault, index) => {
      expectRefusal(await send(world, fault.change(base)), fault);
      expectRefusal(await send(world, withAllFrom(base, faults, index)), fault);
    },
  );
});
