/** Checks a filed number of employees against the rest of the accounts (Blocks 4.17). */
import type { ReadAccounts } from '../../filed-accounts/accounts-record.js';

const IMPLAUSIBLE_FACTOR = 100;
/** The maximum employees of a micro-entity (Companies Act 2006 s384A); one of two years may have more. */
const MICRO_EMPLOYEES = 10;
/** The maximum headcount of a company that owns almost nothing. */
const MAX_WITHOUT_ASSETS = 10;
/** The minimum that a larger company holds or earns per employee, a hundredth of the usual amount. */
const LEAST_PER_HEAD = 100;

/** The largest amount of any figure of the period that ends on the balance day; 0: none is stated. */
function largestFigure({ periods, document }: ReadAccounts): number {
  const ownPeriod = periods.find(({ end }) => end === document.made_up_to);
  return Object.values(ownPeriod?.figures ?? {}).reduce(
    (max, { amount }) => Math.max(max, Math.abs(Number(amount))),
    0,
  );
}

/** Returns true if the headcount contradicts the balance sheet, the kind of accounts or the year before. */
export function isImplausibleHeadcount(accounts: ReadAccounts): boolean {
  const { now, before } = accounts.employees;
  const [employees, earlier] = [now?.employees ?? null, before?.employees ?? null];
  if (employees === null) return now !== null;
  if (accounts.standard === 'micro-entities' && employees >= IMPLAUSIBLE_FACTOR * MICRO_EMPLOYEES)
    return true;
  const largest = largestFigure(accounts);
  if (employees > MAX_WITHOUT_ASSETS && largest > 0 && largest < LEAST_PER_HEAD * employees) return true;
  if (employees === 0 || earlier === null || earlier === 0) return false;
  return employees >= IMPLAUSIBLE_FACTOR * earlier || earlier >= IMPLAUSIBLE_FACTOR * employees;
}
