import { defineBlock } from '../runner/define-block.js';
import { LIVE_NOT_READ, HEADCOUNT_DETAILS, filedHeadcount } from './accounts-values.js';
import { headcountAnswer, certaintyOf, liveDetail, withRegisterType } from './accounts-answer.js';
import { liveAccounts } from './live-accounts.js';

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
  const detail = liveDetail(live);
  return headcountAnswer(record, {
    read_by: reading.read_by,
    from: { source, as_of: record.document.made_up_to, freshness },
    missingReason: 'no_headcount_in_accounts_reading',
    certainty: certaintyOf(live, record.employees.now?.scope ?? 'unknown', 'people'),
    detail,
    detailIfMissing: detail,
  });
});
