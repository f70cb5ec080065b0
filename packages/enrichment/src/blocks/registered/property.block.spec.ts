/**
 * From the published files to the served row. The rows are made up: the licence forbids to publish real ones.
 */
import { join } from 'node:path';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { property } from '../../sources/property/property.source.js';

const FIXTURES = join(__dirname, '../../../../../test/fixtures/register/records');
const CCOD = join(FIXTURES, 'CCOD_FULL_2025_09_SYNTHETIC.csv');
const OCOD = join(FIXTURES, 'OCOD_FULL_2025_09_SYNTHETIC.csv');

const world = forEachTest(() => new EnrichmentWorld());
beforeEach(async () => {
  const companies = {
    '00227590': 'FINANCIAL TIMES LIMITED(THE)',
    '03867954': 'POWERLEAGUE FIVES LIMITED',
    OE029880: 'SYNTHETIC HOLDINGS S.A.R.L.',
    '08209948': '! LTD',
  };
  await world.loadRows(
    Object.entries(companies).map(([CompanyNumber, CompanyName]) => ({ CompanyNumber, CompanyName })),
  );
});

const load = (files: readonly string[], more: object = {}) =>
  importRegister({ source: property, files, dataDir: world.register.dataDir, ...more });
async function propertyOf(company_number: string): Promise<unknown> {
  const [row] = await world.enrich([{ company_number }], { blocks: ['property'] });
  expect(world.faults).toEqual([]);
  return (served(row) as { blocks: { property: unknown } }).blocks.property;
}

it('counts each title once, whichever of four proprietors the company is, with or without its zeros', async () => {
  expect(await load([CCOD, OCOD])).toMatchObject({ outcome: 'imported', as_of: '2025-09-01', rejected: 0 });
  expect(await propertyOf('00227590')).toMatchObject({
    status: 'available',
    source: 'land_registry',
    as_of: '2025-09-01',
    confidence: 0.98,
    flagged_for_review: false,
    value: {
      title_count: 3,
      tenure: ['Freehold', 'Leasehold'],
      postcodes: ['BA1 9ZZ', 'EC4M 9ZZ'],
      addresses: [
        '1 Synthetic Street, London (EC4M 9ZZ)',
        '5 Synthetic Row, Bath (BA1 9ZZ)',
        'Pitches lying to the north of Synthetic Road, Leeds and 2 other properties',
      ],
    },
    detail: { joint_titles: 2, name_differs: 0 },
  });
});

it('joins no title by name: one without a number stays out, and a foreign number is not ours', async () => {
  await load([CCOD, OCOD]);
  // ZZ000004 names it without a number.
  expect(await propertyOf('03867954')).not.toHaveProperty('value.addresses', [
    expect.stringContaining('Synthetic Lane, Bolton') as string,
  ]);
  expect(await propertyOf('OE029880')).toMatchObject({ value: { title_count: 1 } });
  expect(await propertyOf('08209948')).toMatchObject({
    status: 'not_found',
    reason: 'no_property_titles_on_file',
    as_of: '2025-09-01',
  });
});

it('flags titles that bear another name under this number', async () => {
  await load([CCOD]);
  const renamed = new EnrichmentWorld();
  await renamed.loadRows([{ CompanyNumber: '00227590', CompanyName: 'ANOTHER LIMITED' }]);
  await importRegister({ source: property, files: [CCOD], dataDir: renamed.register.dataDir });
  const [row] = await renamed.enrich([{ company_number: '00227590' }], { blocks: ['property'] });
  expect(served(row)).toMatchObject({
    blocks: { property: { confidence: 0.8, flagged_for_review: true, detail: { name_differs: 3 } } },
  });
  renamed.remove();
});

it('takes a file of changes: a title goes from one owner to the other', async () => {
  await load([CCOD]);
  const header =
    'Title Number,Tenure,Property Address,Postcode,Proprietor Name (1),Company Registration No. (1),Change Indicator';
  const rows = [
    'ZZ000001,Freehold,1 Synthetic Street,EC4M 9ZZ,! LTD,8209948,A',
    'ZZ000001,Freehold,1 Synthetic Street,EC4M 9ZZ,FINANCIAL TIMES LIMITED(THE),00227590,D',
  ];
  const changes = world.register.write(
    'CCOD_COU_2025_10.csv',
    [header, ...rows, '"Row Count:","2",,,,,'].join('\n'),
  );
  expect(await load([changes], { update: true })).toMatchObject({ outcome: 'imported', as_of: '2025-10-01' });
  // It only lost one, which is news of that day too.
  expect(await propertyOf('00227590')).toMatchObject({ as_of: '2025-10-01', value: { title_count: 2 } });
  expect(await propertyOf('08209948')).toMatchObject({ value: { title_count: 1 } });
});

it('says of nobody that he owns nothing where a file of changes alone was imported', async () => {
  const header =
    'Title Number,Tenure,Property Address,Postcode,Proprietor Name (1),Company Registration No. (1),Change Indicator';
  const added = 'ZZ000001,Freehold,1 Synthetic Street,EC4M 9ZZ,! LTD,8209948,A';
  const changes = world.register.write('CCOD_COU_2025_10.csv', `${header}\n${added}\n"Row Count:","1"\n`);
  expect(await load([changes])).toMatchObject({ outcome: 'imported' });
  expect(await propertyOf('08209948')).toMatchObject({
    value: { title_count: 1 },
    flagged_for_review: true,
    detail: { coverage: 'part' },
  });
  expect(await propertyOf('00227590')).toMatchObject({ reason: 'not_looked_up' });
});

it.each([
  ['CE000123', {}],
  ['CS000123', {}],
  ['09999999', { CompanyCategory: 'Charitable Incorporated Organisation' }],
])('looks up no title of the charity %s, which the publisher leaves out', async (CompanyNumber, more) => {
  await world.loadRows([{ CompanyNumber, CompanyName: 'GOOD WORKS', ...more }]);
  await load([CCOD]);
  expect(await propertyOf(CompanyNumber)).toMatchObject({
    ...{ status: 'not_found', reason: 'not_looked_up', as_of: '2025-09-01' },
    detail: { coverage: 'the publisher leaves charities out' },
  });
});

it.each([
  ['01234567', { CompanyCategory: 'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)' }],
  ['IP001234', { CompanyCategory: 'Industrial and Provident Society' }],
])('finds no title of %s, which is no charity by its number and form', async (CompanyNumber, more) => {
  await world.loadRows([{ CompanyNumber, CompanyName: 'GOOD WORKS LIMITED', ...more }]);
  await load([CCOD]);
  expect(await propertyOf(CompanyNumber)).toMatchObject({ reason: 'no_property_titles_on_file' });
});
