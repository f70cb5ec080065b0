import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { FIGURE_WITHHELD, LIVE_NOT_READ, financials } from './accounts-values.js';

export default defineBlock({
  key: 'financials_live',
  tier: 'premium',
  latency_class: 'document',
  description: 'Figures read now from the newest accounts at the register, PDF on request.',
  source: ['company_register_accounts', 'cache'],
  coverage: 'Companies with accounts at the register.',
  reasons: [...LIVE_NOT_READ, 'accounts_read_no_figures', 'dormant_company', 'not_confirmed'],
  advisories: [
    'dormant_company',
    'accounts_made_up_date_off_reference_date',
    'balance_sheet_breaks_from_adjacent_year',
  ],
  withheld: FIGURE_WITHHELD,
  value: financials,
})(notAvailableYet);
