/** What the register's own file says, and leaves blank. */
import type { RowOverrides } from '../../../../support/basic-company-data.js';
import { advisory, reason, type Area } from '../cell.js';
import { companiesFile } from '../published.js';

const NO_OFFICE: RowOverrides = {
  'RegAddress.AddressLine1': '',
  'RegAddress.PostTown': '',
  'RegAddress.PostCode': '',
};

const ROWS = {
  chartered: {
    CompanyNumber: 'RC000652',
    CompanyName: 'SYNTHETIC CHARTERED SOCIETY',
    IncorporationDate: '',
    ...NO_OFFICE,
    'SICCode.SicText_1': 'None Supplied',
  },
  overdue: {
    CompanyNumber: '10000002',
    'Accounts.LastMadeUpDate': '30/09/2022',
    'Accounts.NextDueDate': '30/06/2024',
  },
  young: { CompanyNumber: '10000003', 'Accounts.NextDueDate': '31/12/2024' },
  neverDue: { CompanyNumber: '10000004', ConfStmtNextDueDate: '01/12/2024' },
  dormant: {
    CompanyNumber: '10000005',
    'Accounts.LastMadeUpDate': '31/12/2023',
    'Accounts.NextDueDate': '30/09/2025',
    'Accounts.AccountCategory': 'DORMANT',
  },
} satisfies Record<string, RowOverrides>;

export const registered: Area = {
  name: 'the register file',
  data: 'rows of the free company data product',
  world: () => ({
    loaded: [
      companiesFile(Object.values(ROWS).map((row, at) => ({ CompanyName: `COMPANY ${at} LTD`, ...row }))),
    ],
  }),
  cells: [
    ...reason(
      'registered_address',
      'no_address_on_file',
      'the row has no address',
      ROWS.chartered.CompanyNumber,
    ),
    ...reason('industry', 'no_sic_on_file', 'the row has no code', ROWS.chartered.CompanyNumber),
    ...reason(
      'filing_status',
      'no_filing_dates_on_file',
      'the row has no date',
      ROWS.chartered.CompanyNumber,
    ),
    ...reason(
      'registry_events',
      'no_registry_dates_on_file',
      'nothing of the company is dated',
      ROWS.chartered.CompanyNumber,
    ),
    ...advisory(
      'filing_status',
      'accounts_overdue',
      'the day they were due has passed',
      ROWS.overdue.CompanyNumber,
    ),
    ...advisory(
      'filing_status',
      'first_accounts_not_yet_due',
      'none were filed and the first are due later',
      ROWS.young.CompanyNumber,
    ),
    ...advisory(
      'filing_status',
      'no_accounts_filed',
      'none were filed and none are due',
      ROWS.neverDue.CompanyNumber,
    ),
    ...advisory(
      'filing_status',
      'dormant_company',
      'the last accounts were dormant',
      ROWS.dormant.CompanyNumber,
    ),
    ...reason(
      'company_summary',
      'no_summary_on_file',
      'nothing but its identity is on file',
      ROWS.chartered.CompanyNumber,
    ),
    ...reason(
      'business_intelligence',
      'no_business_intelligence_on_file',
      'none of the blocks that it draws from is there',
      ROWS.chartered.CompanyNumber,
    ),
  ],
};
