/** Finds the accounts that a company filed by the register, and why none can be read (Blocks 4.15). */
import { areAccountsOverdue, neverFiledAccounts } from '../../sources/companies/accounts-category.js';
import type { UnreadAccounts } from '../../filed-accounts/accounts-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { Facts, WhyMissing } from '../runner/facts.js';
import type { HeldAccounts } from '../../sources/accounts/standing-accounts.js';

export interface FilingFacts {
  readonly company: Facts['company'];
  readonly filings: Facts['filings'] | WhyMissing;
}

/** Tells whether a filing has accounts, amended or not. A change of the reference date has none. */
export const isAccounts = ({ category, form, description }: FilingRecord): boolean =>
  category === 'accounts' &&
  (form === 'AA' || form === 'AAMD' || /^accounts-(?:with|amended)/.test(description ?? ''));

/** Accounts in the filing history, if that is held; newest filing first. */
function inHistory(filings: FilingFacts['filings']) {
  const items = typeof filings === 'string' ? [] : (filings.record?.items ?? []);
  return items
    .flatMap(({ data }) => {
      if (data.record !== 'filing' || !isAccounts(data)) return [];
      const made_up_to = data.values['made_up_date'];
      return made_up_to === undefined ? [] : [{ made_up_to, filed_on: data.date }];
    })
    .sort((a, b) => (a.filed_on < b.filed_on ? 1 : -1));
}

/** The day on which the accounts made up to this day were filed last; null if the history has none. */
export const filedOn = (filings: FilingFacts['filings'], made_up_to: IsoDate): IsoDate | null =>
  inHistory(filings).find((filed) => filed.made_up_to === made_up_to)?.filed_on ?? null;

/** The newest day to which the company made up accounts, by the editions; null: none is known. */
export function knownMadeUpTo({ company, filings }: FilingFacts): IsoDate | null {
  const days = inHistory(filings).map(({ made_up_to }) => made_up_to);
  const last = company.record?.accounts.last_made_up_on;
  return [...days, ...(last == null ? [] : [last])].sort().at(-1) ?? null;
}

/** Tells whether accounts newer than the held ones were filed. */
export const hasFiledNewer = (facts: FilingFacts, made_up_to: IsoDate): boolean =>
  (knownMadeUpTo(facts) ?? '') > made_up_to;

/** The reason why a company that never filed accounts has none, as of that day. */
export function reasonNeverFiled(record: CompanyRecord, as_of: IsoDate) {
  if (record.accounts.next_due_on === null) return 'no_accounts_filed';
  return areAccountsOverdue(record, as_of) ? 'accounts_overdue' : 'first_accounts_not_yet_due';
}

/**
 * Explains why no document of the company can be read: first by the held documents, then by the filing
 * history, then by the register.
 */
export function whyNoAccounts({ company, filings }: FilingFacts, { unread }: HeldAccounts) {
  if (unread !== null) return { ...whyUnread(unread), as_of: unread.document.made_up_to };
  if (typeof filings !== 'string' && inHistory(filings).length > 0)
    return {
      reason: 'financials_in_live_filing_only',
      source: 'company_register_filings',
      as_of: filings.as_of,
      freshness: filings.freshness,
    } as const;
  const { record, as_of, freshness } = company;
  // An overseas entity files no accounts, so none are missing.
  if (record?.number.startsWith('OE') === true) return { reason: 'no_financials_on_file' } as const;
  if (record !== null && neverFiledAccounts(record))
    return { reason: reasonNeverFiled(record, as_of), source: 'company_register', as_of, freshness } as const;
  return { reason: 'no_financials_on_file' } as const;
}

function whyUnread({ why, other_company, document }: UnreadAccounts) {
  if (why === 'pdf') return { reason: 'accounts_not_machine_readable' } as const;
  const otherDetail = other_company !== undefined && {
    detail: { document: { ...document }, other_company },
  };
  const isReasonShown = why === 'impossible_dates' || why === 'undeclared_prefix' || why === 'other_name';
  const reasonDetail = isReasonShown && { detail: { document: { ...document, why } } };
  return { reason: 'accounts_unreadable', ...otherDetail, ...reasonDetail } as const;
}
