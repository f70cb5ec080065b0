/** Resolves that deliver no company, over the small register. */
import { smallRegister } from '../../support/small-register.js';
import { ApiWorld, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { withoutWords } from '../../support/refusals/words.js';

/** What a failed resolve answers, but for the id of the request. */
export const failing = (reply: Reply) => ({
  status: reply.status,
  ...withoutWords(reply),
  request_id: undefined,
  billed: reply.headers.get('x-billed-units'),
});

/** A service with one customer, for the tests of a file. */
export function failedResolves() {
  const register = smallRegister();
  const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: register.file }));
  const key = forAllTests(() => world.customer());
  afterAll(() => register.remove());

  const resolve = (query: string, idempotencyKey?: string): Promise<Reply> =>
    world.call(
      `/v1/resolve?blocks=company_identity&${query}`,
      { headers: idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey } },
      key,
    );

  /** The same request with the same key has the same answer again. */
  async function expectSameAgain(query: string): Promise<void> {
    const first = await resolve(query, query);
    const again = await resolve(query, query);
    expect(failing(again)).toEqual(failing(first));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  }

  return { world, key, resolve, expectSameAgain };
}
