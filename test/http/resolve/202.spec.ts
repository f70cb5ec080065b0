import { ApiWorld } from '../../support/worlds/api-world.js';
import { ONE, smallRegister } from '../../support/small-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: register.file }));
const key = forAllTests(() => world.customer());
afterAll(() => register.remove());

describe('GET /v1/resolve?wait=false', () => {
  it('answers with a queued job, its links and where to go on', async () => {
    const asked = `/v1/resolve?company_number=${ONE.number}&blocks=company_identity&wait=false&ref=later`;
    const headers = { 'x-idempotency-key': 'later' };
    const accepted = await world.call(asked, { headers }, key);
    const job = String(accepted.body['job_id']);
    expect(accepted.status).toBe(202);
    expect(accepted.body).toMatchObject({
      status: 'queued',
      counts: { total: 1, processed: 0 },
      results_ready: false,
      expires_at: null,
      results_url: `${world.api.url}/v1/enrich/jobs/${job}/results`,
      status_url: `${world.api.url}/v1/enrich/jobs/${job}`,
    });
    expect(accepted.headers.get('location')).toBe(`${world.api.url}/v1/enrich/jobs/${job}`);
    expect(accepted.headers.get('x-billed-units')).toBe('0');

    await world.ended(key, job);
    const results = await world.call(`/v1/enrich/jobs/${job}/results`, {}, key);
    expect(results.body['results']).toMatchObject([{ ref: 'later', status: 'done' }]);
    const again = await world.call(asked, { headers }, key);
    expect([again.status, again.body['job_id'], again.body['status']]).toEqual([200, job, 'completed']);
    expect(again.body['results_url']).toBe(accepted.body['results_url']);
  });
});
