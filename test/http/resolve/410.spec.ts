/** A key whose resolve answered a row that is kept no longer. */
import type { IssuedKey, Reply } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { ONE, smallRegister } from '../../support/small-register.js';
import { withoutWords } from '../../support/refusals/words.js';

const register = smallRegister();
afterAll(() => register.remove());

const ask = (world: ApiWorld, key: IssuedKey, query: string): Promise<Reply> =>
  world.call(`/v1/resolve?${query}`, { headers: { 'x-idempotency-key': query } }, key);

const shown = (reply: Reply) => ({
  status: reply.status,
  ...withoutWords(reply),
  request_id: undefined,
  billed: reply.headers.get('x-billed-units'),
  replayed: reply.headers.get('idempotent-replayed'),
});

describe('an equal request with the same key', () => {
  it('is 410 for a row that was never stored, whatever it had been answered', async () => {
    const world = await ApiWorld.start({ companies: register.file });
    try {
      const key = await world.customer();
      for (const [number, status] of [
        [ONE.number, 200],
        ['09999999', 404],
      ] as const) {
        const query = `company_number=${number}&blocks=company_identity&store=false`;
        expect((await ask(world, key, query)).status).toBe(status);
        expect(shown(await ask(world, key, query))).toEqual({
          status: 410,
          detail: 'not_stored',
          expires_at: null,
          billed: '0',
          replayed: 'true',
        });
      }
    } finally {
      await world.stop();
    }
  });

  it('is 410 for a row past its time', async () => {
    const days = '0.00000001';
    const world = await ApiWorld.start({
      companies: register.file,
      settings: { RESULT_RETENTION_DAYS: days },
    });
    try {
      const key = await world.customer();
      for (const number of [ONE.number, '09999999']) {
        const query = `company_number=${number}&blocks=company_identity`;
        await ask(world, key, query);
        expect(shown(await ask(world, key, query))).toEqual({
          status: 410,
          detail: 'rows_expired',
          expires_at: expect.stringMatching(/Z$/) as unknown,
          billed: '0',
          replayed: 'true',
        });
      }
    } finally {
      await world.stop();
    }
  });
});
