import { defineBlock } from '../runner/define-block.js';
import { LIVE_NOT_READ, HEADCOUNT_DETAILS, filedHeadcount } from './accounts-values.js';
import { headcountValue } from './headcount-answer.js';
import { isImplausibleHeadcount } from '../../sources/accounts/headcount-check.js';
import { liveAccounts } from './live-accounts.js';
import { howSurely, liveDetail, withRegisterType } from './live-answer.js';

export default defineBlock({
  key: 'employees_live',
  tier: 'premium',
  latency_class: 'document',
  description: 'The average headcount read now from the newest accounts at the register.',
  source: ['company_register_accounts', 'cache'],
  coverage: 'Companies with accounts at the register.',
  needs: ['company'],
  uses: ['filings'],
  readings: ['register_answer', 'document'],
  reasons: [...LIVE_NOT_READ, 'no_headcount_in_accounts_reading', 'filed_value_implausible', 'not_confirmed'],
  advisories: ['dormant_company'],
  details: HEADCOUNT_DETAILS,
  value: filedHeadcount,
})((facts) => {
  const live = liveAccounts(facts);
  if (live.status !== 'read') return live;
  const { reading, filing, source, freshness } = live;
  const record = withRegisterType(reading.record, filing);
  const { now } = record.employees;
  const where = { source, as_of: now?.end ?? record.document.made_up_to, freshness } as const;
  const detail = liveDetail(live);
  if (now === null)
    return { status: 'not_found', reason: 'no_headcount_in_accounts_reading', ...where, detail };
  const value = isImplausibleHeadcount(record) ? null : headcountValue(record, reading.read_by);
  if (value === null) {
    const filed = { concept: now.by.concept, printed: now.by.printed };
    return { status: 'not_found', reason: 'filed_value_implausible', ...where, detail: { ...detail, filed } };
  }
  return {
    status: 'available',
    value,
    ...where,
    ...howSurely(live, now.scope, 'people'),
    advisories: record.dormant === true ? ['dormant_company'] : [],
    detail,
  };
});
