/**
 * Finds the registers of a company number, and the documents that companies file there. Rows of bodies that
 * are registered elsewhere (charities, societies, chartered bodies) have a name and placeholders (Blocks
 * 4.9).
 */
import type { CompanyRecord } from './company-record.js';
import type { CompanyNumber } from '../../../../words/src/company-number.js';

/** Prefixes of bodies that others incorporated: by charter, societies, charities, investment companies. */
const REGISTERED_ELSEWHERE = new Set('RC SR NR IP SP NP RS NO CE CS IC SI NV AC SA NA PC'.split(' '));
/** Prefixes of bodies without confirmation statements: some limited partnerships, overseas companies. */
const WITHOUT_STATEMENT = new Set('LP NL FC SF NF BR'.split(' '));

/** Prefixes of bodies without accounts: partnerships with liable partners, and overseas entities. */
const WITHOUT_ACCOUNTS = new Set('LP NL SL OE'.split(' '));

const prefixOf = (number: CompanyNumber): string => number.slice(0, 2);

/** Its row has a name, but no dates of this register. */
export const isRegisteredElsewhere = (number: CompanyNumber): boolean =>
  REGISTERED_ELSEWHERE.has(prefixOf(number));

/** Such an entity registers owners of more than a quarter, not who holds half (Economic Crime Act 2022). */
export const isOverseasEntity = (number: string): boolean => number.startsWith('OE');

export const filesAccounts = (number: CompanyNumber): boolean =>
  !isRegisteredElsewhere(number) && !WITHOUT_ACCOUNTS.has(prefixOf(number));

/** The last day that may be left over. Limited partnerships will file such statements (Blocks 6.3). */
const LAST_LEFT_OVER = '2017-12-31';
const TO_FILE = new Set(['LP', 'NL']);

/** False if the date in the row may be left over from the old annual return. */
export function filesConfirmationStatement({ number, confirmation_statement }: CompanyRecord): boolean {
  if (isRegisteredElsewhere(number)) return false;
  const { next_due_on } = confirmation_statement;
  const isNew = TO_FILE.has(prefixOf(number)) && (next_due_on ?? '') > LAST_LEFT_OVER;
  return isNew || !WITHOUT_STATEMENT.has(prefixOf(number));
}
