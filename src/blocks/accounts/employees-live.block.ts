import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { LIVE_NOT_READ, filedHeadcount } from './accounts-values.js';

export default defineBlock({
  key: 'employees_live',
  tier: 'premium',
  latency_class: 'document',
  description: 'The average headcount read now from the newest accounts at the register.',
  source: ['company_register_accounts', 'cache'],
  coverage: 'Companies with accounts at the register.',
  reasons: [...LIVE_NOT_READ, 'no_headcount_in_accounts_reading', 'filed_value_implausible', 'not_confirmed'],
  advisories: ['dormant_company'],
  value: filedHeadcount,
})(notAvailableYet);
