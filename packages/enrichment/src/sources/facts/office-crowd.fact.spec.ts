import { csvFile, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { companies } from '../companies/companies.source.js';
import { officeCrowd } from './office-crowd.fact.js';

const at = (postcode: string, first: number, count: number): RowOverrides[] =>
  Array.from({ length: count }, (_, i) => ({
    CompanyNumber: String(first + i),
    CompanyName: `COMPANY ${first + i} LIMITED`,
    'RegAddress.PostCode': postcode,
  }));

it('tells how many companies are registered at the postcode of an office, from five on', async () => {
  const world = new RecordsWorld();
  const rows = [
    ...at('HG1 1ND', 10000000, 2),
    ...at('M40 8WN', 10000100, 7),
    ...at('m408wn', 10000200, 14),
    ...at('', 10000300, 1),
  ];
  await world.import(companies, [world.write('BasicCompanyData-2025-03-01.csv', csvFile(rows))]);
  const numbers = ['10000000', '10000100', '10000300'];
  const found = world.inForce(companies, (edition) => {
    const company = edition.byNumbers(numbers);
    return officeCrowd.join(numbers, { facts: { company }, editions: { companies: edition } });
  });
  world.remove();
  expect([...found]).toEqual([
    ['10000000', { companies: 4 }],
    ['10000100', { companies: 21 }],
  ]);
});
