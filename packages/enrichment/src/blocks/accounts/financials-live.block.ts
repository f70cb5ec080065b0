import { WITHHELD_WHEN_READ, type ReadAccounts } from '../../filed-accounts/accounts-record.js';
import type { Facts, WhyMissing } from '../runner/facts.js';
import { defineBlock } from '../runner/define-block.js';
import { FIGURE_DETAILS, LIVE_NOT_READ, financials } from './accounts-values.js';
import {
  advisoriesIn,
  contradictedIn,
  financialsValue,
  isInDoubt,
  certaintyOf,
  liveDetail,
  withRegisterType,
} from './accounts-answer.js';
import { liveAccounts } from './live-accounts.js';
import { heldAccounts } from '../../sources/accounts/standing-accounts.js';

/** The advisories, the gravest first. */
const ADVISORIES = [
  'balance_sheet_breaks_from_adjacent_year',
  'accounts_made_up_date_off_reference_date',
  'dormant_company',
] as const;

/** The accounts of earlier years on file, with which the live accounts' comparatives are compared. */
function earlierAccounts(newest: ReadAccounts, accounts: Facts['accounts'] | WhyMissing): ReadAccounts[] {
  if (typeof accounts === 'string') return [];
  return heldAccounts(accounts.record)
    .read.map(({ record }) => record)
    .filter(
      ({ scope, document }) => scope === newest.scope && document.made_up_to < newest.document.made_up_to,
    );
}

export default defineBlock({
  key: 'financials_live',
  tier: 'premium',
  latency_class: 'document',
  description: 'Figures read now from the newest accounts at the register, PDF on request.',
  source: ['company_register_accounts', 'cache'],
  coverage: 'Companies with accounts at the register.',
  needs: ['company'],
  uses: ['filings', 'accounts'],
  readings: ['register_answer', 'document'],
  reasons: [...LIVE_NOT_READ, 'accounts_read_no_figures', 'dormant_company', 'not_confirmed'],
  advisories: ADVISORIES,
  withheld: WITHHELD_WHEN_READ,
  details: FIGURE_DETAILS,
  value: financials,
})((facts) => {
  const live = liveAccounts(facts);
  if (live.status !== 'read') return live;
  const { reading, filing, source, freshness } = live;
  const newest = withRegisterType(reading.record, filing);
  const { made_up_to } = newest.document;
  if (newest.periods.length === 0) {
    const reason = newest.dormant === true ? 'dormant_company' : 'accounts_read_no_figures';
    return { status: 'not_found', reason, source, as_of: made_up_to, freshness, detail: liveDetail(live) };
  }
  const { filed_on } = filing;
  const value = financialsValue([newest], facts, { filed_on, read_by: reading.read_by });
  const applies = advisoriesIn([newest, ...earlierAccounts(newest, facts.accounts)], facts);
  const { flagged_for_review, ...confidence } = certaintyOf(live, newest.scope, 'figures');
  return {
    status: 'available',
    value,
    source,
    as_of: value.periods[0]?.period.end ?? made_up_to,
    freshness,
    ...confidence,
    flagged_for_review:
      flagged_for_review || isInDoubt([newest]) || applies.balance_sheet_breaks_from_adjacent_year,
    advisories: ADVISORIES.filter((advisory) => applies[advisory]),
    detail: { ...liveDetail(live), ...contradictedIn([newest]) },
  };
});
