/** Reads the register's facts about filed accounts: their kind, by its keys, and whether they are late. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { CompanyRecord } from './company-record.js';
import { filesAccounts } from './filing-habits.js';

/** The last day of files that leave the category of micro-entity accounts blank (Blocks 4.9). */
const BLANK_MEANS_MICRO_UNTIL = '2020-12-31';

/** The file's text for a company that never filed accounts. */
export const NO_ACCOUNTS_FILED = 'NO ACCOUNTS FILED';

const SPECIAL: Readonly<Record<string, string | null>> = {
  [NO_ACCOUNTS_FILED]: null,
  'ACCOUNTS TYPE NOT AVAILABLE': 'no-accounts-type-available',
};

/** The register's key of the kind of accounts; null: nothing was filed, or the kind is unknown. */
export function accountsCategory({ accounts, profile }: CompanyRecord, asOf: IsoDate): string | null {
  const { category, last_made_up_on } = accounts;
  if (category === null) {
    // The API leaves out an unknown kind.
    const isMicro = profile === null && last_made_up_on !== null && asOf <= BLANK_MEANS_MICRO_UNTIL;
    return isMicro ? 'micro-entity' : null;
  }
  const special = SPECIAL[category.toUpperCase()];
  return special === undefined ? category.toLowerCase().replace(/\s+/g, '-') : special;
}

export const isAccountsDueDayPast = ({ accounts }: CompanyRecord, asOf: IsoDate): boolean =>
  accounts.next_due_on !== null && accounts.next_due_on < asOf;

/** Accounts are overdue past their due day (Blocks 1.11), or if the register's profile says so. */
export const areAccountsOverdue = (company: CompanyRecord, asOf: IsoDate): boolean =>
  company.profile?.accounts_overdue === true || isAccountsDueDayPast(company, asOf);

/** A row of the file always states whether accounts were filed; a profile without accounts doesn't. */
export const neverFiledAccounts = ({ number, accounts, profile }: CompanyRecord): boolean => {
  const { last_made_up_on, next_due_on, category } = accounts;
  const saysSo = profile === null || next_due_on !== null || category === NO_ACCOUNTS_FILED;
  return last_made_up_on === null && (saysSo || !filesAccounts(number));
};
