/** Published data for answers that the areas of codes don't bring about. */
import type { Area } from '../codes/cell.js';
import { madeAccounts, publishedAs } from '../codes/made-accounts.js';
import { companiesFile, controlSnapshot, holds, nobodyControls } from '../codes/published.js';
import type { Loaded, WorldData } from '../codes/codes-world.js';
import { models } from '../codes/areas/models.js';
import { csvFile } from '../../../support/basic-company-data.js';
import { COMPANY, markedFiles } from '../marked-files.js';

const END = '2023-12-31';

/** Of another company: so its file tells that nobody else has any. */
const notices: Loaded = {
  source: 'contracts',
  files: {
    'contracts-2024-07-01.json': JSON.stringify({
      uri: 'https://x.example/',
      publishedDate: '2024-07-01T00:00:00Z',
      releases: [
        {
          ocid: 'ocds-h6vhtk-000001',
          id: 'ocds-h6vhtk-0000012024-05-02T09:00:00Z',
          date: '2024-05-02T09:00:00Z',
          tag: ['award'],
          initiationType: 'tender',
          buyer: { id: 'GB-B', name: 'Council' },
          parties: [
            {
              id: 'P1',
              name: 'Nobody On File Limited',
              identifier: { scheme: 'GB-COH', id: '19999999', legalName: 'Nobody On File Limited' },
              roles: ['supplier'],
            },
          ],
          tender: { id: 't', title: 'A tender' },
          awards: [
            {
              id: '1',
              title: 'An award',
              status: 'active',
              date: '2024-05-01T00:00:00Z',
              suppliers: [{ id: 'P1', name: 'Nobody On File Limited' }],
              value: { amount: 100, currency: 'GBP' },
            },
          ],
        },
      ],
    }),
  },
};
const FILES = markedFiles(7);
const marked: readonly Loaded[] = [...new Set(FILES.map(({ source }) => source))].map((source) => {
  const ofSource = FILES.filter((file) => file.source === source);
  return { source, files: Object.fromEntries(ofSource.map(({ name, text }) => [name, text])) };
});

const everything: Area = {
  name: 'files of nearly every source',
  data: 'marked files of one company, of its owner and of what it owns',
  world: () => ({
    loaded: [
      ...marked,
      notices,
      {
        source: 'accounts',
        files: {
          [publishedAs(COMPANY, END)]: madeAccounts({
            end: END,
            now: { CurrentAssets: 9_000, NetAssetsLiabilities: 5_000, TurnoverRevenue: 50_000 },
            people: 3,
          }),
        },
      },
    ],
    cohorts: true,
  }),
  others: [COMPANY, '10000002', '10000003'],
  cells: [],
};

export const UNCOUNTED = '43900001';
export const uncounted: Area = {
  name: 'a company that states no headcount among peers that do',
  data: 'the data of cohorts and one company more',
  world: () => {
    const data = models.world();
    const row = csvFile([
      {
        CompanyNumber: UNCOUNTED,
        CompanyName: 'UNCOUNTED LIMITED',
        'SICCode.SicText_1': '62020 - Information technology consultancy activities',
        'Accounts.LastMadeUpDate': '31/12/2023',
      },
    ])
      .split('\n')
      .slice(1)
      .join('\n');
    const document = madeAccounts({
      end: END,
      now: {
        FixedAssets: 30_000,
        CurrentAssets: 90_000,
        CreditorsDueWithinOneYear: 45_000,
        NetCurrentAssetsLiabilities: 45_000,
        TotalAssetsLessCurrentLiabilities: 75_000,
        NetAssetsLiabilities: 75_000,
      },
    });
    const more = { companies: row, accounts: document };
    return {
      ...data,
      loaded: data.loaded.map((loaded) => {
        if (loaded.source === 'accounts')
          return { ...loaded, files: { ...loaded.files, [publishedAs(UNCOUNTED, END)]: more.accounts } };
        const [name = '', text = ''] = Object.entries(loaded.files)[0] ?? [];
        return { ...loaded, files: { [name]: `${String(text).trimEnd()}\n${more.companies}` } };
      }),
    };
  },
  others: [UNCOUNTED],
  cells: [],
};

const DORMANT = '47000001';
const dormant: Area = {
  name: 'a company whose last accounts were dormant and are not held',
  data: 'the register file, and accounts of another company',
  world: () => ({
    loaded: [
      companiesFile([
        {
          CompanyNumber: DORMANT,
          CompanyName: 'DORMANT LIMITED',
          'Accounts.LastMadeUpDate': '31/12/2023',
          'Accounts.AccountCategory': 'DORMANT',
        },
      ]),
      {
        source: 'accounts',
        files: {
          [publishedAs('47000002', END)]: madeAccounts({ end: END, now: { NetAssetsLiabilities: 1 } }),
        },
      },
    ],
  }),
  others: [DORMANT],
  cells: [],
};

const [CHILD, PARENT, CIRCLE] = ['48000001', '48000002', '48000003'];
const LEIS: Readonly<Record<string, string>> = {
  [CHILD]: '213800TEST0000000101',
  [PARENT]: '213800TEST0000000202',
  [CIRCLE]: '213800TEST0000000303',
};
const NAMESPACE = 'http://www.gleif.org/data/schema';
const entity = (number: string): string =>
  `<lei:LEIRecord><lei:LEI>${LEIS[number]}</lei:LEI><lei:Entity><lei:LegalName xml:lang="en">IDENTIFIED ${number} LIMITED</lei:LegalName><lei:RegistrationAuthority><lei:RegistrationAuthorityID>RA000585</lei:RegistrationAuthorityID><lei:RegistrationAuthorityEntityID>${number}</lei:RegistrationAuthorityEntityID></lei:RegistrationAuthority><lei:LegalJurisdiction>GB</lei:LegalJurisdiction><lei:EntityStatus>ACTIVE</lei:EntityStatus></lei:Entity><lei:Registration><lei:RegistrationStatus>ISSUED</lei:RegistrationStatus></lei:Registration></lei:LEIRecord>`;
const parentOf = (child: string, parent: string): string =>
  `<rr:RelationshipRecord><rr:Relationship><rr:StartNode><rr:NodeID>${LEIS[child]}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:StartNode><rr:EndNode><rr:NodeID>${LEIS[parent]}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:EndNode><rr:RelationshipType>IS_ULTIMATELY_CONSOLIDATED_BY</rr:RelationshipType><rr:RelationshipPeriods><rr:RelationshipPeriod><rr:StartDate>2019-01-01T00:00:00Z</rr:StartDate><rr:PeriodType>RELATIONSHIP_PERIOD</rr:PeriodType></rr:RelationshipPeriod></rr:RelationshipPeriods><rr:RelationshipStatus>ACTIVE</rr:RelationshipStatus></rr:Relationship><rr:Registration><rr:RegistrationStatus>PUBLISHED</rr:RegistrationStatus><rr:ValidationSources>FULLY_CORROBORATED</rr:ValidationSources></rr:Registration></rr:RelationshipRecord>`;
const header = (prefix: string): string =>
  `<${prefix}:ContentDate>2024-07-01T00:00:00Z</${prefix}:ContentDate><${prefix}:FileContent>GLEIF_FULL_PUBLISHED</${prefix}:FileContent>`;

const identified: Area = {
  name: 'parents in the register of legal entity identifiers',
  data: 'a snapshot of control that tells of none of them, and the golden copy of legal entity identifiers',
  world: () => ({
    loaded: [
      companiesFile(
        [CHILD, PARENT, CIRCLE].map((CompanyNumber) => ({
          CompanyNumber,
          CompanyName: `IDENTIFIED ${CompanyNumber} LIMITED`,
        })),
      ),
      controlSnapshot([
        holds({ of: '48000009', name: 'Another', kind: 'individual' }),
        nobodyControls('48000008'),
      ]),
      {
        source: 'entity_ids',
        files: {
          'lei2-golden-copy.xml': `<?xml version="1.0" encoding="UTF-8"?><lei:LEIData xmlns:lei="${NAMESPACE}/leidata/2016"><lei:LEIHeader>${header('lei')}</lei:LEIHeader><lei:LEIRecords>${[CHILD, PARENT, CIRCLE].map(entity).join('')}</lei:LEIRecords></lei:LEIData>`,
          'rr-golden-copy.xml': `<?xml version="1.0" encoding="UTF-8"?><rr:RelationshipData xmlns:rr="${NAMESPACE}/rr/2016"><rr:Header>${header('rr')}</rr:Header><rr:RelationshipRecords>${parentOf(CHILD, PARENT)}</rr:RelationshipRecords></rr:RelationshipData>`,
          'repex-golden-copy.xml': `<?xml version="1.0" encoding="UTF-8"?><repex:ReportingExceptionData xmlns:repex="${NAMESPACE}/repex/2016"><repex:Header>${header('repex')}</repex:Header><repex:ReportingExceptions></repex:ReportingExceptions></repex:ReportingExceptionData>`,
        },
      },
    ],
  }),
  others: [CHILD, PARENT],
  cells: [],
};

export const READ_ANEW = '49000001';
const ITS_OWNER = '49000002';
const OWNED_BY = { of: READ_ANEW, name: 'Read Before Limited', number: ITS_OWNER };
/** Control as of 11 July; of one company the list was read again on the 20th. */
export const readAnew: WorldData = {
  loaded: [
    companiesFile([
      { CompanyNumber: READ_ANEW, CompanyName: 'READ ANEW LIMITED' },
      { CompanyNumber: ITS_OWNER, CompanyName: 'READ BEFORE LIMITED' },
    ]),
    { ...controlSnapshot([holds(OWNED_BY), nobodyControls(ITS_OWNER)]), asOf: '2024-07-11' },
    {
      source: 'psc',
      update: true,
      files: {
        'persons-with-significant-control.jsonl': `${JSON.stringify({
          company_number: READ_ANEW,
          resource: 'persons-with-significant-control',
          fetched_at: '2024-07-20T09:00:00Z',
          data: { items: [(holds(OWNED_BY) as { readonly data: object }).data] },
        })}\n`,
      },
    },
  ],
};

const [ENDED, LIVING] = ['50000001', '50000002'];
const indexed: Area = {
  name: 'companies that only the index knows',
  data: 'a file of another company, the index of all that ever were, and the control of one of two',
  world: () => ({
    loaded: [
      companiesFile([{ CompanyNumber: '50000003', CompanyName: 'ANOTHER LIMITED' }]),
      {
        source: 'index',
        files: {
          'prod200.dat': [
            'AAAAAAAA0001240701',
            `${ENDED}${'62020'.padEnd(20)}D`,
            `${LIVING}${'62020'.padEnd(20)}`,
            '9999999900000002',
            '',
          ].join('\n'),
        },
      },
      controlSnapshot([nobodyControls(ENDED), nobodyControls('50000003')]),
    ],
  }),
  others: [ENDED, LIVING],
  cells: [],
};

export const MORE_WORLDS: readonly Area[] = [everything, uncounted, dormant, identified, indexed];
