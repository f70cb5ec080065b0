/** From the published file to the served row. */
import { join } from 'node:path';
import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { madePage, readMade, type MadeRow } from '../../../../../test/rooms/filed-accounts/made-accounts.js';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { forAllTests } from '../../../../../test/support/worlds/for-each-test.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import type { PayGapRecord } from '../../sources/pay-gap/pay-gap-record.js';
import { payGap } from '../../sources/pay-gap/pay-gap.source.js';
import employees from './employees.block.js';

const FILE = join(
  __dirname,
  '../../../../../samples/published/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv',
);
const EMPLOYERS = ['03867954', '08878185', '01357507', 'SC272838', '08209948'];

const world = forAllTests(() => new EnrichmentWorld());
beforeAll(async () => {
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
    as_of: '2021-04-05',
    confidence: 0.85,
    value: {
      headcount: null,
      band: { min: 250, max: 499, label: '250-499' },
      basis: 'pay_gap_band',
      at: '2021-04-05',
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

describe('with accounts on file', () => {
  const MAZARS = readSample('Prod223_2911_05380971_20200831.html');
  const report = (size: string) => ({
    whole: {},
    items: [
      {
        list: 'reports',
        key: '2021',
        version: '2021-04-05',
        data: { employer_size: size, due_on: '2021-04-05', submitted_on: null } as PayGapRecord,
      },
    ],
  });
  const answered = (heldTo: string, size: string | null) =>
    runBlock(employees, record(), '2021-06-01', {
      accounts: aFact(heldRecords(MAZARS), heldTo, true),
      pay_gap: aFact(size === null ? null : report(size), '2021-04-05'),
    });

  it('serves the headcount that was filed, in its band, with what it rests on', () => {
    expect(answered('2022-08-31', '1000 to 4999')).toMatchObject({
      status: 'available',
      as_of: '2020-08-31',
      confidence: 0.95,
      flagged_for_review: false,
      value: {
        headcount: 1920,
        band: { min: 1_000, max: 4_999, label: '1000-4999' },
        basis: 'filed',
        at: '2020-08-31',
        scope: 'company',
        inputs: [{ block: 'employees_filed', field: 'headcount', as_of: '2020-08-31', value: 1920 }],
        model: null,
      },
    });
  });

  it('says that the sources disagree, more than two bands apart, and serves the better one', () => {
    expect(answered('2021-01-01', 'Less than 250')).toMatchObject({
      flagged_for_review: true,
      detail: { advisories: ['sources_disagree'] },
      value: { headcount: 1920, inputs: [{ value: 1920 }, { value: 'Less than 250' }] },
    });
    expect(answered('2021-01-01', '250 to 499')).not.toHaveProperty('detail.advisories');
  });

  it('takes the band of the pay gap where the accounts are older than 24 months, else nothing', () => {
    expect(answered('2022-09-01', '500 to 999')).toMatchObject({
      value: { headcount: null, basis: 'pay_gap_band' },
    });
    expect(answered('2022-09-01', null)).toMatchObject({
      status: 'not_found',
      reason: 'no_employee_estimate_on_file',
    });
  });
});

it('is flagged where what was filed is a sentence of the page, and not where it is a fact', () => {
  const rows: MadeRow[] = [['Net assets', 'NetAssetsLiabilities day 5,125']];
  const answered = (page: string) =>
    runBlock(employees, record(), '2026-03-01', {
      accounts: aFact(heldRecords(readMade(page)), '2026-01-31'),
    });
  const sentence = '<p>The average number of employees was 49 (2024: 32).</p>';
  const fact: MadeRow = ['Employees', 'AverageNumberEmployeesDuringPeriod year 49'];
  const value = { headcount: 49, basis: 'filed' };
  expect(answered(madePage(rows, { after: sentence }))).toMatchObject({ value, flagged_for_review: true });
  expect(answered(madePage([...rows, fact]))).toMatchObject({ value, flagged_for_review: false });
});
