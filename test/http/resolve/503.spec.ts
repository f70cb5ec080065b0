/** A process whose clock is wrong dates nothing: a resolve's day and price come from it. */
import { ApiWorld } from '../../support/worlds/api-world.js';
import { ONE, smallRegister } from '../../support/small-register.js';

const register = smallRegister();
afterAll(() => register.remove());

const clockAhead = (milliseconds: number) => ({ now: () => new Date(Date.now() + milliseconds) });

describe('GET /v1/resolve', () => {
  it.each([
    ['ahead', 10_000],
    ['behind', -10_000],
  ])(
    "is unavailable while this process's clock is %s of the store's, and records nothing",
    async (_, off) => {
      const world = await ApiWorld.start({ companies: register.file, clock: clockAhead(off) });
      try {
        const key = await world.customer();
        const before = await world.events();
        for (const query of ['', '&wait=false']) {
          const path = `/v1/resolve?company_number=${ONE.number}&blocks=charges${query}`;
          const { status, body, headers } = await world.call(path, {}, key);
          expect([status, body['detail'], headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
        }
        expect(await world.events()).toEqual(before);
        expect((await world.call('/v1/whoami', {}, key)).status).toBe(200);
      } finally {
        await world.stop();
      }
    },
  );

  it('is answered while the two agree within two seconds', async () => {
    const world = await ApiWorld.start({ companies: register.file, clock: clockAhead(1_000) });
    try {
      const key = await world.customer();
      const { status } = await world.call(
        `/v1/resolve?company_number=${ONE.number}&blocks=company_identity`,
        {},
        key,
      );
      expect(status).toBe(200);
    } finally {
      await world.stop();
    }
  });
});
