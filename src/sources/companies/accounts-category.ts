/** Categories of accounts as the file prints them, as the register's keys (its API enumerations, OGL v3.0). */
import type { IsoDate } from '../../shared/calendar.js';
import type { CompanyRecord } from './company-record.js';

/** Files to the end of 2020 leave the category of micro-entity accounts blank (Blocks 4.9). */
const BLANK_MEANS_MICRO_UNTIL = '2020-12-31';

/** As the file prints that none were ever filed. */
export const NO_ACCOUNTS_FILED = 'NO ACCOUNTS FILED';

const SPECIAL: Readonly<Record<string, string | null>> = {
  [NO_ACCOUNTS_FILED]: null,
  'ACCOUNTS TYPE NOT AVAILABLE': 'no-accounts-type-available',
};

/** The register's key, or null where nothing was filed or its kind is not known. */
export function accountsCategory({ accounts, profile }: CompanyRecord, asOf: IsoDate): string | null {
  const { category, last_made_up_on } = accounts;
  if (category === null) {
    // The API leaves it out where it isn't known.
    const isMicro = profile === null && last_made_up_on !== null && asOf <= BLANK_MEANS_MICRO_UNTIL;
    return isMicro ? 'micro-entity' : null;
  }
  const special = SPECIAL[category.toUpperCase()];
  return special === undefined ? category.toLowerCase().replace(/\s+/g, '-') : special;
}
