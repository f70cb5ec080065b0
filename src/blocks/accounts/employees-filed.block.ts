import { defineBlock } from '../runner/define-block.js';
import { whyNoAccounts } from './accounts-filed.js';
import { FILED_NOT_READ, HEADCOUNT_DETAILS, filedHeadcount } from './accounts-values.js';
import { headcountValue } from './headcount-answer.js';
import { isImplausibleHeadcount } from '../../sources/accounts/headcount-check.js';
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
  reasons: [...FILED_NOT_READ, 'no_headcount_on_file', 'filed_value_implausible'],
  advisories: ['dormant_company'],
  details: HEADCOUNT_DETAILS,
  value: filedHeadcount,
})(({ company, accounts, filings }) => {
  const { freshness } = accounts;
  const notFound = { status: 'not_found', source: SOURCE, as_of: accounts.as_of, freshness } as const;
  const held = heldAccounts(accounts.record);
  const [newest] = held.read;
  if (newest === undefined) return { ...notFound, ...whyNoAccounts({ company, filings }, held) };
  const { employees, document, dormant } = newest.record;
  const { now } = employees;
  const detail = { document: { ...document } };
  if (now === null) return { ...notFound, reason: 'no_headcount_on_file', detail };
  const value = isImplausibleHeadcount(newest.record) ? null : headcountValue(newest.record, 'ixbrl');
  if (value === null)
    return {
      ...notFound,
      as_of: now.end,
      reason: 'filed_value_implausible',
      detail: { ...detail, filed: { concept: now.by.concept, printed: now.by.printed } },
    };
  return {
    status: 'available',
    value,
    source: SOURCE,
    as_of: now.end,
    freshness,
    flagged_for_review: now.scope !== 'company',
    advisories: dormant === true ? ['dormant_company'] : [],
    detail: amendmentOf(newest),
  };
});
