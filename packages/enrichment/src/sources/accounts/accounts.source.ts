/** Defines the source of filed accounts: Companies House's archives of a day or a month. */
import { publicationDay } from '../kit/editions/edition-date.js';
import { OGL, type Finder, type TakenFiles } from '../kit/publication/finder.js';
import { listedFiles, type ListedFile } from '../kit/publication/listed-files.js';
import { daysBefore } from '../../../../words/src/calendar.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { READER } from '../../filed-accounts/read-accounts.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { AccountsDocuments } from './accounts-documents.js';

/** The newest day among the imported archives; blank: there are none. */
function reachOf({ names }: Pick<TakenFiles, 'names'>): string {
  const days = [...names].map((name) => publicationDay(name) ?? '');
  return days.reduce((last, day) => (day > last ? day : last), '');
}

/** The days' archives after `reach` if the list goes back that far, else months' and later days' archives. */
export function archivesToTake(
  days: readonly ListedFile[],
  months: readonly ListedFile[],
  reach: string,
): readonly ListedFile[] {
  const after = (files: readonly ListedFile[], day: string): readonly ListedFile[] =>
    files.filter((file) => file.day > day);
  const first = days[0]?.day ?? '';
  // A day without filings has no archive, so days in between may be missing.
  const hasEveryDay = reach !== '' && first !== '' && daysBefore(first, 1) <= reach;
  if (hasEveryDay) return after(days, reach);
  const wholeMonths = after(months, reach);
  return [...wholeMonths, ...after(days, wholeMonths.at(-1)?.day ?? reach)];
}

/** Finds the archives. A day's archive stays online for some 60 days, a month's archive for a year. */
const accountsFinder: Finder = {
  publisher: 'companies_house',
  licence: `Companies House, ${OGL}`,
  every_hours: 24,
  room: 2,
  most_gb: 120,
  async find(site, takenFiles) {
    const days = await listedFiles(site, {
      page: '/en_accountsdata.html',
      names: /^Accounts_Bulk_Data-\d{4}-\d{2}-\d{2}\.zip$/,
      called: 'Accounts_Bulk_Data-YYYY-MM-DD.zip',
    });
    const months = await listedFiles(site, {
      page: '/en_monthlyaccountsdata.html',
      names: /^Accounts_Monthly_Data-[A-Z][a-z]+\d{4}\.zip$/,
      called: 'Accounts_Monthly_Data-MonthYYYY.zip',
    });
    const isUpdate = takenFiles.as_of !== null && takenFiles.names.size > 0;
    return {
      as_of: null,
      update: isUpdate,
      files: archivesToTake(days, months, isUpdate ? reachOf(takenFiles) : ''),
    };
  },
};

export const accounts = defineRecordSource<AccountsRecord>()({
  name: 'accounts',
  fact: 'accounts',
  // There is an archive a day; an edition older than a month lacks some.
  stale_after_days: 31,
  finder: accountsFinder,
  layout: 1,
  // If two documents have the same balance day, the later publication counts (`standing-accounts.ts`).
  ordered: true,
  reader: READER,
  forms: [],
  documents: (today) => new AccountsDocuments(today),
  // Takes every member except folders and the reports CIC34 of community interest companies.
  members: /^(?!(?:.*\/)?cic34\/)(?:.*[^/])?$/i,
});
