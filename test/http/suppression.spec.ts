/** Suppressing a value while the service runs: in jobs that were accepted before, and in resolves. */
import { eventually } from '../support/eventually.js';
import { ONE, smallRegister } from '../support/small-register.js';
import { suppressCompany } from '../support/worlds/suppress.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import { workerOf } from '../support/worlds/api-world-parts.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ companies: register.file }));
afterAll(() => register.remove());

it('withholds a company from a job that was accepted before, and from resolves', async () => {
  const key = await world.customer();
  const blocks = ['company_identity'] as const;
  const resolve = () =>
    world.call(`/v1/resolve?company_number=${ONE.number}&blocks=company_identity`, {}, key);
  expect((await resolve()).status).toBe(200);
  const rows = [{ company_number: ONE.number }, { company_number: '03000000' }];
  const accepted = await world.call('/v1/enrich/jobs', { method: 'POST', body: { rows, blocks } }, key);

  await suppressCompany(world, ONE.number);
  const { settings, stores, live: models } = world;
  const worker = workerOf('register', settings, stores, { models, replacements: {} });
  await worker.start();
  const job = String(accepted.body['job_id']);
  await world.ended(key, job);
  await worker.stop();

  const { body } = await world.call(`/v1/enrich/jobs/${job}/results`, {}, key);
  expect(body['results']).toMatchObject([
    { status: 'done', reason: 'not_matched', blocks: {} },
    { status: 'done', matched: { company_number: '03000000' } },
  ]);
  await eventually('the API knows of it', async () => (await resolve()).status === 404);
});
