/** From the published file to the served row. */
import { join } from 'node:path';
import { EnrichmentWorld, served } from '../../../test/support/worlds/enrichment-world.js';
import { importRegister } from '../../sources/editions/import-register.js';
import { payGap } from '../../sources/pay-gap/pay-gap.source.js';

const FILE = join(
  __dirname,
  '../../../test/fixtures/register/records/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv',
);
const EMPLOYERS = ['03867954', '08878185', '01357507', 'SC272838', '08209948'];

let world: EnrichmentWorld;
beforeAll(async () => {
  world = new EnrichmentWorld();
  await world.loadRows(
    EMPLOYERS.map((CompanyNumber) => ({ CompanyNumber, CompanyName: `C ${CompanyNumber} LTD` })),
  );
  expect(
    await importRegister({ source: payGap, files: [FILE], dataDir: world.register.dataDir }),
  ).toMatchObject({
    outcome: 'imported',
    as_of: '2022-04-05',
    // One of ten is a public body without a number.
    rows: 9,
    rejected: 0,
  });
});
afterAll(() => {
  world.remove();
});

async function employeesOf(company_number: string): Promise<unknown> {
  const [row] = await world.enrich([{ company_number }], { blocks: ['employees'] });
  expect(world.faults).toEqual([]);
  return (served(row) as { blocks: { employees: unknown } }).blocks.employees;
}

it('says of 03867954 the band that it reported, as reported', async () => {
  expect(await employeesOf('03867954')).toMatchObject({
    status: 'available',
    derived: true,
    source: 'service_model',
    as_of: '2022-04-05',
    confidence: 0.85,
    value: {
      headcount: null,
      band: { min: 250, max: 499, label: '250-499' },
      basis: 'pay_gap_band',
      at: '2022-03-24',
      inputs: [{ field: 'EmployerSize', source: 'pay_gap_register', value: '250 to 499' }],
      model: null,
    },
  });
});

it.each([
  ['01357507', { min: 20_000, max: null, label: '20000+' }],
  ['SC272838', { min: 0, max: 249, label: '0-249' }],
])('knows the ends of the bands: %s', async (number, band) => {
  expect(await employeesOf(number)).toMatchObject({ value: { band } });
});

it.each([
  ['whose size was not provided', '08878185'],
  ['that is not in the file', '08209948'],
])('has no figure of an employer %s', async (_what, number) => {
  expect(await employeesOf(number)).toMatchObject({
    status: 'not_found',
    reason: 'no_employee_figures_on_file',
  });
});
