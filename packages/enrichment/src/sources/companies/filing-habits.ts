/**
 * Tells by a company number where the body is registered and which documents it files. Rows of bodies that
 * are registered elsewhere (charities, societies, chartered bodies) have a name and placeholders (Blocks
 * 4.9).
 */
import type { CompanyRecord } from './company-record.js';
import type { CompanyNumber } from '../../../../words/src/company-number.js';

/** Prefixes of bodies of other registers: chartered bodies, societies, charities, investment companies. */
const REGISTERED_ELSEWHERE = new Set('RC SR NR IP SP NP RS NO CE CS IC SI NV AC SA NA PC'.split(' '));
/** Prefixes of bodies without confirmation statements: some limited partnerships, overseas companies. */
const WITHOUT_STATEMENT = new Set('LP NL FC SF NF BR'.split(' '));

/** Prefixes of bodies without accounts: partnerships with liable partners, and overseas entities. */
const WITHOUT_ACCOUNTS = new Set('LP NL SL OE'.split(' '));

const prefixOf = (number: CompanyNumber): string => number.slice(0, 2);

/** Returns true if the row has a name but no dates of Companies House. */
export const isRegisteredElsewhere = (number: CompanyNumber): boolean =>
  REGISTERED_ELSEWHERE.has(prefixOf(number));

/** Overseas entities register owners of more than 25%, without bands up to 50% (Economic Crime Act 2022). */
export const isOverseasEntity = (number: string): boolean => number.startsWith('OE');

export const filesAccounts = (number: CompanyNumber): boolean =>
  !isRegisteredElsewhere(number) && !WITHOUT_ACCOUNTS.has(prefixOf(number));

/** The last day that may come from an old annual return. Limited partnerships will file (Blocks 6.3). */
const LAST_LEFT_OVER = '2017-12-31';
const TO_FILE = new Set(['LP', 'NL']);

/** False if the row's date may come from the old annual return. */
export function filesConfirmationStatement({ number, confirmation_statement }: CompanyRecord): boolean {
  if (isRegisteredElsewhere(number)) return false;
  const { next_due_on } = confirmation_statement;
  const isNewDuty = TO_FILE.has(prefixOf(number)) && (next_due_on ?? '') > LAST_LEFT_OVER;
  return isNewDuty || !WITHOUT_STATEMENT.has(prefixOf(number));
}
