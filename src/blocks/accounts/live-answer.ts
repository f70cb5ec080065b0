/** What both live accounts blocks say of a document beside its figures. */
import type { ReadAccounts, Scope } from '../../filed-accounts/accounts-record.js';
import type { NewestAccounts } from './accounts-filings.js';
import type { LiveAccounts } from './live-accounts.js';
import { amendmentOf } from '../../sources/accounts/standing-accounts.js';

/** Below it a value that was read from pages is flagged (Blocks 4.21). */
const FLAGGED_BELOW = 0.9;

/** Where the document doesn't say what it is, the register's list does. */
export const withRegisterType = (record: ReadAccounts, { accounts_type }: NewestAccounts): ReadAccounts => ({
  ...record,
  accounts_type: record.accounts_type ?? accounts_type,
  dormant: record.dormant ?? (accounts_type === 'dormant' ? true : null),
});

/** Figures that are facts of the document carry no confidence; what is read from pages always does. */
export function howSurely({ reading }: LiveAccounts, scope: Scope, what: 'figures' | 'people') {
  const ofGroup = scope !== 'company';
  if (reading.read_by === 'ixbrl') return { flagged_for_review: ofGroup };
  const confidence = what === 'figures' ? reading.confidence : reading.headcount_confidence;
  return { confidence, flagged_for_review: ofGroup || confidence < FLAGGED_BELOW };
}

/** How the document was read where it is no data, and what it replaced. */
export function liveDetail({ reading, filing }: LiveAccounts) {
  const { record } = reading;
  const amended = amendmentOf({
    record: { ...record, amended: record.amended || filing.amended },
    replaces: filing.replaces,
  });
  if (reading.read_by === 'ixbrl') return amended;
  return { ...amended, pdf_reading: reading.read_by, unconfirmed_figures: [...reading.unconfirmed] };
}
