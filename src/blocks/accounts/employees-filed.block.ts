import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { FILED_NOT_READ, filedHeadcount } from './accounts-values.js';

export default defineBlock({
  key: 'employees_filed',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The average headcount stated in the last filed accounts.',
  source: ['company_register_accounts'],
  coverage: 'Companies whose filed accounts are machine readable and state a headcount.',
  reasons: [...FILED_NOT_READ, 'no_headcount_on_file', 'filed_value_implausible'],
  advisories: ['dormant_company'],
  value: filedHeadcount,
})(notAvailableYet);
