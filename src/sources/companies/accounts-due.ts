/** Whether accounts were ever filed, and whether the next ones are late, as far as the register tells. */
import type { IsoDate } from '../../shared/calendar.js';
import { NO_ACCOUNTS_FILED } from './accounts-category.js';
import type { CompanyRecord } from './company-record.js';
import { filesAccounts } from './filing-habits.js';

/** Due before that day (Blocks 1.11), or late in the register's own words. */
export const areAccountsOverdue = ({ accounts, profile }: CompanyRecord, asOf: IsoDate): boolean =>
  profile?.accounts_overdue === true || (accounts.next_due_on !== null && accounts.next_due_on < asOf);

/** A row of the file always tells; a profile that says nothing of accounts does not say that none were filed. */
export const neverFiledAccounts = ({ number, accounts, profile }: CompanyRecord): boolean => {
  const { last_made_up_on, next_due_on, category } = accounts;
  const saysSo = profile === null || next_due_on !== null || category === NO_ACCOUNTS_FILED;
  return last_made_up_on === null && (saysSo || !filesAccounts(number));
};
