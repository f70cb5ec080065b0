import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { filedHeadcount } from './accounts-values.js';

export default defineBlock({
  key: 'employees_filed',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The average headcount stated in the last filed accounts.',
  source: ['company_register_accounts'],
  coverage: 'Companies whose filed accounts are machine readable and state a headcount.',
  reasons: [
    'first_accounts_not_yet_due',
    'accounts_overdue',
    'no_accounts_filed',
    'financials_in_live_filing_only',
    'no_financials_on_file',
    'accounts_not_machine_readable',
    'accounts_unreadable',
    'no_headcount_on_file',
    'filed_value_implausible',
  ],
  advisories: ['dormant_company'],
  value: filedHeadcount,
})(notAvailableYet);
