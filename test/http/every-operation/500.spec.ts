/** A fault of ours, on every operation: a 500 that says nothing but an id. */
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { EVERY_OPERATION, ask } from '../../support/every-operation.js';
import { smallRegister } from '../../support/small-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { withoutWords } from '../../support/refusals/words.js';

const register = smallRegister();
/** Breaks when it is read for the `fault`th time from now: the first reading of a request is its arrival. */
let fault = Infinity;
const clock = {
  now: () => {
    if (--fault === 0) throw new TypeError('the clock has stopped: /secret/path');
    return systemClock.now();
  },
};

const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: register.file, clock }));
const key = forAllTests(() => world.customer());
let job: string;
beforeAll(async () => {
  job = await world.ranJob(key, [{ company_number: '01234567' }], ['company_identity']);
});
afterAll(() => register.remove());

describe.each(EVERY_OPERATION)('$id', (operation) => {
  it('answers 500 with an id and nothing else where we have a fault', async () => {
    fault = 2;
    const reply = await ask(world, operation, job, key);
    fault = Infinity;
    expect([reply.status, withoutWords(reply)]).toEqual([
      500,
      { detail: 'error', request_id: reply.headers.get('x-request-id') },
    ]);
  });

  it('is answered again afterwards', async () => {
    expect((await ask(world, operation, job, key)).status).toBe(operation.status);
  });
});
