/** Every operation while a store is out of reach. */
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { eventually } from '../../support/eventually.js';
import { EVERY_OPERATION, ask } from '../../support/every-operation.js';
import { smallRegister } from '../../support/small-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { withoutWords } from '../../support/refusals/words.js';

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: register.file }));
const key = forAllTests(() => world.customer());
let job: string;
beforeAll(async () => {
  job = await world.ranJob(key, [{ company_number: '01234567' }], ['company_identity']);
});
afterAll(() => register.remove());

describe('while the read models are out of reach', () => {
  it.each(EVERY_OPERATION)('$id answers 503 and when to come back, then as before', async (operation) => {
    const models = world.stores.readModels;
    const reads = ['get', 'getMany', 'range', 'checkpoint', 'checkpoints'] as const;
    for (const read of reads)
      jest.spyOn(models, read).mockRejectedValue(new StoreUnavailableError('out of reach'));
    try {
      const reply = await eventually('the refusal', async () => {
        const answer = await ask(world, operation, job, key);
        return answer.status === 503 ? answer : undefined;
      });
      expect(withoutWords(reply)).toEqual({
        detail: 'unavailable',
        request_id: reply.headers.get('x-request-id'),
      });
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    } finally {
      jest.restoreAllMocks();
    }
    const again = await eventually('the answer', async () => {
      const answer = await ask(world, operation, job, key);
      return answer.status === 503 ? undefined : answer;
    });
    expect(again.status).toBe(operation.status);
  });
});
