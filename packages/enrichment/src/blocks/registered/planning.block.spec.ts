/** From published registers to the served row. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { activeEdition, editionPath } from '../../sources/kit/editions/edition.js';
import { planning } from '../../sources/planning/planning.source.js';
import { postcodes } from '../../sources/postcodes/postcodes.source.js';
import { property } from '../../sources/property/property.source.js';
import type { Source } from '../../sources/define-source.js';

const ROCHDALE = join(
  __dirname,
  '../../../../../test/fixtures/register/records/brownfield-land_rochdale_sample.csv',
);

const company = (CompanyNumber: string, CompanyName: string, more: RowOverrides = {}): RowOverrides => ({
  CompanyNumber,
  CompanyName,
  'RegAddress.AddressLine1': '9 PRINCES SQUARE',
  'RegAddress.PostTown': 'HARROGATE',
  'RegAddress.PostCode': 'HG1 1ND',
  ...more,
});

const HEADER =
  'Reference,Authority,Proposal,Site Address,Status,Decision,Date Received,Decision Date,Applicant Name,URL';
const SHOP_FRONT =
  '24/1,Harrogate Borough Council,New shop front,"9 Princes Square, Harrogate, HG1 1ND",Decided,Granted,05/03/2024,01/05/2024,,https://example.gov.uk/1';
const BY_NAME =
  '24/2,Harrogate Borough Council,Extension,"1 Other Road, HG1 2AA",Pending,,06/03/2024,,Mr A Smith (Acme Ltd),';
const DIRECTORY = 'pcds,dointr,doterm,ctry,rgn,oslaua\n';
const HARROGATE = ['HG1 1ND', 'HG1 2AA']
  .map((pcds) => `${pcds},198001,,E92000001,E12000003,E07000165\n`)
  .join('');
const LEEDS = 'LS1 1AA,198001,,E92000001,E12000003,E08000035\n';

const world = forEachTest(() => new EnrichmentWorld());

async function load(source: Source, name: string, text: string, more: { part?: true } = {}): Promise<void> {
  const files = [world.register.write(name, text)];
  const imported = await importRegister({ source, files, dataDir: world.register.dataDir, ...more });
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
}
const loadApplications = (...rows: string[]) =>
  load(planning, 'applications-2024-06-01.csv', [HEADER, ...rows, ''].join('\n'));
const loadDirectory = () => load(postcodes, 'ONSPD_2024-05-01_UK.csv', DIRECTORY + HARROGATE + LEEDS);
async function planningOf(company_number: string, min_confidence = 0.5): Promise<unknown> {
  const [row] = await world.enrich([{ company_number }], { blocks: ['planning'], min_confidence });
  return (served(row) as { blocks: { planning: unknown } }).blocks.planning;
}

describe('an application that names the company', () => {
  beforeEach(async () => {
    await world.loadRows([
      company('00000001', 'ACME LIMITED'),
      company('00000002', 'TWIN LTD', { 'RegAddress.PostCode': 'LS1 1AA' }),
      company('00000003', 'TWIN LIMITED'),
      company('00000004', 'NEW NAME LTD', {
        'PreviousName_1.CompanyName': 'OLD NAME LTD',
        'PreviousName_1.CONDATE': '31/12/2023',
        'RegAddress.PostCode': 'LS1 1AA',
      }),
    ]);
    await loadDirectory();
  });

  it('is served with all that the register says, and the authorities that are loaded', async () => {
    await loadApplications(BY_NAME);
    expect(await planningOf('00000001')).toEqual({
      status: 'available',
      value: {
        applications: {
          items: [
            {
              reference: '24/2',
              authority: 'Harrogate Borough Council',
              description: 'Extension',
              type: null,
              status: 'Pending',
              decision: null,
              received_on: '2024-03-06',
              decided_on: null,
              site_address: '1 Other Road, HG1 2AA',
              postal_code: 'HG1 2AA',
              matched_on: 'applicant_name',
              url: null,
              confidence: 0.85,
            },
          ],
          total: 1,
          truncated: false,
        },
        by_status: { Pending: 1 },
        authorities_covered: ['Harrogate Borough Council'],
      },
      source: 'planning_register',
      as_of: '2024-06-01',
      flagged_for_review: false,
      detail: {
        registers: { 'Harrogate Borough Council': ['applications'] },
        freshness: expect.objectContaining({ checked_live: false }) as object,
      },
    });
  });

  it('is not served where another live company has the name, unless it stands beside an address of one', async () => {
    await loadApplications(BY_NAME.replace('Acme', 'Twin'), SHOP_FRONT.replace(',,https', ',Twin Ltd,https'));
    expect(await planningOf('00000002')).toMatchObject({ reason: 'no_planning_on_file' });
    expect(await planningOf('00000003')).toMatchObject({
      value: { applications: { total: 1, items: [{ reference: '24/1', confidence: 0.95 }] } },
    });
  });

  it('is served, flagged, from a part of the registers', async () => {
    const part = [HEADER, BY_NAME, ''].join('\n');
    await load(planning, 'applications-2024-06-01.csv', part, { part: true });
    expect(await planningOf('00000001')).toMatchObject({
      value: { applications: { total: 1 } },
      flagged_for_review: true,
      detail: { coverage: 'part' },
    });
  });

  it('counts by a former name only while the company bore it', async () => {
    await loadApplications(
      BY_NAME.replace('Acme', 'Old Name'),
      BY_NAME.replace('Acme', 'Old Name').replace('24/2', '23/1').replace('06/03/2024', '06/03/2023'),
    );
    expect(await planningOf('00000004')).toMatchObject({
      value: { applications: { total: 1, items: [{ reference: '23/1', confidence: 0.75 }] } },
    });
  });
});

describe('an application at an address of the company', () => {
  const TITLES =
    'Title Number,Tenure,Property Address,Postcode,Proprietor Name (1),Company Registration No. (1)\n' +
    'ZZ1,Freehold,"9 Princes Square, Harrogate (HG1 1ND)",HG1 1ND,LANDLORD LTD,00000002\n' +
    '"Row Count:","1"\n';

  it('is a weak match at its registered office, and flagged', async () => {
    await world.loadRows([company('00000001', 'ACME LIMITED')]);
    await loadApplications(SHOP_FRONT, SHOP_FRONT.replace('24/1', '24/3').replace('"9 ', '"11 '));
    expect(await planningOf('00000001')).toMatchObject({
      flagged_for_review: true,
      value: { applications: { total: 1, items: [{ matched_on: 'site_address', confidence: 0.6 }] } },
    });
  });

  it('is left out under the floor that the client sets, and counted', async () => {
    await world.loadRows([company('00000001', 'ACME LIMITED')]);
    await loadDirectory();
    await loadApplications(SHOP_FRONT, BY_NAME);
    expect(await planningOf('00000001')).toMatchObject({
      flagged_for_review: true,
      value: { applications: { items: [{}, {}] }, by_status: { Decided: 1, Pending: 1 } },
    });
    expect(await planningOf('00000001', 0.7)).toMatchObject({
      status: 'available',
      flagged_for_review: false,
      value: {
        applications: { items: [{ reference: '24/2', confidence: 0.85 }], total: 2, truncated: false },
        by_status: { Pending: 1 },
      },
      detail: { lists: { applications: { total: 2, returned: 1, truncated: false, below_confidence: 1 } } },
    });
    expect(await planningOf('00000001', 0.9)).toMatchObject({
      status: 'not_found',
      reason: 'not_confirmed',
      as_of: '2024-06-01',
      detail: { lists: { applications: { below_confidence: 2 } } },
    });
  });

  it.each<[string, RowOverrides[], string]>([
    [
      'where many companies are registered',
      Array.from({ length: 10 }, (_, at) => company(`1000000${at}`, `TENANT ${at} LTD`)),
      SHOP_FRONT,
    ],
    ['where another company applied', [], SHOP_FRONT.replace(',,https', ',Other Ltd,https')],
  ])('is not served at its registered office %s', async (_where, others, row) => {
    await world.loadRows([company('00000001', 'ACME LIMITED'), ...others]);
    await loadDirectory();
    await loadApplications(row);
    expect(await planningOf('00000001')).toMatchObject({ reason: 'no_planning_applications' });
  });

  it('is not served where the office is in the care of another', async () => {
    await world.loadRows([company('00000001', 'ACME LIMITED', { 'RegAddress.CareOf': 'AN AGENT' })]);
    await loadApplications(SHOP_FRONT);
    expect(await planningOf('00000001')).toMatchObject({ reason: 'no_planning_applications' });
  });

  it('is one for its property where it holds the title', async () => {
    await world.loadRows([company('00000002', 'LANDLORD LTD', { 'RegAddress.PostCode': 'LS1 1AA' })]);
    await load(property, 'CCOD_FULL_2024_06.csv', TITLES);
    await loadDirectory();
    await loadApplications(SHOP_FRONT.replace(',,https', ',Tenant Ltd,https'));
    expect(await planningOf('00000002')).toMatchObject({
      flagged_for_review: false,
      value: {
        applications: { items: [{ matched_on: 'property_title', confidence: 0.75 }] },
        by_status: { Decided: 1 },
        authorities_covered: ['Harrogate Borough Council'],
      },
    });
  });
});

describe('without an application', () => {
  const leeds = { 'RegAddress.PostTown': 'LEEDS', 'RegAddress.PostCode': 'LS1 1AA' };

  it('tells an authority that is loaded from one that is not, by the postcodes of both', async () => {
    await world.loadRows([
      company('00000001', 'ACME LIMITED', {
        'RegAddress.PostCode': 'HG1 2AA',
        'RegAddress.PostTown': 'BILTON',
      }),
      company('00000002', 'OTHER LIMITED', leeds),
    ]);
    await loadDirectory();
    await loadApplications(SHOP_FRONT);
    expect(await planningOf('00000001')).toMatchObject({
      status: 'not_found',
      reason: 'no_planning_applications',
      source: 'planning_register',
      as_of: '2024-06-01',
      detail: { registers: { 'Harrogate Borough Council': ['applications'] } },
    });
    expect(await planningOf('00000002')).toMatchObject({
      status: 'not_found',
      reason: 'no_planning_on_file',
      as_of: '2024-06-01',
    });
  });

  it('goes by the name of the town where a register has no postcodes', async () => {
    await world.loadRows([
      company('00000001', 'ACME LIMITED', { 'RegAddress.PostTown': 'ROCHDALE' }),
      company('00000002', 'OTHER LIMITED', leeds),
    ]);
    await importRegister({ source: planning, files: [ROCHDALE], dataDir: world.register.dataDir });
    expect(await planningOf('00000001')).toMatchObject({
      reason: 'no_planning_applications',
      as_of: '2017-11-29',
      detail: { registers: { Rochdale: ['brownfield_land'] } },
    });
    expect(await planningOf('00000002')).toMatchObject({ reason: 'no_planning_on_file' });
  });

  it('tells never loaded from unreadable', async () => {
    await world.loadRows([company('00000001', 'ACME LIMITED')]);
    expect(await planningOf('00000001')).toMatchObject({ reason: 'not_available_yet' });
    await loadApplications(SHOP_FRONT);
    const { dataDir } = world.register;
    writeFileSync(editionPath(dataDir, 'planning', activeEdition(dataDir, 'planning') ?? ''), 'damaged');
    expect(await planningOf('00000001')).toMatchObject({
      reason: 'planning_register_unavailable',
      retry_suggested: true,
    });
  });
});
