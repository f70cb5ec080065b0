/** From published notices to what is on file for a company. */
import { join } from 'node:path';
import { csvFile } from '../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forAllTests } from '../../../../../test/support/worlds/for-each-test.js';
import type { CompanyRecord } from '../companies/company-record.js';
import { companies } from '../companies/companies.source.js';
import { contracts as source } from '../contracts/contracts.source.js';
import { contracts, type Contracts } from './contracts.fact.js';

const RELEASES = join(
  __dirname,
  '../../../../../test/fixtures/register/records/contracts-finder-2025-03-11_sample.jsonl',
);
/** A buyer typed 00158718 for a company that has another number; whose it is here is made up. */
const REGISTER = {
  OC303525: 'PRICEWATERHOUSECOOPERS LLP',
  '04236992': 'SKYLINE TAXI AND PRIVATE HIRE LIMITED',
  '00158718': 'ANOTHER COMPANY LIMITED',
  '00454323': 'SIR JACOB BEHRENS & SONS LIMITED',
  '08209948': '! LTD',
};

const world = forAllTests(() => new RecordsWorld());
let found: ReadonlyMap<string, Contracts>;
beforeAll(async () => {
  const rows = Object.entries(REGISTER).map(([CompanyNumber, CompanyName]) => ({
    CompanyNumber,
    CompanyName,
  }));
  await world.import(companies, [world.write('BasicCompanyData-2025-03-01.csv', csvFile(rows))]);
  await world.import(source, [RELEASES]);
  const company = world.inForce(
    companies,
    (edition): Map<string, CompanyRecord> => new Map(edition.byNumbers(Object.keys(REGISTER))),
  );
  found = world.inForce(source, (edition) =>
    contracts.join([...company.keys()], { facts: { company }, editions: { contracts: edition } }),
  );
});

it('gives the awards of a company whose name a buyer typed in its own way', () => {
  expect(found.get('OC303525')).toEqual({
    awards: [
      {
        notice: 'ocds-b5fd17-09a309a3-8541-48b9-91c4-411c52e5bd34',
        award: 'ocds-b5fd17-09a309a3-8541-48b9-91c4-411c52e5bd34-1',
        awarded_on: '2025-02-04',
        title: 'Business Case for LGR',
        buyer: 'Southampton City Council',
        amount: 109320,
        currency: 'GBP',
        supplier_count: 1,
        url: expect.stringContaining('https://www.contractsfinder.service.gov.uk/Notice/') as string,
        confidence: 0.98,
      },
    ],
    told_on: '2025-03-11',
    unconfirmed: 0,
    trading_name: null,
  });
  expect(found.get('04236992')?.awards).toMatchObject([{ amount: null, currency: null, confidence: 0.98 }]);
  expect(found.get('00454323')?.awards).toMatchObject([{ amount: 41405.96, confidence: 0.85 }]);
});

it('does not use an award under a number that bears another name in the register', () => {
  expect(found.get('00158718')).toMatchObject({ awards: [], unconfirmed: 1, trading_name: null });
});

it('tells the name under which a company trades, where a buyer typed it beside its own', () => {
  expect(found.get('00454323')?.trading_name).toEqual({
    name: 'Behrens Group',
    told_on: expect.stringMatching(/^2025-/) as string,
  });
});

it('has nothing for a company that no notice names', () => {
  expect(found.has('08209948')).toBe(false);
});
