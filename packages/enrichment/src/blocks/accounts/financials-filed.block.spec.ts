import { heldRecords, madeUpTo, readSample } from '../../../../../test/support/accounts-records.js';
import { record, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { filedRecord } from '../../../../../test/support/filed-accounts.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import type {
  AccountsRecord,
  UnreadAccounts,
  FigureKey,
  WithheldFigure,
} from '../../filed-accounts/accounts-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import financialsFiled from './financials-filed.block.js';

const MAZARS = 'Prod223_2911_05380971_20200831.html';
const GROUP = 'Prod223_2911_12040362_20201231.html';
const MICRO = 'Prod223_3384_14033910_20220831.html';

const FILED: RowOverrides = { 'Accounts.LastMadeUpDate': '31/08/2020', 'Accounts.NextDueDate': '31/05/2022' };
const answered = (
  documents: readonly AccountsRecord[],
  row: RowOverrides = FILED,
  filings?: readonly Partial<FilingRecord>[],
) =>
  runBlock(financialsFiled, record(row), '2021-06-01', {
    accounts: aFact(documents.length === 0 ? null : heldRecords(...documents), '2026-01-31', true),
    ...(filings && {
      filings: aFact(
        {
          whole: {},
          items: filings.map((data, at) => ({
            list: 'filings',
            key: String(at),
            version: '',
            data: { record: 'filing', form: 'AA', category: 'accounts', ...data } as FilingRecord,
          })),
        },
        '2026-01-31',
      ),
    }),
  });
const gbp = (amount: string) => ({ amount, currency: 'GBP' });
const unread = (why: UnreadAccounts['why'], made_up_to: string): UnreadAccounts => ({
  status: 'unreadable',
  why,
  document: { id: `unread ${made_up_to}`, made_up_to, taxonomy: null },
});

it('serves the figures of 05380971, and net assets in the place of share capital', () => {
  expect(answered([readSample(MAZARS)])).toMatchObject({
    status: 'available',
    source: 'company_register_accounts',
    as_of: '2020-08-31',
    value: {
      accounts_type: 'full',
      scope: 'company',
      dormant: false,
      audited: true,
      periods: [
        {
          period: { start: '2019-09-01', end: '2020-08-31', months: 12 },
          figures: {
            turnover: gbp('105758329'),
            operating_profit: gbp('4814862'),
            net_assets: gbp('5141227'),
            net_current_assets: gbp('-1762534'),
            total_assets: gbp('19103056'),
          },
          derived_figures: [{ field: 'total_assets', from: ['fixed_assets', 'current_assets'] }],
          withheld: [],
        },
        { period: { end: '2019-08-31' }, figures: { turnover: gbp('94346342') } },
      ],
      document: {
        made_up_to: '2020-08-31',
        filed_on: null,
        taxonomy: 'FRS-102-2019-01-01',
        document_id: 'Prod223_2911_05380971_20200831',
        read_by: 'ixbrl',
      },
    },
  });
  expect(answered([readSample(MAZARS)])).not.toHaveProperty('detail.advisories');
});

it("shows a parent its own balance sheet and never its group's turnover", () => {
  expect(answered([readSample(GROUP)])).toMatchObject({
    status: 'available',
    value: {
      scope: 'company',
      periods: [
        {
          figures: { turnover: null, profit_after_tax: gbp('-2227271'), net_assets: gbp('-3450397') },
          withheld: [],
        },
        {},
      ],
    },
  });
});

it('tells a bank that its income and profit lines are unconfirmed', () => {
  expect(answered([readSample(MAZARS)], { ...FILED, 'SICCode.SicText_1': '64191 - Banks' })).toMatchObject({
    value: {
      periods: [
        {
          figures: {
            turnover: null,
            gross_profit: null,
            operating_profit: null,
            profit_before_tax: gbp('4840466'),
          },
          withheld: [
            { field: 'turnover', reason: 'bank_income_line_unconfirmed' },
            { field: 'gross_profit', reason: 'bank_profit_line_unconfirmed' },
            { field: 'operating_profit', reason: 'bank_profit_line_unconfirmed' },
          ],
        },
        {},
      ],
    },
  });
});

it('says of a first period of five months that it is off the reference date', () => {
  expect(answered([readSample(MICRO)])).toMatchObject({
    detail: { advisories: ['accounts_made_up_date_off_reference_date'] },
    value: {
      accounts_type: 'micro-entity',
      periods: [{ period: { months: 5 }, figures: { net_assets: gbp('-577') } }],
    },
  });
});

it('says that the accounts end off the accounting reference date of the company', () => {
  const row = { ...FILED, 'Accounts.AccountRefDay': '31', 'Accounts.AccountRefMonth': '12' };
  expect(answered([readSample(MAZARS)], row)).toMatchObject({
    detail: { advisories: ['accounts_made_up_date_off_reference_date'] },
  });
  const right = { ...FILED, 'Accounts.AccountRefDay': '31', 'Accounts.AccountRefMonth': '8' };
  expect(answered([readSample(MAZARS)], right)).not.toHaveProperty('detail.advisories');
});

it('shows several years, each by its own accounts, and flags comparatives that were filed otherwise', () => {
  const [newest, older] = [readSample(MAZARS), madeUpTo(readSample(MAZARS), '2019-08-31')];
  expect(answered([older, newest])).toMatchObject({
    flagged_for_review: true,
    detail: { advisories: ['balance_sheet_breaks_from_adjacent_year'] },
    value: {
      periods: [
        { period: { end: '2020-08-31' } },
        { period: { end: '2019-08-31' }, figures: { net_assets: gbp('5141227') } },
      ],
    },
  });
});

it('serves an amendment in the place of what it amends, and tells so', () => {
  const first = readSample(MAZARS);
  const amended = { ...first, document: { ...first.document, id: 'later' } };
  expect(answered([first, amended])).toMatchObject({
    value: { document: { document_id: 'later' } },
    detail: {
      evidence: [
        {
          kind: 'amended_accounts',
          document_id: 'later',
          says_so: false,
          replaces: ['Prod223_2911_05380971_20200831'],
        },
      ],
    },
  });
});

it('takes the day of filing, and that newer accounts were filed, from the filing history', () => {
  const filings = [
    { date: '2021-03-01', values: { made_up_date: '2020-08-31' } },
    { date: '2022-03-01', values: { made_up_date: '2021-08-31' } },
  ];
  expect(answered([readSample(MAZARS)], FILED, filings)).toMatchObject({
    value: { document: { filed_on: '2021-03-01' } },
    detail: { advisories: ['financials_in_live_filing_only'] },
  });
});

it("serves the accounts before, where the newest ones can't be read", () => {
  expect(answered([readSample(MAZARS), unread('truncated', '2021-08-31')])).toMatchObject({
    status: 'available',
    as_of: '2020-08-31',
  });
});

describe('answers why there is no figure', () => {
  const never: RowOverrides = { 'Accounts.LastMadeUpDate': '', 'Accounts.NextDueDate': '31/05/2022' };
  const dormantLlp = filedRecord('Prod223_3384_OC437536_20220531.html').record;

  // What decided: the file of companies, the filing history, the document that is held, else the accounts.
  const REGISTER = { source: 'company_register', as_of: '2021-06-01' };
  const DECIDED: Readonly<Record<string, object>> = {
    first_accounts_not_yet_due: REGISTER,
    accounts_overdue: REGISTER,
    no_accounts_filed: REGISTER,
    financials_in_live_filing_only: { source: 'company_register_filings' },
    no_financials_on_file: { source: 'company_register_accounts', as_of: '2026-01-31' },
    accounts_not_machine_readable: { source: 'company_register_accounts', as_of: '2020-08-31' },
    accounts_unreadable: { source: 'company_register_accounts', as_of: '2020-08-31' },
    dormant_company: { source: 'company_register_accounts', as_of: '2022-05-31' },
  };

  it.each([
    ['nothing was due yet', answered([], never), 'first_accounts_not_yet_due'],
    [
      'nothing was filed, though due',
      answered([], { ...never, 'Accounts.NextDueDate': '31/05/2021' }),
      'accounts_overdue',
    ],
    ['nothing is ever filed', answered([], { ...never, 'Accounts.NextDueDate': '' }), 'no_accounts_filed'],
    ['it is filed and not held', answered([]), 'no_financials_on_file'],
    [
      'the filing history alone shows it',
      answered([], FILED, [{ date: '2021-03-01', values: { made_up_date: '2020-08-31' } }]),
      'financials_in_live_filing_only',
    ],
    ['a PDF is held', answered([unread('pdf', '2020-08-31')]), 'accounts_not_machine_readable'],
    ['a placeholder is held', answered([unread('placeholder', '2020-08-31')]), 'accounts_unreadable'],
    ['dormant accounts state none', answered([dormantLlp]), 'dormant_company'],
  ])('%s', (_when, envelope, reason) => {
    expect(envelope).toMatchObject({
      status: 'not_found',
      reason,
      ...DECIDED[reason],
    });
  });

  it('knows nothing where no accounts are loaded', () => {
    expect(runBlock(financialsFiled, record(FILED), '2021-06-01')).toEqual({
      status: 'not_found',
      reason: 'not_available_yet',
    });
  });
});

it('says why a document with an undeclared prefix has no figures', () => {
  expect(answered([unread('undeclared_prefix', '2024-12-31')])).toMatchObject({
    status: 'not_found',
    reason: 'accounts_unreadable',
    detail: { document: { made_up_to: '2024-12-31', why: 'undeclared_prefix' } },
  });
});

describe('accounts that contradict themselves', () => {
  const accounts = readSample(MAZARS);
  const held = (fields: readonly FigureKey[], contradicted_by: WithheldFigure['contradicted_by']) => {
    const [now, ...others] = accounts.periods;
    if (now === undefined) throw new Error('no period');
    const withheld = fields.map((field): WithheldFigure => {
      const by = { concept: 'Concept', context: 'c', printed: '5' };
      return {
        field,
        reason: 'filed_value_implausible',
        by: [by],
        ...(contradicted_by && { contradicted_by }),
      };
    });
    const left = Object.entries(now.figures).filter(([field]) => !fields.some((one) => one === field));
    return answered([
      { ...accounts, periods: [{ ...now, figures: Object.fromEntries(left), withheld }, ...others] },
    ]);
  };

  it('in a third of a balance sheet or more are flagged, and in less are not', () => {
    const sheet: FigureKey[] = ['fixed_assets', 'current_assets', 'net_assets', 'cash', 'debtors'];
    const by = { by: 'words before the amount' };
    expect(held(sheet, by)).toMatchObject({ status: 'available', flagged_for_review: true });
    expect(held(sheet, undefined)).toMatchObject({ flagged_for_review: true });
    expect(held(sheet.slice(0, 1), by)).toMatchObject({ flagged_for_review: false });
    expect(held(['turnover', 'gross_profit', 'operating_profit'], by)).toMatchObject({
      flagged_for_review: false,
    });
  });

  it('say what was filed where the page speaks against it', () => {
    expect(held(['cash'], { by: 'words before the amount' })).toMatchObject({
      detail: {
        contradicted: [{ period_end: '2020-08-31', field: 'cash', by: 'words before the amount' }],
        filed: [{ period_end: '2020-08-31', field: 'cash', concept: 'Concept', printed: '5' }],
      },
    });
    expect(held(['cash'], { identity: 'a = b' })).not.toHaveProperty('detail.filed');
  });

  it('in what they say of themselves are flagged', () => {
    expect(answered([{ ...accounts, dormant: null, contradicts: ['dormant'] }])).toMatchObject({
      flagged_for_review: true,
      value: { dormant: null },
    });
  });
});
