/** Divides a company's record into kinds of facts whose changes are reported apart. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { accountsCategory, isAccountsDueDayPast } from './accounts-category.js';
import type { CompanyRecord } from './company-record.js';

/** `registration`: every field of no other kind. `accounts`: with their being due. `charges`: counts. */
export const COMPANY_KINDS = ['registration', 'office', 'accounts', 'statement', 'charges'] as const;
export type CompanyKind = (typeof COMPANY_KINDS)[number];

/** The facts by kind, without the version. @param day the day of the data */
export function companyFacts(company: CompanyRecord, day: IsoDate): Readonly<Record<CompanyKind, unknown>> {
  const { office, accounts, confirmation_statement, mortgages, version: _version, ...registration } = company;
  return {
    registration,
    office,
    accounts: [accounts, isAccountsDueDayPast(company, day), accountsCategory(company, day)],
    statement: confirmation_statement,
    charges: mortgages,
  };
}
