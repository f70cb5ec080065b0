import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { OF_PAGE, type AccountsRecord, type ReadAccounts } from '../../filed-accounts/accounts-record.js';
import employeesFiled from './employees-filed.block.js';

const answered = (accounts: AccountsRecord) =>
  runBlock(employeesFiled, record(), '2024-12-01', {
    accounts: aFact(heldRecords(accounts), '2026-01-31', true),
  });
const sample = (name: string) => answered(readSample(name));

it('says of 05380971 that it had 1,920 people, and 1,678 the year before', () => {
  expect(sample('Prod223_2911_05380971_20200831.html')).toMatchObject({
    status: 'available',
    source: 'company_register_accounts',
    as_of: '2020-08-31',
    flagged_for_review: false,
    value: {
      headcount: 1920,
      basis: 'average_over_period',
      scope: 'company',
      period: { start: '2019-09-01', end: '2020-08-31', months: 12 },
      prior: { headcount: 1678, period: { start: '2018-09-01', end: '2019-08-31', months: 12 } },
      document: { made_up_to: '2020-08-31', document_id: 'Prod223_2911_05380971_20200831', read_by: 'ixbrl' },
    },
  });
});

it('takes nought for a number, and the prior period for as long as it was', () => {
  expect(sample('Prod223_3384_SC722766_20230228.html')).toMatchObject({
    value: { headcount: 0, prior: null },
  });
  expect(sample('Prod224_2601_00039175_20250630.html')).toMatchObject({
    value: { headcount: 317, prior: { headcount: 310, period: { months: 13 } } },
  });
});

it('says that a dormant company of three is dormant', () => {
  expect(sample('Prod223_3384_14068295_20221231.html')).toMatchObject({
    value: { headcount: 3 },
    detail: { advisories: ['dormant_company'] },
  });
});

it.each([
  ['Prod223_2911_12040362_20201231.html', 243, 'unknown'],
  ['Prod223_2911_05078870_20200930.html', 138, 'group'],
])("flags a number that may be, or is, a group's: %s", (name, headcount, scope) => {
  expect(sample(name)).toMatchObject({ flagged_for_review: true, value: { headcount, scope } });
});

it('takes no fact for no number', () => {
  expect(sample('Prod224_2601_08241882_20251031.html')).toMatchObject({
    status: 'not_found',
    reason: 'no_headcount_on_file',
    as_of: '2025-10-31',
  });
});

describe('withholds what is no number of people', () => {
  it('a fraction, by a scale of -2', () => {
    expect(sample('Prod224_2601_08241895_20250630.html')).toMatchObject({
      status: 'not_found',
      reason: 'filed_value_implausible',
      detail: { filed: { concept: 'AverageNumberEmployeesDuringPeriod', printed: '2' } },
    });
  });

  const accounts = readSample('Prod223_2911_05380971_20200831.html');
  const people = (now: number, before: number | null, more: Partial<ReadAccounts> = {}): ReadAccounts => {
    const { employees } = accounts;
    return {
      ...accounts,
      ...more,
      employees: {
        now: employees.now && { ...employees.now, employees: now },
        before: employees.before && { ...employees.before, employees: before },
      },
    };
  };

  it.each([
    ['a hundred times the year before', people(192_000, 1_678)],
    ['a hundredth of it', people(16, 1_678)],
    ['more than the assets could ever pay', people(9_000_000, null)],
    ['a thousand of a micro-entity', people(1_000, null, { standard: 'micro-entities' })],
  ])('%s', (_what, given) => {
    expect(answered(given)).toMatchObject({ status: 'not_found', reason: 'filed_value_implausible' });
  });

  it('and nothing less', () => {
    expect(answered(people(1_920, 20))).toMatchObject({ status: 'available' });
    expect(answered(people(0, 1_678))).toMatchObject({ status: 'available' });
  });
});

it('says why a document with an undeclared prefix has no headcount', () => {
  const document = { id: 'made', made_up_to: '2024-12-31', taxonomy: null };
  expect(answered({ status: 'unreadable', why: 'undeclared_prefix', document })).toMatchObject({
    status: 'not_found',
    reason: 'accounts_unreadable',
    detail: { document: { ...document, why: 'undeclared_prefix' } },
  });
});

it('flags a headcount that only a sentence of the page states', () => {
  const accounts = readSample('Prod223_2911_05380971_20200831.html');
  const { now } = accounts.employees;
  const by = { concept: 'average number of employees', context: OF_PAGE, printed: 'was 49' };
  const said = { ...accounts, employees: { now: now && { ...now, by }, before: null } };
  expect(answered(said)).toMatchObject({ flagged_for_review: true, value: { headcount: 1920 } });
});
