/** Owners of land, grants, planning registers, pay gap reports and officers: whole files, parts of them, damaged ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reason, type Area } from '../cell.js';
import type { Loaded } from '../codes-world.js';
import { answers, companiesFile, controlSnapshot, csvTable, DAY, nobodyControls } from '../published.js';

const OFFICERS = 'prod195_DDDDSNAP_sample.dat';
const FIXTURES = join(__dirname, '..', '..', '..', '..', 'fixtures', 'register', 'records');

const [NOTHING, LISTED, SITED, TAXED, MILL, ELSEWHERE] = [
  '30000001',
  '30000002',
  '30000003',
  '30000004',
  '30000005',
  'RC000900',
];

export const WITH_PLANS = SITED;

const COMPANIES = companiesFile([
  { CompanyNumber: NOTHING, CompanyName: 'NOTHING OF IT LIMITED', 'Mortgages.NumMortCharges': '0' },
  { CompanyNumber: LISTED, CompanyName: 'LISTED LIMITED', 'Mortgages.NumMortCharges': '2' },
  {
    CompanyNumber: SITED,
    CompanyName: 'SITED LIMITED',
    'RegAddress.AddressLine1': '9 PRINCES SQUARE',
    'RegAddress.PostTown': 'HARROGATE',
    'RegAddress.PostCode': 'HG1 1ND',
  },
  {
    CompanyNumber: TAXED,
    CompanyName: 'TAXED LIMITED',
    'RegAddress.AddressLine1': '1 OTHER ROAD',
    'RegAddress.PostTown': 'HARROGATE',
    'RegAddress.PostCode': 'HG2 2AA',
  },
  {
    CompanyNumber: MILL,
    CompanyName: 'MILL LIMITED',
    'RegAddress.AddressLine1': '7 MILL YARD',
    'RegAddress.PostTown': 'HARROGATE',
    'RegAddress.PostCode': 'HG3 3AA',
  },
  { CompanyNumber: ELSEWHERE, CompanyName: 'CHARTERED SOCIETY' },
]);

const proprietor = (place: number, name = '', number = ''): Record<string, string> => ({
  [`Proprietor Name (${place})`]: name,
  [`Company Registration No. (${place})`]: number,
});
const TITLES: Loaded = {
  source: 'property',
  files: {
    'CCOD_FULL_2024_06.csv': `${csvTable([
      {
        'Title Number': 'ZZ100',
        Tenure: 'Freehold',
        'Property Address': '1 High Street, Leeds',
        Postcode: 'LS1 1AA',
        ...proprietor(1, 'ANOTHER NAME LIMITED', LISTED),
        ...proprietor(2),
        ...proprietor(3),
        ...proprietor(4),
      },
    ])}"Row Count:","1"\n`,
  },
};
const GRANTS: Loaded = {
  source: 'grants',
  files: {
    [`grants-${DAY}.json`]: JSON.stringify({
      grants: [
        {
          id: '360G-1',
          title: 'A new roof',
          currency: 'GBP',
          amountAwarded: 5_000,
          awardDate: '2024-05-01',
          recipientOrganization: [{ id: `GB-COH-${LISTED}`, name: 'Listed Limited', companyNumber: LISTED }],
          fundingOrganization: [{ id: 'GB-CHC-1', name: 'A Funder' }],
        },
      ],
    }),
  },
};
const PAY_GAP: Loaded = {
  source: 'pay_gap',
  asOf: '2024-04-05',
  files: {
    'UK_Gender_Pay_Gap_Data_2023_to_2024.csv': csvTable([
      {
        EmployerName: 'Listed Limited',
        EmployerId: '1',
        CompanyNumber: LISTED,
        EmployerSize: '500 to 999',
        DueDate: '2024/04/05 00:00:00',
        DateSubmitted: '2024/03/06 09:00:00',
      },
    ]),
  },
};
const PLANNING: Loaded = {
  source: 'planning',
  files: {
    [`brownfield-${DAY}.csv`]: csvTable(
      ['9 Princes Square, Harrogate HG1 1ND', '7 Mill Yard, Harrogate HG3 3AA'].map((address, at) => ({
        OrganisationURI: 'http://opendatacommunities.org/id/district-council/harrogate',
        OrganisationLabel: 'Harrogate',
        SiteReference: `B${at}`,
        SiteNameAddress: address,
        SiteplanURL: `https://example.gov.uk/b${at}`,
        Hectares: '0.5',
        PlanningStatus: 'permissioned',
        PermissionType: 'full planning permission',
        PermissionDate: '2023-03-01',
        MinNetDwellings: '5',
        LastUpdatedDate: '2024-01-01',
      })),
    ),
  },
};
const OFFICERS_FILE: Loaded = {
  source: 'officers',
  files: { [OFFICERS]: readFileSync(join(FIXTURES, OFFICERS)) },
};
export const EVERY_LIST: readonly Loaded[] = [TITLES, GRANTS, PAY_GAP, PLANNING, OFFICERS_FILE];
const inPart = (loaded: Loaded): Loaded => ({ ...loaded, part: true });
const sure = (company_number: string, min_confidence: number) => ({
  row: { company_number },
  options: { min_confidence },
});

export const wholeLists: Area = {
  name: 'whole files',
  data: 'whole files of titles, grants, pay gap reports, a planning register and officers',
  world: () => ({ loaded: [COMPANIES, ...EVERY_LIST] }),
  others: [MILL],
  cells: [
    ...reason('property', 'no_property_titles_on_file', 'no title bears its number', NOTHING),
    ...reason(
      'property',
      'not_confirmed',
      'the titles bear its number under another name',
      sure(LISTED, 0.9),
    ),
    ...reason('funding', 'no_funding_on_record', 'no grant went to it', NOTHING),
    ...reason('funding', 'not_confirmed', 'the client wants to be surer of its grant', sure(LISTED, 0.99)),
    ...reason('signals', 'no_signals_on_record', 'no feed tells of it in the window', NOTHING),
    ...reason('signals', 'not_confirmed', 'the client wants to be surer of its grant', sure(LISTED, 0.99)),
    ...reason('employees', 'no_employee_figures_on_file', 'it reported no pay gap', NOTHING),
    ...reason('employees', 'not_confirmed', 'its pay gap band is less sure than asked', sure(LISTED, 0.9)),
    ...reason('planning', 'no_planning_on_file', 'no authority of its addresses is loaded', NOTHING),
    ...reason(
      'planning',
      'no_planning_applications',
      'its authority is loaded and names no site of it',
      TAXED,
    ),
    ...reason('planning', 'not_confirmed', 'only its address ties the site to it', sure(SITED, 0.9)),
    ...reason('officers', 'no_officers_on_file', 'the snapshot names nobody of it', NOTHING),
    ...reason('charges', 'none_on_register', 'the register file counts none', NOTHING),
    ...reason('registry_events', 'no_events_in_window', 'nothing happened since its incorporation', NOTHING),
  ],
};

export const partsOfLists: Area = {
  name: 'parts',
  data: 'parts of files of titles, grants, pay gap reports, a planning register, officers; some lists of charges',
  world: () => ({
    loaded: [
      COMPANIES,
      ...EVERY_LIST.map(inPart),
      answers('charges', 'charges', { [LISTED.replace('2', '9')]: [] }),
    ],
  }),
  cells: [
    ...reason(
      ['property', 'funding', 'signals', 'employees', 'planning', 'officers'],
      'not_looked_up',
      'the part does not name the company',
      NOTHING,
    ),
    ...reason(
      'charges',
      'no_charges_data_on_file',
      'the register file counts some, none are held and no register is asked here',
      LISTED,
    ),
  ],
};

export const controlAlone: Area = {
  name: 'a feed of the register',
  data: 'a snapshot of persons with significant control and no other feed',
  world: () => ({ loaded: [COMPANIES, controlSnapshot([nobodyControls(LISTED)])] }),
  cells: reason('signals', 'no_signals_on_file', 'the register keeps no history of its kind', ELSEWHERE),
};

export const damagedLists: Area = {
  name: 'files that are damaged',
  data: 'files of grants, a planning register and officers that were cut short on disk',
  world: () => ({
    loaded: [COMPANIES, GRANTS, PLANNING, OFFICERS_FILE],
    damaged: ['grants', 'planning', 'officers'],
  }),
  cells: [
    ...reason('signals', 'signals_unavailable', 'a feed cannot be read', NOTHING),
    ...reason('planning', 'planning_register_unavailable', 'the planning register cannot be read', NOTHING),
    ...reason('registry_events', 'events_unavailable', 'a history that is held cannot be read', NOTHING),
  ],
};
