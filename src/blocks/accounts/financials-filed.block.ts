import type { ReadAccounts } from '../../filed-accounts/accounts-record.js';
import { defineBlock } from '../runner/define-block.js';
import { newerFiled, filedOn, whyNoAccounts, type FilingFacts } from './accounts-filed.js';
import { FIGURE_WITHHELD, FILED_NOT_READ, financials } from './accounts-values.js';
import {
  breaksFromYearBefore,
  isBank,
  isOffReferenceDate,
  periodsOf,
  servedPeriod,
} from './financial-periods.js';
import { amendmentOf, heldAccounts, type StandingAccounts } from '../../sources/accounts/standing-accounts.js';

const SOURCE = 'company_register_accounts';
const ADVISORIES = [
  'balance_sheet_breaks_from_adjacent_year',
  'accounts_made_up_date_off_reference_date',
  'financials_in_live_filing_only',
  'dormant_company',
] as const;

/** Gravest first. */
function advisoriesOf(facts: FilingFacts, series: readonly ReadAccounts[]): (typeof ADVISORIES)[number][] {
  const [newest] = series;
  if (newest === undefined) return [];
  const own = newest.periods.find(({ end }) => end === newest.document.made_up_to);
  const applies: Readonly<Record<(typeof ADVISORIES)[number], boolean>> = {
    balance_sheet_breaks_from_adjacent_year: breaksFromYearBefore(series),
    accounts_made_up_date_off_reference_date:
      own !== undefined && isOffReferenceDate(own, facts.company.record?.accounts ?? null),
    financials_in_live_filing_only: newerFiled(facts, newest.document.made_up_to),
    dormant_company: newest.dormant === true,
  };
  return ADVISORIES.filter((advisory) => applies[advisory]);
}

function valueOf(newest: ReadAccounts, series: readonly ReadAccounts[], facts: FilingFacts) {
  const bank = isBank(facts.company.record?.sic ?? []);
  const { id, made_up_to, taxonomy } = newest.document;
  return {
    accounts_type: newest.standard === 'micro-entities' ? 'micro-entity' : newest.accounts_type,
    scope: newest.scope,
    dormant: newest.dormant,
    audited: newest.audited,
    periods: periodsOf(series).map((period) => servedPeriod(period, bank)),
    document: {
      made_up_to,
      filed_on: filedOn(facts.filings, made_up_to),
      taxonomy,
      document_id: id,
      read_by: 'ixbrl' as const,
    },
  };
}

/** Accounts of the newest one's scope with a figure or a reason for each period; none where the newest states none. */
function seriesOf(read: readonly StandingAccounts[]): ReadAccounts[] {
  const [newest] = read;
  if (newest === undefined || newest.record.periods.length === 0) return [];
  return read.map(({ record }) => record).filter(({ scope }) => scope === newest.record.scope);
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
  reasons: [...FILED_NOT_READ, 'dormant_company'],
  advisories: ADVISORIES,
  withheld: FIGURE_WITHHELD,
  value: financials,
})(({ company, accounts, filings }) => {
  const facts = { company, filings };
  const { freshness } = accounts;
  const notFound = { status: 'not_found', source: SOURCE, as_of: accounts.as_of, freshness } as const;
  const held = heldAccounts(accounts.record);
  const [newest] = held.read;
  if (newest === undefined) return { ...notFound, reason: whyNoAccounts(facts, held) };
  const series = seriesOf(held.read);
  const document = { document: { ...newest.record.document } };
  if (series.length === 0) {
    const reason = newest.record.dormant === true ? 'dormant_company' : 'accounts_unreadable';
    return { ...notFound, reason, detail: document };
  }
  const advisories = advisoriesOf(facts, series);
  const value = valueOf(newest.record, series, facts);
  return {
    status: 'available',
    value,
    source: SOURCE,
    as_of: value.periods[0]?.period.end ?? newest.record.document.made_up_to,
    freshness,
    flagged_for_review:
      newest.record.scope !== 'company' || advisories.includes('balance_sheet_breaks_from_adjacent_year'),
    advisories,
    detail: amendmentOf(newest),
  };
});
