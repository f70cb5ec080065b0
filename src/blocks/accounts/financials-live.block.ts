import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { financials } from './accounts-values.js';

export default defineBlock({
  key: 'financials_live',
  tier: 'premium',
  latency_class: 'document',
  description: 'Figures read now from the newest accounts at the register, PDF on request.',
  source: ['company_register_accounts', 'cache'],
  coverage: 'Companies with accounts at the register.',
  reasons: [
    'first_accounts_not_yet_due',
    'accounts_overdue',
    'no_accounts_filed',
    'accounts_not_machine_readable',
    'accounts_ocr_unavailable',
    'accounts_read_failed',
    'no_accounts_reading_on_file',
    'source_busy',
    'register_unavailable',
    'accounts_read_no_figures',
    'dormant_company',
    'not_confirmed',
  ],
  advisories: [
    'dormant_company',
    'accounts_made_up_date_off_reference_date',
    'balance_sheet_breaks_from_adjacent_year',
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
