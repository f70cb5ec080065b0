/** The counts of a job whose live blocks wait, over real HTTP. */
import { eventually } from '../support/eventually.js';
import { liveBlocks } from '../support/live-blocks.js';
import { ONE, smallRegister } from '../support/small-register.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const register = smallRegister();
const live = liveBlocks();
const world = forAllTests(() =>
  ApiWorld.start({ worker: 'register', companies: register.file, replacements: live.served }),
);
afterAll(() => register.remove());

it('follow the record: rows count from when they are billed, not from when their last block came', async () => {
  const key = await world.customer();
  const rows = [{ company_number: ONE.number }, { company_number: '09999999' }, {}];
  const body = { rows, blocks: ['company_identity', 'domain'] };
  const accepted = await world.call('/v1/enrich/jobs', { method: 'POST', body }, key);
  const job = String(accepted.body['job_id']);
  const shown = async () => (await world.call(`/v1/enrich/jobs/${job}`, {}, key)).body;

  const running = await eventually('counts of the rows that are recorded', async () => {
    const now = await shown();
    return (now['counts'] as { processed: number }).processed > 0 ? now : undefined;
  });
  const counts = { total: 3, processed: 3, succeeded: 1, not_found: 1, failed: 1, site_unreachable: 0 };
  expect(running).toMatchObject({ status: 'running', results_ready: false, counts });
  expect(running['retry_after_ms']).toEqual(expect.any(Number));
  const page = await world.call(`/v1/enrich/jobs/${job}/results`, {}, key);
  expect(page.body).toMatchObject({ results_ready: false, results: [{ status: 'pending' }, {}, {}] });
  const billed = await eventually('the unit of the first block', async () => {
    const { body: usage } = await world.call(`/v1/usage?job_id=${job}`, {}, key);
    return (usage['counts'] as { units: number }).units > 0 ? usage : undefined;
  });
  expect(billed['counts']).toMatchObject({ rows: 1, units: 1 });

  live.open();
  await world.ended(key, job);
  expect(await shown()).toMatchObject({ status: 'completed', results_ready: true, counts });
});
