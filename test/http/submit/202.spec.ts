import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start());
const key = forAllTests(() => world.customer());

describe('POST /v1/enrich/jobs', () => {
  it('accepts a job: queued, with its rows counted, its links and where to go on', async () => {
    const body = { rows: [{ ref: 'a', company_number: '00000006' }, {}], blocks: ['charges'] };
    const accepted = await world.call('/v1/enrich/jobs', { method: 'POST', body }, key);
    const job = String(accepted.body['job_id']);
    const status_url = `${world.api.url}/v1/enrich/jobs/${job}`;
    expect([accepted.status, accepted.body]).toMatchObject([
      202,
      {
        status: 'queued',
        blocks: ['charges'],
        counts: { total: 2, processed: 0 },
        results_ready: false,
        expires_at: null,
      },
    ]);
    expect(accepted.headers.get('location')).toBe(status_url);
    expect((await world.call(`/v1/enrich/jobs/${job}`, {}, key)).body).toMatchObject({
      job_id: job,
      status: 'queued',
    });
  });

  it('accepts the same rows twice where no idempotency key is sent: two jobs', async () => {
    const body = { rows: [{ company_number: '00000006' }], blocks: ['charges'] };
    const submit = () => world.call('/v1/enrich/jobs', { method: 'POST', body }, key);
    const [first, second] = [await submit(), await submit()];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body['job_id']).not.toBe(first.body['job_id']);
  });
});
