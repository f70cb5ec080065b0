import { defineBlock } from '../runner/define-block.js';
import { whyNoAccounts } from './accounts-filed.js';
import { FILED_NOT_READ, HEADCOUNT_DETAILS, filedHeadcount } from './accounts-values.js';
import { headcountAnswer, isHeadcountUnsure } from './accounts-answer.js';
import { amendmentOf, heldAccounts } from '../../sources/accounts/standing-accounts.js';

const SOURCE = 'company_register_accounts';

export default defineBlock({
  key: 'employees_filed',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The average headcount stated in the last filed accounts.',
  source: [SOURCE],
  coverage: 'Companies whose filed accounts are machine readable and state a headcount.',
  needs: ['company', 'accounts'],
  uses: ['filings'],
  own_records: ['registration', 'accounts'],
  reasons: [...FILED_NOT_READ, 'no_headcount_on_file', 'filed_value_implausible'],
  advisories: ['dormant_company'],
  details: HEADCOUNT_DETAILS,
  value: filedHeadcount,
})(({ company, accounts, filings }) => {
  const { as_of, freshness } = accounts;
  const from = { source: SOURCE, as_of, freshness } as const;
  const accountsOnFile = heldAccounts(accounts.record);
  const [newest] = accountsOnFile.read;
  if (newest === undefined)
    return { status: 'not_found', ...from, ...whyNoAccounts({ company, filings }, accountsOnFile) };
  const { employees, document } = newest.record;
  return headcountAnswer(newest.record, {
    read_by: 'ixbrl',
    from: { ...from, as_of: document.made_up_to },
    missingReason: 'no_headcount_on_file',
    certainty: { flagged_for_review: isHeadcountUnsure(employees.now) },
    detail: amendmentOf(newest),
    detailIfMissing: { document: { ...document } },
  });
});
