import { ApiWorld, type Reply } from '../../support/worlds/api-world.js';
import { smallRegister } from '../../support/small-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ companies: register.file }));
afterAll(() => register.remove());

const AT_ONCE = 100;

describe('a hundred equal requests at once', () => {
  it('make one job; all the others get that same job', async () => {
    const key = await world.customer();
    const rows = Array.from({ length: 600 }, (_, index) => ({ ref: `r${index}` }));
    const call = {
      method: 'POST',
      body: { rows, blocks: ['charges'] },
      headers: { 'x-idempotency-key': 'k' },
    };
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, () => world.call('/v1/enrich/jobs', call, key)),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(AT_ONCE - 1).fill(200), 202]);
    expect(new Set(replies.map(({ body }) => body['job_id'])).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(
      AT_ONCE - 1,
    );
    const submitted = (await world.events()).filter(({ event }) => event.type === 'JobSubmitted');
    expect(submitted).toHaveLength(1);
  });

  it('of two kinds under one key make one job; the other kind is refused', async () => {
    const key = await world.customer();
    const submit = (ref: string) =>
      world.call(
        '/v1/enrich/jobs',
        {
          method: 'POST',
          body: { rows: [{ ref }], blocks: ['charges'] },
          headers: { 'x-idempotency-key': 'one of two' },
        },
        key,
      );
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => submit(index % 2 === 0 ? 'a' : 'b')),
    );
    const half = AT_ONCE / 2;
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(half - 1).fill(200),
      202,
      ...Array<number>(half).fill(409),
    ]);
  });

  it('resolve one company once, and bill it once', async () => {
    const key = await world.customer();
    const path = '/v1/resolve?company_number=01234567&blocks=company_identity';
    const call = { headers: { 'x-idempotency-key': 'r' } };
    // A store on a busy machine may take too long for an answer. The request is then sent again, as clients
    // do.
    let sentAgain = 0;
    const patiently = async (): Promise<Reply> => {
      const reply = await world.call(path, call, key);
      if (reply.status !== 503) return reply;
      sentAgain += 1;
      return patiently();
    };
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, patiently));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body['job_id'])).size).toBe(1);
    const billed = replies.map(({ headers }) => Number(headers.get('x-billed-units')));
    const billedUnits = billed.reduce((sum, units) => sum + units, 0);
    // The answer that was billed may be the one that came too late: then each that is sent again is a replay.
    expect(billedUnits === 1 || (billedUnits === 0 && sentAgain > 0)).toBe(true);
    expect((await world.call('/v1/usage', {}, key)).body['counts']).toEqual({ rows: 1, units: 1 });
  });
});
