/** The kinds of facts in a company's record, each of which changes on its own. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { accountsCategory, areAccountsDue } from './accounts-category.js';
import type { CompanyRecord } from './company-record.js';

/** `registration`: all that is not below. `accounts`: also whether they were due. `charges`: counts. */
export const COMPANY_KINDS = ['registration', 'office', 'accounts', 'statement', 'charges'] as const;
export type CompanyKind = (typeof COMPANY_KINDS)[number];

/** The facts by kind, without the version. @param day of the data */
export function companyFacts(company: CompanyRecord, day: IsoDate): Readonly<Record<CompanyKind, unknown>> {
  const { office, accounts, confirmation_statement, mortgages, version: _version, ...registration } = company;
  return {
    registration,
    office,
    accounts: [accounts, areAccountsDue(company, day), accountsCategory(company, day)],
    statement: confirmation_statement,
    charges: mortgages,
  };
}
