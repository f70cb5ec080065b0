/** Resolves of one key that may be under way at once (Contract 3.17). */
import { liveBlocks } from '../../support/live-blocks.js';
import { ONE, smallRegister } from '../../support/small-register.js';
import { ApiWorld, type IssuedKey, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { withoutWords } from '../../support/refusals/words.js';

const live = liveBlocks();
const register = smallRegister();
const world = forAllTests(
  () =>
    ApiWorld.start({
      companies: register.file,
      replacements: live.served,
      settings: { MAX_OPEN_RESOLVES: '2' },
    }),
  (api) => {
    live.open();
    register.remove();
    return api.stop();
  },
);

const resolve = (key: IssuedKey, blocks = 'domain'): Promise<Reply> =>
  world.call(`/v1/resolve?company_number=${ONE.number}&blocks=${blocks}`, {}, key);

const submitted = async (): Promise<number> =>
  (await world.events()).filter(({ event }) => event.type === 'JobSubmitted').length;

describe('429 too_many_open_resolves', () => {
  it('says what is open, records nothing, concerns no other key, and ends with them', async () => {
    const [key, other] = [await world.customer(), await world.customer()];
    const asked = [resolve(key), resolve(key), resolve(key)];
    const refused = await Promise.race(asked);
    expect([refused.status, withoutWords(refused)]).toEqual([
      429,
      {
        detail: 'too_many_open_resolves',
        open_resolves: 2,
        max_open_resolves: 2,
        request_id: refused.headers.get('x-request-id'),
      },
    ]);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await resolve(other, 'company_identity')).status).toBe(200);
    live.open();
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect((await resolve(key)).status).toBe(200);
    expect(await submitted()).toBe(4);
  });
});
