/** Numbers of a wider form than the known ones: an edition in force must hold them. */
import { csvFile } from '../../support/basic-company-data.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const HELD = ['SL00911A', 'IP000CUS', 'FE000123', 'EN000001', 'SC00325R'];
const folder = new TemporaryFolder();
const file = folder.write(
  'BasicCompanyData-2026-11-01.csv',
  csvFile(HELD.map((CompanyNumber) => ({ CompanyNumber }))),
);
const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: file }));
afterAll(() => folder.remove());

it('resolves those that an edition holds, and refuses the others, with wait=false too', async () => {
  const key = await world.customer();
  const resolve = async (number: string, more = ''): Promise<unknown> => {
    const query = `company_number=${number}&blocks=company_identity${more}`;
    const { status, body } = await world.call(`/v1/resolve?${query}`, {}, key);
    const { company_number = null } = (body['matched'] ?? {}) as { company_number?: string };
    return [status, status === 200 ? company_number : (body['detail'] ?? null)];
  };
  for (const number of HELD) expect(await resolve(number.toLowerCase())).toEqual([200, number]);
  expect(await resolve('SL00911A', '&wait=false')).toEqual([202, null]);
  for (const number of ['SL00912A', 'XX123456', 'SL00A911'])
    expect(await resolve(number)).toEqual([400, 'invalid_company_number']);
  expect(await resolve('SL00912A', '&wait=false')).toEqual([400, 'invalid_company_number']);
  expect(await resolve('SC999999')).toEqual([404, 'not_matched']);
});
