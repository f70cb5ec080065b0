import { WITHHELD_WHEN_READ, type ReadAccounts } from '../../filed-accounts/accounts-record.js';
import { defineBlock } from '../runner/define-block.js';
import { filedOn, hasFiledNewer, whyNoAccounts, type FilingFacts } from './accounts-filed.js';
import { FIGURE_DETAILS, FILED_NOT_READ, financials } from './accounts-values.js';
import { advisoriesIn, contradictedIn, financialsValue, isInDoubt } from './accounts-answer.js';
import {
  amendmentOf,
  heldAccounts,
  type StandingAccounts,
} from '../../sources/accounts/standing-accounts.js';

const SOURCE = 'company_register_accounts';
/** The advisories, the gravest first. */
const ADVISORIES = [
  'balance_sheet_breaks_from_adjacent_year',
  'accounts_made_up_date_off_reference_date',
  'financials_in_live_filing_only',
  'dormant_company',
] as const;

type Series = readonly [ReadAccounts, ...ReadAccounts[]];

function advisoriesOf(facts: FilingFacts, series: Series): (typeof ADVISORIES)[number][] {
  const applies: Readonly<Record<(typeof ADVISORIES)[number], boolean>> = {
    ...advisoriesIn(series, facts),
    financials_in_live_filing_only: hasFiledNewer(facts, series[0].document.made_up_to),
  };
  return ADVISORIES.filter((advisory) => applies[advisory]);
}

/** The newest accounts and the others of their scope; null if the newest have no period. */
function seriesOf({ record: newest }: StandingAccounts, read: readonly StandingAccounts[]): Series | null {
  if (newest.periods.length === 0) return null;
  const others = read.map(({ record }) => record).filter(({ scope }) => scope === newest.scope);
  return [newest, ...others.filter((record) => record !== newest)];
}

export default defineBlock({
  key: 'financials_filed',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Figures of the last filed accounts, up to five periods.',
  source: [SOURCE],
  coverage:
    'Companies whose filed accounts are machine readable (most micro and small; few large or listed).',
  needs: ['company', 'accounts'],
  uses: ['filings'],
  own_records: ['registration', 'accounts'],
  reasons: [...FILED_NOT_READ, 'dormant_company'],
  advisories: ADVISORIES,
  withheld: WITHHELD_WHEN_READ,
  details: FIGURE_DETAILS,
  value: financials,
})(({ company, accounts, filings }) => {
  const facts = { company, filings };
  const { freshness } = accounts;
  const notFound = { status: 'not_found', source: SOURCE, as_of: accounts.as_of, freshness } as const;
  const accountsOnFile = heldAccounts(accounts.record);
  const [newest] = accountsOnFile.read;
  if (newest === undefined) return { ...notFound, ...whyNoAccounts(facts, accountsOnFile) };
  const { document } = newest.record;
  const series = seriesOf(newest, accountsOnFile.read);
  if (series === null) {
    const reason = newest.record.dormant === true ? 'dormant_company' : 'accounts_unreadable';
    return { ...notFound, as_of: document.made_up_to, reason, detail: { document: { ...document } } };
  }
  const advisories = advisoriesOf(facts, series);
  const filed_on = filedOn(filings, document.made_up_to);
  const value = financialsValue(series, facts, { filed_on, read_by: 'ixbrl' });
  return {
    status: 'available',
    value,
    source: SOURCE,
    as_of: value.periods[0]?.period.end ?? document.made_up_to,
    freshness,
    flagged_for_review:
      newest.record.scope !== 'company' ||
      isInDoubt(series) ||
      advisories.includes('balance_sheet_breaks_from_adjacent_year'),
    advisories,
    detail: { ...amendmentOf(newest), ...contradictedIn(series) },
  };
});
