import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { authorityKey, companiesIn, POSTCODE } from './planning-record.js';
import { planning } from './planning.source.js';

const FIXTURES = join(__dirname, '../../../../../test/fixtures/register/records');
const ROCHDALE = join(FIXTURES, 'brownfield-land_rochdale_sample.csv');
const SUBMITTED = join(FIXTURES, 'planning-application_ex1001.json');

const world = forEachTest(() => new RecordsWorld());

const recordOf = (subject: string) =>
  world.inForce(planning, (edition) => edition.byNumbers([subject]).get(subject)?.items[0]?.data);
const held = () => world.inForce(planning, (edition) => JSON.stringify([...edition.held()]));
const load = (name: string, lines: readonly string[]) =>
  world.import(planning, [world.write(name, `${lines.join('\n')}\n`)]);

it('reads a brownfield land register from before the names of columns were laid down', async () => {
  expect(await world.import(planning, [ROCHDALE])).toMatchObject({
    outcome: 'imported',
    rows: 15,
    rejected: 0,
    as_of: '2017-11-29',
  });
  expect(recordOf('ROCHDALE SH 1693')).toEqual({
    register: 'brownfield_land',
    reference: 'SH 1693',
    authority: 'Rochdale',
    authority_code: null,
    description: 'Erection of 38 dwellings',
    type: 'Full Planning Permission',
    status: 'Permissioned',
    decision: null,
    received_on: null,
    decided_on: '2014-09-30',
    site_address: 'Alderman Kay School (School Site), Tintern Road, Middleton',
    postcode: null,
    applicants: [],
    url: null,
  });
});

it('reads a brownfield land register with the names of the standard', async () => {
  const imported = await load('brownfield-2019-12-31.csv', [
    'OrganisationURI,OrganisationLabel,SiteReference,SiteNameAddress,SiteplanURL,Hectares,PlanningStatus,PermissionType,PermissionDate,MinNetDwellings,LastUpdatedDate',
    'http://opendatacommunities.org/id/district-council/harrogate,Harrogate Borough Council,B1,"9 Princes Square, Harrogate HG1 1ND",https://example.gov.uk/b1,0.5,permissioned,full planning permission,2018-03-01,5,2019-01-01',
  ]);
  expect(imported).toMatchObject({ as_of: '2019-12-31', rows: 1, rejected: 0 });
  expect(recordOf('HARROGATE B1')).toMatchObject({
    authority: 'Harrogate Borough Council',
    decided_on: '2018-03-01',
    postcode: 'HG11ND',
    url: 'https://example.gov.uk/b1',
  });
});

it.each([
  [
    'the columns of the local government schema',
    'ExtractDate,OrganisationURI,OrganisationLabel,CaseReference,CaseURL,CaseDate,ServiceTypeLabel,CaseText,LocationText,Decision,DecisionDate,CaseStatus',
    '01/06/2024,http://statistics.data.gov.uk/id/statistical-geography/E07000165,Harrogate,24/1,https://example.gov.uk/1,05/03/2024,Full,New shop front,"9 Princes Square, Harrogate, HG1 1ND",Granted,01/05/2024,Decided',
  ],
  [
    'the columns of the national platform',
    'reference,entry-date,address-text,decision-date,description,documentation-url,organisation,planning-application-status,planning-application-type,planning-decision,start-date',
    '24/1,2024-06-01,"9 Princes Square, Harrogate, HG1 1ND",2024-05-01,New shop front,https://example.gov.uk/1,Harrogate,Decided,Full,Granted,2024-03-05',
  ],
  [
    'columns of its own',
    'Application Number,Local Authority,Proposal,Site Address,Site Postcode,Application Type,Status,Decision,Decision Date,Date Received,URL',
    '24/1,Harrogate,New shop front,"9 Princes Square, Harrogate, HG1 1ND",hg1 1nd,Full,Decided,Granted,01/05/2024 00:00,05/03/2024,https://example.gov.uk/1',
  ],
])('reads applications with %s', async (_how, header, row) => {
  expect(await load('applications.csv', [header, row])).toMatchObject({ rows: 1, rejected: 0 });
  expect(recordOf('HARROGATE 24/1')).toMatchObject({
    register: 'applications',
    reference: '24/1',
    authority: 'Harrogate',
    description: 'New shop front',
    type: 'Full',
    status: 'Decided',
    decision: 'Granted',
    received_on: '2024-03-05',
    decided_on: '2024-05-01',
    postcode: 'HG11ND',
    url: 'https://example.gov.uk/1',
  });
});

describe('an application as it was submitted', () => {
  const document = readFileSync(SUBMITTED, 'utf8');

  it('is read from its document, without the persons in it', async () => {
    expect(await world.import(planning, [SUBMITTED])).toMatchObject({ rows: 1, as_of: '2023-04-04' });
    expect(held()).toContain('"WC1N2ES"');
    expect(held()).not.toMatch(/Lime|Janet|Doe|Rae|example\.test|0207946/);
  });

  it.each([
    ['in a list', `[${document}]`],
    ['on a line of its own', `${JSON.stringify(JSON.parse(document))}\n`],
  ])('is read %s', async (_how, text) => {
    await world.import(planning, [world.write('applications.json', text)]);
    const found = world.inForce(planning, (edition) => edition.subjectsUnder(POSTCODE, ['WC1N2ES']));
    expect([...found.values()].flat()).toHaveLength(1);
  });

  it.each([
    ['cut off', document.slice(0, 6_000)],
    ['nested without end', `{"submission-details": ${'['.repeat(2_000_000)}`],
    ['without a reference', document.replace('"submission-reference"', '"other"')],
    ['of another form', '{"grants": []}'],
    ['a table of another kind', 'a,b\n1,2\n'],
  ])('imports nothing where it is %s, and says why in one line', async (_how, text) => {
    await world.import(planning, [ROCHDALE]);
    const refused = await world.import(planning, [world.write('applications.json', text)]);
    expect(refused).toMatchObject({
      outcome: 'refused',
      detail: expect.stringMatching(/^[^\n]+$/) as string,
    });
    expect(recordOf('ROCHDALE SH 1693')).toBeDefined();
  });
});

it.each([
  ['a number in text', { 'organisation-entity': '192' }, 'organisation-entity 192'],
  ['a number', { 'organisation-entity': 192 }, 'organisation-entity 192'],
  ['beside its name', { 'organisation-entity': '192', organisation: 'Camden' }, 'Camden'],
])('names the authority as the national platform does: %s', async (_what, told, authority) => {
  const entity = { dataset: 'planning-application', reference: 'P1', 'entry-date': '2024-06-01', ...told };
  const other = { ...entity, reference: 'P2', 'organisation-entity': '193', organisation: '' };
  const entities = JSON.stringify({ entities: [entity, other], links: {}, count: 2 });
  const imported = await world.import(planning, [world.write('entity.json', entities)]);
  expect(imported).toMatchObject({ outcome: 'imported', rows: 2, rejected: 0 });
  expect(held()).toContain(`\\"authority\\":\\"${authority}\\"`);
  expect(held()).toContain('organisation-entity 193');
});

it('reads entities of the national platform', async () => {
  const entity = {
    dataset: 'planning-application',
    reference: 'P1',
    organisation: 'Camden',
    description: 'x',
    'address-text': '4 John Street, WC1N 2ES',
    'entry-date': '2024-05-05',
  };
  const place = { type: 'Feature', properties: { ...entity, reference: 'P2' }, geometry: null };
  for (const [list, item] of Object.entries({ entities: entity, features: place })) {
    const file = world.write(`${list}.json`, JSON.stringify({ [list]: [item] }, null, 1));
    expect(await world.import(planning, [file])).toMatchObject({ rows: 1, rejected: 0 });
  }
  expect(recordOf('CAMDEN P2')).toMatchObject({ postcode: 'WC1N2ES' });
});

it('rejects rows without a reference or an authority, with their line', async () => {
  const file = world.write(
    'applications-2024-01-01.csv',
    'reference,description,decision,council\n1,x,,Leeds\n,x,,Leeds\n3,x,,\n',
  );
  expect(await world.import(planning, [file], { maxRejectedPercent: 70 })).toMatchObject({
    rows: 1,
    rejects: [
      { line: 3, reason: 'the row has no reference' },
      { line: 4, reason: 'the row names no planning authority' },
    ],
  });
});

it('takes the newer of two files of a register', async () => {
  const row = (status: string) => [
    'reference,description,status,council',
    `1,x,${status},Leeds City Council`,
  ];
  await load('a-2024-01-01.csv', row('Pending'));
  const newer = world.write('a-2024-02-01.csv', row('Decided').join('\n'));
  expect(await world.import(planning, [newer], { update: true })).toMatchObject({
    rows: 1,
    as_of: '2024-02-01',
  });
  expect(recordOf('LEEDS 1')?.status).toBe('Decided');
});

it.each([
  ['Acme Ltd', ['Acme Ltd']],
  ['Mr A Smith, Acme Limited', ['Acme Limited']],
  ['Mrs J Jones (Jones & Co LLP)', ['Jones & Co LLP']],
  ['Mr A Smith', []],
  ['Limited', []],
])('of the applicant %s only companies are kept', (filed, companies) => {
  expect(companiesIn(filed)).toEqual(companies);
});

it.each([
  ['Rochdale MBC', 'ROCHDALE'],
  ['London Borough of Camden', 'CAMDEN'],
  ['City of York Council', 'YORK'],
  ['Harrogate Borough Council', 'HARROGATE'],
  ['City Council', 'CITYCOUNCIL'],
])('compares the authority %s as %s', (name, key) => {
  expect(authorityKey(name)).toBe(key);
});
