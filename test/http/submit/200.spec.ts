/** The same submission again, with the same idempotency key. */
import { FakeEnricher } from '../../support/fake-enricher.js';
import { ApiWorld, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher() }));
const key = forAllTests(() => world.customer());

describe('POST /v1/enrich/jobs', () => {
  it('answers with the job that there is, as it stands now, and records nothing', async () => {
    const body = { rows: [{ ref: 'a', company_number: '00000006' }], blocks: ['charges'] };
    const submit = (): Promise<Reply> =>
      world.call('/v1/enrich/jobs', { method: 'POST', headers: { 'x-idempotency-key': 'mine' }, body }, key);
    const accepted = await submit();
    const job = String(accepted.body['job_id']);
    expect([accepted.status, accepted.headers.get('idempotent-replayed')]).toEqual([202, null]);
    await world.ended(key, job);

    const before = await world.events();
    const again = await submit();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({
      job_id: job,
      status: 'completed',
      counts: { total: 1, processed: 1 },
    });
    expect(await world.events()).toEqual(before);
  });
});
