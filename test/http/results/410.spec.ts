/** Pages of rows whose time is up. */
import { ApiWorld } from '../../support/worlds/api-world.js';
import { afterThisTest } from '../../support/worlds/for-each-test.js';
import { ONE, smallRegister } from '../../support/small-register.js';

const register = smallRegister();
afterAll(() => register.remove());

it("are 410, and shown while the clock is off the store's", async () => {
  let aheadMs = 0;
  const world = await ApiWorld.start({
    companies: register.file,
    settings: { RESULT_RETENTION_DAYS: '0.00000001' },
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  afterThisTest(() => world.stop());
  const key = await world.customer();
  const { body } = await world.call(
    `/v1/resolve?company_number=${ONE.number}&blocks=company_identity`,
    {},
    key,
  );
  const statuses = async () => {
    const pages = ['results', 'errors'].map((page) =>
      world.call(`/v1/enrich/jobs/${String(body['job_id'])}/${page}`, {}, key),
    );
    return (await Promise.all(pages)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([410, 410]);
  aheadMs = 60_000;
  expect(await statuses()).toEqual([200, 200]);
});
