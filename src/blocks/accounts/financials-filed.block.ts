import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { FIGURE_WITHHELD, FILED_NOT_READ, financials } from './accounts-values.js';

export default defineBlock({
  key: 'financials_filed',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Figures of the last filed accounts, up to five periods.',
  source: ['company_register_accounts'],
  coverage:
    'Companies whose filed accounts are machine readable (most micro and small; few large or listed).',
  reasons: [...FILED_NOT_READ, 'dormant_company'],
  advisories: [
    'dormant_company',
    'accounts_made_up_date_off_reference_date',
    'balance_sheet_breaks_from_adjacent_year',
    'financials_in_live_filing_only',
  ],
  withheld: FIGURE_WITHHELD,
  value: financials,
})(notAvailableYet);
