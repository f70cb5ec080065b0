import {
  FILES,
  publishedRecord,
  record,
  type RowOverrides,
} from '../../../../../test/support/basic-company-data.js';
import { FRESHNESS, runBlock } from '../../../../../test/support/run-block.js';
import filingStatus from './filing-status.block.js';

const AS_OF = '2020-06-01';
const filed = (overrides: RowOverrides, asOf = AS_OF) => runBlock(filingStatus, record(overrides), asOf);

it('says of 11990344 that its first accounts are not yet due', () => {
  const company = publishedRecord(FILES.june2020, '11990344');
  expect(runBlock(filingStatus, company, AS_OF)).toEqual({
    status: 'available',
    value: {
      accounts_last_made_up_on: null,
      accounts_next_due_on: '2021-02-10',
      accounts_category: null,
      confirmation_statement_last_made_up_on: null,
      confirmation_statement_next_due_on: '2020-05-23',
    },
    source: 'company_register',
    as_of: AS_OF,
    flagged_for_review: false,
    detail: { freshness: FRESHNESS, advisories: ['first_accounts_not_yet_due'] },
  });
});

it('says of 09761196 that its accounts are overdue', () => {
  const company = publishedRecord(FILES.may2020Resaved, '09761196');
  expect(runBlock(filingStatus, company, '2020-05-01')).toMatchObject({
    value: { accounts_last_made_up_on: '2016-09-30', accounts_next_due_on: '2018-06-30' },
    detail: { advisories: ['accounts_overdue'] },
  });
});

it('says of 08209948 that its accounts are dormant', () => {
  const company = publishedRecord(FILES.december2024, '08209948');
  expect(runBlock(filingStatus, company, '2024-12-01')).toMatchObject({
    value: { accounts_category: 'dormant' },
    detail: { advisories: ['dormant_company'] },
  });
});

it.each(['RC000652', 'CE015578'])('has no dates of %s: what its row has are placeholders', (number) => {
  const company = publishedRecord(FILES.june2020, number);
  expect(runBlock(filingStatus, company, AS_OF)).toEqual({
    status: 'not_found',
    reason: 'no_filing_dates_on_file',
    source: 'company_register',
    as_of: AS_OF,
    detail: { freshness: FRESHNESS },
  });
});

describe('a confirmation statement date', () => {
  it.each([
    ['01234567', true],
    ['SC123456', true],
    ['NI123456', true],
    ['OC123456', true],
    ['SL012345', true],
    ['LP012345', false],
    ['NL012345', false],
    ['FC012345', false],
    ['IP012345', false],
    ['IP01234R', false],
    ['RS012345', false],
    ['IC012345', false],
  ])('in the row of %s counts: %p', (CompanyNumber, counts) => {
    const envelope = filed({ CompanyNumber, ConfStmtNextDueDate: '15/01/2017' });
    expect(envelope.status).toBe(counts ? 'available' : 'not_found');
  });

  it.each([
    ['LP012345', '14/09/2027', true],
    ['NL012345', '14/09/2027', true],
    ['LP012345', '31/12/2017', false],
    ['FC012345', '14/09/2027', false],
  ])('in the row of %s counts on %s: %p', (CompanyNumber, ConfStmtNextDueDate, counts) => {
    expect(filed({ CompanyNumber, ConfStmtNextDueDate }).status).toBe(counts ? 'available' : 'not_found');
  });

  it('does not count for an overseas company, whose accounts do', () => {
    const row: RowOverrides = {
      CompanyNumber: 'FC012345',
      'Accounts.LastMadeUpDate': '31/12/2018',
      'Accounts.AccountCategory': 'FULL',
      ConfStmtNextDueDate: '05/06/2017',
    };
    expect(filed(row)).toMatchObject({
      value: { accounts_last_made_up_on: '2018-12-31', confirmation_statement_next_due_on: null },
    });
  });
});

describe('the category of accounts', () => {
  it.each([
    ['', '31/03/2019', '2020-05-01', 'micro-entity'],
    ['', '31/03/2019', '2020-12-31', 'micro-entity'],
    ['', '31/03/2019', '2021-01-01', null],
    ['', '', '2020-05-01', null],
    ['MICRO ENTITY', '31/03/2019', '2023-08-01', 'micro-entity'],
    ['TOTAL EXEMPTION FULL', '31/03/2019', '2020-05-01', 'total-exemption-full'],
    ['AUDIT EXEMPTION SUBSIDIARY', '31/03/2019', '2020-05-01', 'audit-exemption-subsidiary'],
    ['NO ACCOUNTS FILED', '', '2020-05-01', null],
    ['ACCOUNTS TYPE NOT AVAILABLE', '31/03/2019', '2020-05-01', 'no-accounts-type-available'],
  ])('%p, made up %p, in the file of %s is %p', (category, madeUp, asOf, accounts_category) => {
    const row: RowOverrides = {
      'Accounts.AccountCategory': category,
      'Accounts.LastMadeUpDate': madeUp,
      'Accounts.NextDueDate': '31/12/2030',
    };
    expect(filed(row, asOf)).toHaveProperty('value.accounts_category', accounts_category);
  });

  it.each([
    ['november2017', 'SC073411', '2017-11-01', 'total-exemption-full'],
    ['may2020Resaved', '10231623', '2020-05-01', 'micro-entity'],
  ] as const)('is read from the file of %s for %s', (file, number, asOf, accounts_category) => {
    const company = publishedRecord(FILES[file], number);
    expect(runBlock(filingStatus, company, asOf)).toHaveProperty(
      'value.accounts_category',
      accounts_category,
    );
  });
});

describe('what to heed, gravest first, judged at the date of the data', () => {
  it.each<[string, RowOverrides, readonly string[] | undefined]>([
    ['due on that day', { 'Accounts.NextDueDate': '01/06/2020' }, ['first_accounts_not_yet_due']],
    ['due the day before', { 'Accounts.NextDueDate': '31/05/2020' }, ['accounts_overdue']],
    [
      'filed and in time',
      { 'Accounts.LastMadeUpDate': '31/03/2019', 'Accounts.NextDueDate': '31/12/2020' },
      undefined,
    ],
    [
      'dormant and late',
      {
        'Accounts.LastMadeUpDate': '31/03/2018',
        'Accounts.NextDueDate': '31/12/2019',
        'Accounts.AccountCategory': 'DORMANT',
      },
      ['accounts_overdue', 'dormant_company'],
    ],
    ['never filed, nothing due', { ConfStmtNextDueDate: '01/01/2021' }, ['no_accounts_filed']],
  ])('%s', (_what, row, advisories) => {
    const envelope = filed(row);
    expect(envelope.status === 'available' && envelope.detail?.advisories).toEqual(advisories);
  });
});

it.each([
  ['OE031001', undefined],
  ['08209948', ['no_accounts_filed']],
])('says of %s, which has no accounts on file and owes none on a day: %j', (CompanyNumber, advisories) => {
  const row = record({
    CompanyNumber,
    'Accounts.NextDueDate': '',
    'Accounts.LastMadeUpDate': '',
    'Accounts.AccountCategory': 'NO ACCOUNTS FILED',
    ConfStmtNextDueDate: '30/01/2027',
  });
  const { detail } = runBlock(filingStatus, row, '2026-11-01') as { detail?: { advisories?: string[] } };
  expect(detail?.advisories).toEqual(advisories);
});
