/**
 * Finds the registers of a company number, and the documents that companies file there. Rows of bodies that
 * are registered elsewhere (charities, societies, chartered bodies) have a name and placeholders (Blocks
 * 4.9).
 */
import type { CompanyRecord } from './company-record.js';
import type { CompanyNumber } from '../../../../words/src/company-number.js';

/**
 * Prefixes of bodies that another body incorporated: royal charters, societies, charitable organisations,
 * open-ended investment companies.
 */
const REGISTERED_ELSEWHERE = new Set('RC SR NR IP SP NP RS NO CE CS IC SI NV AC SA NA PC'.split(' '));
/**
 * Prefixes of bodies that are registered here and file no confirmation statement: English and Northern Irish
 * limited partnerships, overseas companies.
 */
const WITHOUT_STATEMENT = new Set('LP NL FC SF NF BR'.split(' '));

/**
 * Prefixes of bodies that file no accounts: partnerships whose partners answer for their debts, and overseas
 * entities.
 */
const WITHOUT_ACCOUNTS = new Set('LP NL SL OE'.split(' '));

const prefixOf = (number: CompanyNumber): string => number.slice(0, 2);

/**
 * Whether the company is registered elsewhere. Its row has a name, but its dates are not dates of the
 * register.
 */
export const isRegisteredElsewhere = (number: CompanyNumber): boolean =>
  REGISTERED_ELSEWHERE.has(prefixOf(number));

/**
 * Whether the company is an overseas entity. Such an entity registers owners with more than a quarter, but
 * not who holds half (Economic Crime Act 2022).
 */
export const isOverseasEntity = (number: string): boolean => number.startsWith('OE');

/** Whether the type of the company files accounts here. */
export const filesAccounts = (number: CompanyNumber): boolean =>
  !isRegisteredElsewhere(number) && !WITHOUT_ACCOUNTS.has(prefixOf(number));

/**
 * The last day that may be left over from earlier data. Limited partnerships will file confirmation
 * statements (Blocks 6.3).
 */
const LAST_LEFT_OVER = '2017-12-31';
const TO_FILE = new Set(['LP', 'NL']);

/**
 * Whether the date of a confirmation statement in the row is real; else it is left over from the old annual
 * return.
 */
export function filesConfirmationStatement({ number, confirmation_statement }: CompanyRecord): boolean {
  if (isRegisteredElsewhere(number)) return false;
  const { next_due_on } = confirmation_statement;
  const isNew = TO_FILE.has(prefixOf(number)) && (next_due_on ?? '') > LAST_LEFT_OVER;
  return isNew || !WITHOUT_STATEMENT.has(prefixOf(number));
}
