/**
 * Numbers of a wider form than the known ones (`SL00911A`), which the register's file holds: every published
 * source that names a company by one is told of it.
 */
import { CodesWorld, type Envelope, type Loaded } from '../blocks/codes/codes-world.js';
import { madeAccounts, publishedAs } from '../blocks/codes/made-accounts.js';
import { companiesFile, csvTable, DAY } from '../blocks/codes/published.js';
import { EnrichmentWorld } from '../../support/worlds/enrichment-world.js';
import { importRegister } from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { sourceNamed } from '../../../packages/enrichment/src/sources/index.js';

const HELD = ['SL00911A', 'IP000CUS', 'FE000123', 'EN000001', 'SC00325R'];
/**
 * In forms that no file of the register has: two letters too many, a letter among the first three digits,
 * seven characters.
 */
const UNHELD = ['XXX23456', 'SL00A911', 'EN00001'];
const ALL = [...HELD, ...UNHELD];
const nameOf = (number: string): string => `WIDER ${number} LIMITED`;
/** As people type them: in small letters and with a blank. */
const typed = (number: string): string => `${number.slice(0, 2)} ${number.slice(2)}`.toLowerCase();

const titles: Loaded = {
  source: 'property',
  files: {
    'CCOD_FULL_2024_06.csv': `${csvTable(
      ALL.map((number, at) => ({
        'Title Number': `ZZ${at}`,
        Tenure: 'Freehold',
        'Property Address': '1 High Street, Leeds',
        Postcode: 'LS1 1AA',
        ...Object.fromEntries(
          [1, 2, 3, 4].flatMap((place) => [
            [`Proprietor Name (${place})`, place === 1 ? nameOf(number) : ''],
            [`Company Registration No. (${place})`, place === 1 ? typed(number) : ''],
          ]),
        ),
      })),
    )}"Row Count:","${ALL.length}"\n`,
  },
};
const grants: Loaded = {
  source: 'grants',
  files: {
    [`grants-${DAY}.json`]: JSON.stringify({
      grants: ALL.map((number, at) => ({
        id: `360G-${at}`,
        title: 'A roof',
        currency: 'GBP',
        amountAwarded: 5_000,
        awardDate: '2024-05-01',
        recipientOrganization: [
          at % 2 === 0
            ? { id: `GB-COH-${number}`, name: nameOf(number) }
            : { id: 'x', name: nameOf(number), companyNumber: typed(number) },
        ],
      })),
    }),
  },
};
const payGap: Loaded = {
  source: 'pay_gap',
  asOf: '2024-04-05',
  files: {
    'UK_Gender_Pay_Gap_Data_2023_to_2024.csv': csvTable(
      ALL.map((number, at) => ({
        EmployerName: nameOf(number),
        EmployerId: String(at),
        CompanyNumber: typed(number),
        EmployerSize: '500 to 999',
        DueDate: '2024/04/05 00:00:00',
        DateSubmitted: '2024/03/06 09:00:00',
      })),
    ),
  },
};
const notices: Loaded = {
  source: 'contracts',
  files: {
    [`contracts-${DAY}.json`]: JSON.stringify({
      releases: ALL.map((number, at) => ({
        ocid: `ocds-1-${at}`,
        id: '1',
        date: '2024-05-02T09:00:00Z',
        tag: ['award'],
        parties: [{ id: 'P', name: nameOf(number), identifier: { scheme: 'GB-COH', id: typed(number) } }],
        awards: [{ id: '1', status: 'active', date: '2024-05-01T00:00:00Z', suppliers: [{ id: 'P' }] }],
      })),
    }),
  },
};

const leiOf = (at: number): string => `213800TEST00000001${String(at).padStart(2, '0')}`;
const G = 'http://www.gleif.org/data/schema';
const head = (prefix: string): string =>
  `<${prefix}:ContentDate>2024-07-01T00:00:00Z</${prefix}:ContentDate><${prefix}:FileContent>GLEIF_FULL_PUBLISHED</${prefix}:FileContent>`;
const entity = (number: string, at: number): string =>
  `<lei:LEIRecord><lei:LEI>${leiOf(at)}</lei:LEI><lei:Entity><lei:LegalName>${nameOf(number)}</lei:LegalName><lei:RegistrationAuthority><lei:RegistrationAuthorityID>RA000585</lei:RegistrationAuthorityID><lei:RegistrationAuthorityEntityID>${typed(number)}</lei:RegistrationAuthorityEntityID></lei:RegistrationAuthority><lei:LegalJurisdiction>GB</lei:LegalJurisdiction><lei:EntityStatus>ACTIVE</lei:EntityStatus></lei:Entity><lei:Registration><lei:RegistrationStatus>ISSUED</lei:RegistrationStatus></lei:Registration></lei:LEIRecord>`;
const PARENT = ['01234567', 90] as const;
const underParent = (at: number): string =>
  `<rr:RelationshipRecord><rr:Relationship><rr:StartNode><rr:NodeID>${leiOf(at)}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:StartNode><rr:EndNode><rr:NodeID>${leiOf(PARENT[1])}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:EndNode><rr:RelationshipType>IS_ULTIMATELY_CONSOLIDATED_BY</rr:RelationshipType><rr:RelationshipPeriods></rr:RelationshipPeriods><rr:RelationshipStatus>ACTIVE</rr:RelationshipStatus></rr:Relationship><rr:Registration><rr:RegistrationStatus>PUBLISHED</rr:RegistrationStatus><rr:ValidationSources>FULLY_CORROBORATED</rr:ValidationSources></rr:Registration></rr:RelationshipRecord>`;
const identifiers: Loaded = {
  source: 'entity_ids',
  files: {
    'lei2-golden-copy.xml': `<?xml version="1.0"?><lei:LEIData xmlns:lei="${G}/leidata/2016"><lei:LEIHeader>${head('lei')}</lei:LEIHeader><lei:LEIRecords>${ALL.map(entity).join('')}${entity(...PARENT)}</lei:LEIRecords></lei:LEIData>`,
    'rr-golden-copy.xml': `<?xml version="1.0"?><rr:RelationshipData xmlns:rr="${G}/rr/2016"><rr:Header>${head('rr')}</rr:Header><rr:RelationshipRecords>${ALL.map((_number, at) => underParent(at)).join('')}</rr:RelationshipRecords></rr:RelationshipData>`,
    'repex-golden-copy.xml': `<?xml version="1.0"?><repex:ReportingExceptionData xmlns:repex="${G}/repex/2016"><repex:Header>${head('repex')}</repex:Header><repex:ReportingExceptions></repex:ReportingExceptions></repex:ReportingExceptionData>`,
  },
};
const accounts: Loaded = {
  source: 'accounts',
  asOf: '2024-06-30',
  files: Object.fromEntries(
    HELD.map((number) => [
      publishedAs(number, '2023-12-31'),
      madeAccounts({ end: '2023-12-31', now: { NetAssetsLiabilities: 7 } }),
    ]),
  ),
};
const control: Loaded = {
  source: 'psc',
  files: {
    [`control-${DAY}.txt`]: `${JSON.stringify({ company_number: '01234567', data: { kind: 'persons-with-significant-control-statement', statement: 'no-individual-or-entity-with-signficant-control', notified_on: '2023-06-10' } })}\n`,
  },
};

it('finds titles, grants, awards, pay gap reports, accounts and identifiers of a company by such a number', async () => {
  const world = await CodesWorld.of({
    loaded: [
      companiesFile(
        [...HELD, PARENT[0]].map((CompanyNumber) => ({ CompanyNumber, CompanyName: nameOf(CompanyNumber) })),
      ),
      ...[titles, grants, payGap, notices, identifiers, accounts, control],
    ],
  });
  const keys = ['property', 'funding', 'signals', 'employees', 'ultimate_owner', 'financials_filed'] as const;
  for (const company_number of HELD) {
    const told = await world.envelopes({ row: { company_number: company_number.toLowerCase() } }, keys);
    const statuses = told.map(([key, { status, reason }]: readonly [string, Envelope]) => [
      key,
      reason ?? status,
    ]);
    expect([company_number, ...statuses]).toEqual([company_number, ...keys.map((key) => [key, 'available'])]);
  }
  world.remove();
});

it('knows such numbers where the index of companies alone holds them', async () => {
  const world = new EnrichmentWorld();
  await world.loadRows([{ CompanyNumber: '01234567' }]);
  const { dataDir } = world.register;
  const codes = HELD.map((number) => `${number}${'62020'.padEnd(20)}D`);
  const file = world.register.write(
    'prod200.dat',
    `${['AAAAAAAA0001240701', ...codes, `99999999${String(codes.length).padStart(8, '0')}`].join('\n')}\n`,
  );
  const source = sourceNamed('index');
  expect(await importRegister({ source, files: [file], dataDir })).toMatchObject({
    outcome: 'imported',
    rejects: [],
  });
  const rows = await world.enrich(
    [...HELD, 'SL00912A', 'XX123456'].map((company_number) => ({ company_number })),
  );
  expect(rows.map((row) => (row.status === 'failed' ? row.reason : row.company_number))).toEqual([
    ...HELD,
    'invalid_company_number',
    'invalid_company_number',
  ]);
  expect(
    await Promise.all([...HELD, 'SL00912A'].map((number) => world.enricher().mayBeOnFile(number))),
  ).toEqual([...HELD.map(() => true), false]);
  world.remove();
});
