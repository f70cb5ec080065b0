/** Filed accounts: real documents and made ones, as the accounts data product publishes them. */
import type { RowOverrides } from '../../../../support/basic-company-data.js';
import { filedBy, filedDocument } from '../../../../support/filed-accounts.js';
import { advisory, reason, withheld, type Area } from '../cell.js';
import type { Loaded } from '../codes-world.js';
import { madeAccounts, publishedAs } from '../made-accounts.js';
import { answers, companiesFile, csvTable } from '../published.js';

const END = '2023-12-31';
const BEFORE = '2022-12-31';
const FILED: RowOverrides = { 'Accounts.LastMadeUpDate': '31/12/2023', 'Accounts.NextDueDate': '30/09/2025' };

/** What is known of a company's accounts: its row, and its documents by the day they are made up to. */
interface Case {
  readonly row: RowOverrides;
  readonly documents?: Readonly<Record<string, string | Uint8Array>>;
}
const filed = (document: string | Uint8Array, row: RowOverrides = FILED, end = END): Case => ({
  row,
  documents: { [end]: document },
});
const BALANCE = {
  CurrentAssets: 9_000,
  TotalAssetsLessCurrentLiabilities: 5_000,
  NetAssetsLiabilities: 5_000,
};

const CASES = {
  young: { row: { 'Accounts.NextDueDate': '31/12/2025' } },
  late: { row: { 'Accounts.NextDueDate': '01/06/2024' } },
  never: { row: {} },
  notHeld: { row: FILED },
  inHistory: { row: FILED },
  pdf: filed('%PDF-1.7 made to measure'),
  placeholder: filed(filedDocument('Prod224_0088_11426842_20200630.xml')),
  dormantWithoutFigures: filed(filedDocument('Prod223_3384_OC437536_20220531.html'), FILED, '2022-05-31'),
  dormant: filed(filedDocument('Prod223_3384_14068295_20221231.html'), FILED, BEFORE),
  shortFirstYear: filed(filedDocument('Prod223_3384_14033910_20220831.html'), FILED, '2022-08-31'),
  contradicted: filed(filedDocument('Prod224_2601_00041997_20250131.html'), FILED, '2025-01-31'),
  bank: filed(
    filedDocument('Prod223_2911_05380971_20200831.html'),
    { ...FILED, 'SICCode.SicText_1': '64191 - Banks' },
    '2020-08-31',
  ),
  sharesAlone: filed(madeAccounts({ end: END, now: { CurrentAssets: 900, 'Equity of ShareCapital': 100 } })),
  unbalanced: filed(madeAccounts({ end: END, now: { ...BALANCE, NetAssetsLiabilities: 70_000 } })),
  restated: {
    row: FILED,
    documents: {
      [END]: madeAccounts({ end: END, now: BALANCE, before: { ...BALANCE, CurrentAssets: 1_000 } }),
      [BEFORE]: madeAccounts({ end: BEFORE, now: BALANCE }),
    },
  },
  newerFiled: filed(madeAccounts({ end: BEFORE, now: BALANCE }), FILED, BEFORE),
  withoutPeople: filed(madeAccounts({ end: END, now: BALANCE })),
  fractionOfPeople: filed(filedDocument('Prod224_2601_08241895_20250630.html'), FILED, '2025-06-30'),
  small: filed(madeAccounts({ end: END, now: BALANCE, people: 3 })),
  anotherTrade: filed(
    madeAccounts({
      end: END,
      now: BALANCE,
      activity: 'The principal activity of the company is that of dental practice.',
    }),
    { ...FILED, 'SICCode.SicText_1': '62012 - Business and domestic software development' },
  ),
} satisfies Record<string, Case>;

export type AccountsCase = keyof typeof CASES;
export const numberOf = (name: AccountsCase): string => String(40_000_001 + Object.keys(CASES).indexOf(name));

/** As its own company filed it. */
const filedByIts = (name: AccountsCase, { row, documents = {} }: Case): Case => ({
  row,
  documents: Object.fromEntries(
    Object.entries(documents).map(([end, document]) => [
      end,
      typeof document === 'string' ? document : filedBy(document, numberOf(name)),
    ]),
  ),
});
/** By case; each is a company of its own. */
export const ACCOUNTS_CASES: readonly (readonly [AccountsCase, Case])[] = Object.entries<Case>(CASES).map(
  ([key, made]) => {
    const name = key as AccountsCase; // of CASES
    return [name, filedByIts(name, made)];
  },
);

export const ACCOUNTS_ROWS: readonly RowOverrides[] = ACCOUNTS_CASES.map(([name, { row }]) => ({
  CompanyNumber: numberOf(name),
  CompanyName: `${name.toUpperCase()} LIMITED`,
  ...row,
}));

export const ACCOUNTS_DOCUMENTS: Loaded = {
  source: 'accounts',
  asOf: '2025-06-30',
  files: Object.fromEntries(
    ACCOUNTS_CASES.flatMap(([name, { documents = {} }]) =>
      Object.entries(documents).map(([end, document]) => [publishedAs(numberOf(name), end), document]),
    ),
  ),
};
const HISTORY = answers('filings', 'filing-history', {
  [numberOf('inHistory')]: [
    {
      transaction_id: 'MzQ1',
      type: 'AA',
      category: 'accounts',
      date: '2024-05-02',
      description: 'accounts-with-accounts-type-small',
      description_values: { made_up_date: END },
    },
  ],
});
const PAY_GAP: Loaded = {
  source: 'pay_gap',
  asOf: '2024-04-05',
  files: {
    'UK_Gender_Pay_Gap_Data_2023_to_2024.csv': csvTable([
      {
        EmployerName: 'Small Limited',
        EmployerId: '1',
        CompanyNumber: numberOf('small'),
        EmployerSize: '500 to 999',
        DueDate: '2024/04/05 00:00:00',
        DateSubmitted: '2024/03/06 09:00:00',
      },
    ]),
  },
};
const FILED_BLOCKS = ['financials_filed', 'employees_filed'] as const;

export const accounts: Area = {
  name: 'filed accounts',
  data: 'real filed documents and made ones (inline XBRL), the register file, a filing history, a pay gap report',
  world: () => ({ loaded: [companiesFile(ACCOUNTS_ROWS), ACCOUNTS_DOCUMENTS, HISTORY, PAY_GAP] }),
  cells: [
    ...reason(FILED_BLOCKS, 'first_accounts_not_yet_due', 'none are due yet', numberOf('young')),
    ...reason(FILED_BLOCKS, 'accounts_overdue', 'none were filed, though due', numberOf('late')),
    ...reason(FILED_BLOCKS, 'no_accounts_filed', 'none were filed and none are due', numberOf('never')),
    ...reason(FILED_BLOCKS, 'no_financials_on_file', 'the document is not held', numberOf('notHeld')),
    ...reason(
      FILED_BLOCKS,
      'financials_in_live_filing_only',
      'the filing history alone shows them',
      numberOf('inHistory'),
    ),
    ...reason(FILED_BLOCKS, 'accounts_not_machine_readable', 'the document is a PDF', numberOf('pdf')),
    ...reason(FILED_BLOCKS, 'accounts_unreadable', 'the document is a placeholder', numberOf('placeholder')),
    ...reason(
      'financials_filed',
      'dormant_company',
      'dormant accounts state no figure',
      numberOf('dormantWithoutFigures'),
    ),
    ...advisory(FILED_BLOCKS, 'dormant_company', 'dormant accounts state some', numberOf('dormant')),
    ...advisory(
      'financials_filed',
      'accounts_made_up_date_off_reference_date',
      'the first period has five months',
      numberOf('shortFirstYear'),
    ),
    ...advisory(
      'financials_filed',
      'balance_sheet_breaks_from_adjacent_year',
      'comparatives are not what was filed the year before',
      numberOf('restated'),
    ),
    ...advisory(
      'financials_filed',
      'financials_in_live_filing_only',
      'the register file knows newer ones',
      numberOf('newerFiled'),
    ),
    ...withheld(
      'financials_filed',
      'filed_value_implausible',
      'the page and its sums contradict figures',
      numberOf('contradicted'),
    ),
    ...withheld('financials_filed', 'bank_income_line_unconfirmed', 'it is a bank', numberOf('bank')),
    ...withheld('financials_filed', 'bank_profit_line_unconfirmed', 'it is a bank', numberOf('bank')),
    ...withheld(
      'financials_filed',
      'share_capital_as_equity',
      'shares are the only equity that is stated',
      numberOf('sharesAlone'),
    ),
    ...withheld(
      'financials_filed',
      'equity_implausible_against_balance_sheet',
      'net assets are not what assets leave over',
      numberOf('unbalanced'),
    ),
    ...reason(
      'employees_filed',
      'no_headcount_on_file',
      'the accounts state none',
      numberOf('withoutPeople'),
    ),
    ...reason(
      'employees_filed',
      'filed_value_implausible',
      'it files two hundredths of a person',
      numberOf('fractionOfPeople'),
    ),
    ...reason(
      'employees',
      'no_employee_estimate_on_file',
      'the headcount on file is no number of people',
      numberOf('fractionOfPeople'),
    ),
    ...advisory(
      'employees',
      'sources_disagree',
      'its pay gap band is far from what it filed',
      numberOf('small'),
    ),
    ...reason(
      'nature_of_business',
      'no_description_on_file',
      'its accounts tell none',
      numberOf('withoutPeople'),
    ),
    ...advisory(
      ['industry', 'nature_of_business'],
      'label_contradicts_filed_sic',
      'its accounts tell of another trade than the filed code',
      numberOf('anotherTrade'),
    ),
    ...reason('nature_of_business', 'no_domain_to_read', 'no accounts are held', numberOf('notHeld')),
    ...reason('scores', 'no_scores_on_file', 'what is held cannot be read', numberOf('placeholder')),
    ...reason('financial_benchmarks', 'no_ratios_to_benchmark', 'no accounts are held', numberOf('notHeld')),
    ...reason('financial_benchmarks', 'benchmark_unavailable', 'no cohorts are made', numberOf('restated')),
    ...reason('comparables', 'peer_search_unavailable', 'no cohorts are made', numberOf('restated')),
  ],
};
