import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { filedHeadcount } from './accounts-values.js';

export default defineBlock({
  key: 'employees_live',
  tier: 'premium',
  latency_class: 'document',
  description: 'The average headcount read now from the newest accounts at the register.',
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
    'no_headcount_in_accounts_reading',
    'filed_value_implausible',
    'not_confirmed',
  ],
  advisories: ['dormant_company'],
  value: filedHeadcount,
})(notAvailableYet);
