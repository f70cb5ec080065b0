import {
  FILES,
  publishedRecord,
  record,
  type RowOverrides,
} from '../../../../../test/support/basic-company-data.js';
import { aFact, FRESHNESS, runBlock } from '../../../../../test/support/run-block.js';
import companyIdentity from './company-identity.block.js';

const identity = (overrides: RowOverrides) => runBlock(companyIdentity, record(overrides), '2024-12-01');
const valueOf = (overrides: RowOverrides): unknown => {
  const envelope = identity(overrides);
  return envelope.status === 'available' ? envelope.value : envelope;
};

it('says of 08209948 what the register says', () => {
  const company = publishedRecord(FILES.december2024, '08209948');
  expect(runBlock(companyIdentity, company, '2024-12-01')).toEqual({
    status: 'available',
    value: {
      incorporated_on: '2012-09-11',
      company_category: 'Private Limited Company',
      country_of_origin: 'United Kingdom',
      legal_form: 'ltd',
      company_status: 'active',
      status_group: 'active',
      trading_name: null,
      trading_name_source: null,
    },
    source: 'company_register',
    as_of: '2024-12-01',
    flagged_for_review: false,
    detail: { freshness: FRESHNESS },
  });
});

it('knows no day of incorporation where the row has a placeholder for one', () => {
  const chartered = publishedRecord(FILES.june2020, 'RC000652');
  expect(chartered.incorporated_on).toBe('1981-01-01');
  expect(runBlock(companyIdentity, chartered, '2020-06-01')).toMatchObject({
    value: { incorporated_on: null, legal_form: 'royal-charter' },
  });
  expect(valueOf({ IncorporationDate: '01/01/1981' })).toMatchObject({ incorporated_on: '1981-01-01' });
});

it.each([
  ['Active', 'active', 'active'],
  ['Active - Proposal to Strike off', 'active', 'active'],
  ['Liquidation', 'liquidation', 'distressed'],
  ['In Administration', 'administration', 'distressed'],
  ['ADMINISTRATION ORDER', 'administration', 'distressed'],
  ['In Administration/Administrative Receiver', 'administration', 'distressed'],
  ['Live but Receiver Manager on at least one charge', 'receivership', 'distressed'],
  ['RECEIVERSHIP', 'receivership', 'distressed'],
  ['RECEIVER MANAGER / ADMINISTRATIVE RECEIVER', 'receivership', 'distressed'],
  ['Voluntary Arrangement', 'voluntary-arrangement', 'distressed'],
  ['VOLUNTARY ARRANGEMENT / ADMINISTRATIVE RECEIVER', 'voluntary-arrangement', 'distressed'],
  ['Dissolved', 'dissolved', 'closed'],
])('reads the status %p as %s, %s', (CompanyStatus, company_status, status_group) => {
  expect(valueOf({ CompanyStatus })).toMatchObject({ company_status, status_group });
});

it('says beside the status that striking off is proposed', () => {
  expect(identity({ CompanyStatus: 'Active - Proposal to Strike off' })).toMatchObject({
    flagged_for_review: false,
    detail: { status_detail: 'active-proposal-to-strike-off' },
  });
});

it('flags a status that it does not know', () => {
  expect(identity({ CompanyStatus: 'Hibernating' })).toMatchObject({
    value: { company_status: null, status_group: null },
    flagged_for_review: true,
  });
});

it.each([
  ['Private Limited Company', '01234567', 'ltd'],
  ['Public Limited Company', '01234567', 'plc'],
  ['Private Unlimited Company', '01234567', 'private-unlimited'],
  [
    'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
    '01234567',
    'private-limited-guarant-nsc',
  ],
  [
    "PRI/LBG/NSC (Private, Limited by guarantee, no share capital, use of 'Limited' exemption)",
    '01234567',
    'private-limited-guarant-nsc-limited-exemption',
  ],
  [
    'PRIV LTD SECT. 30 (Private limited company, section 30 of the Companies Act)',
    '01234567',
    'private-limited-shares-section-30-exemption',
  ],
  ['Limited Liability Partnership', 'OC300001', 'llp'],
  ['Limited Partnership', 'LP000001', 'limited-partnership'],
  ['Community Interest Company', '01234567', 'community-interest-company'],
  ['Other company type', 'FC000001', 'oversea-company'],
  ['Other company type', 'ZC000001', 'unregistered-company'],
  ['Other company type', '01234567', 'other'],
  ['Registered Society', 'RS000001', 'registered-society-non-jurisdictional'],
  ['Industrial and Provident Society', 'IP000001', 'industrial-and-provident-society'],
  ['Charitable Incorporated Organisation', 'CE000001', 'charitable-incorporated-organisation'],
  ['Overseas Entity', 'OE000001', 'registered-overseas-entity'],
  ['A kind never seen', '01234567', null],
])('reads the category %p of %s as %p', (CompanyCategory, CompanyNumber, legal_form) => {
  expect(valueOf({ CompanyCategory, CompanyNumber })).toMatchObject({
    legal_form,
    company_category: CompanyCategory,
  });
});

it.each([
  ['MUHAMMAD UMER T/A MABZ LTD', 'MABZ LTD'],
  ['ACME LIMITED (T/A ROADRUNNER)', 'ROADRUNNER'],
  ['ACME LIMITED', null],
  ['START/AGAIN LIMITED', null],
])('finds the trading name in %p: %p', (CompanyName, trading_name) => {
  expect(valueOf({ CompanyName })).toMatchObject({
    trading_name,
    trading_name_source: trading_name === null ? null : 'registered_name',
  });
});

it('lists previous names beside the value', () => {
  const row: RowOverrides = {
    'PreviousName_1.CONDATE': '05/05/2005',
    'PreviousName_1.CompanyName': 'OLD NAME LIMITED',
    'PreviousName_2.CompanyName': 'OLDER NAME LIMITED',
  };
  expect(identity(row)).toHaveProperty('detail.previous_names', [
    { name: 'OLD NAME LIMITED', ceased_on: '2005-05-05' },
    { name: 'OLDER NAME LIMITED', ceased_on: null },
  ]);
});

it('answers for a company that only other sources know', () => {
  expect(runBlock(companyIdentity, null, '2024-12-01')).toEqual({
    status: 'not_found',
    reason: 'no_identity_on_file',
    source: 'company_register',
    as_of: '2024-12-01',
    detail: { freshness: FRESHNESS },
  });
});

describe('a trading name out of contract notices', () => {
  const notices = (name: string) =>
    aFact(
      { awards: [], told_on: '2024-03-01', unconfirmed: 0, trading_name: { name, told_on: '2024-03-01' } },
      '2024-11-01',
    );

  it('is told with the notice that it stands in', () => {
    const answer = runBlock(companyIdentity, record(), '2024-12-01', { contracts: notices('Behrens Group') });
    expect(answer).toMatchObject({
      as_of: '2024-12-01',
      value: { trading_name: 'Behrens Group', trading_name_source: 'contract_notices' },
      detail: {
        inputs: [
          {
            block: null,
            field: 'trading_name',
            source: 'contract_notices',
            as_of: '2024-03-01',
            value: 'Behrens Group',
          },
        ],
      },
    });
  });

  it('comes after the one in the registered name', () => {
    const company = record({ CompanyName: 'WIDGETS LIMITED T/A FINE WIDGETS' });
    const answer = runBlock(companyIdentity, company, '2024-12-01', { contracts: notices('Behrens Group') });
    expect(answer).toMatchObject({
      value: { trading_name: 'FINE WIDGETS', trading_name_source: 'registered_name' },
    });
    expect(answer).not.toHaveProperty('detail.inputs');
  });
});

it.each([
  ['OE031001', 'Overseas Entity'],
  ['LP012345', 'Limited Partnership'],
  ['FC012345', 'Other company type'],
])('has no day of incorporation of %s (%s), but one of registration', (CompanyNumber, CompanyCategory) =>
  expect(
    runBlock(
      companyIdentity,
      record({ CompanyNumber, CompanyCategory, IncorporationDate: '16/01/2023' }),
      '2024-07-01',
    ),
  ).toMatchObject({ value: { incorporated_on: null }, detail: { registered_on: '2023-01-16' } }),
);
