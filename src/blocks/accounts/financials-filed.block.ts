import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { financials } from './accounts-values.js';

export default defineBlock({
  key: 'financials_filed',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Figures of the last filed accounts, up to five periods.',
  source: ['company_register_accounts'],
  coverage:
    'Companies whose filed accounts are machine readable (most micro and small; few large or listed).',
  reasons: [
    'first_accounts_not_yet_due',
    'accounts_overdue',
    'no_accounts_filed',
    'financials_in_live_filing_only',
    'no_financials_on_file',
    'accounts_not_machine_readable',
    'accounts_unreadable',
    'dormant_company',
  ],
  advisories: [
    'dormant_company',
    'accounts_made_up_date_off_reference_date',
    'balance_sheet_breaks_from_adjacent_year',
    'financials_in_live_filing_only',
  ],
  withheld: [
    'share_capital_as_equity',
    'equity_implausible_against_balance_sheet',
    'bank_income_line_unconfirmed',
    'bank_profit_line_unconfirmed',
    'filed_value_implausible',
  ],
  value: financials,
})(notAvailableYet);
