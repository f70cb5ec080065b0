import { z } from 'zod';
import {
  accountsCategory,
  areAccountsOverdue,
  neverFiledAccounts,
} from '../../sources/companies/accounts-category.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { filesAccounts, filesConfirmationStatement } from '../../sources/companies/filing-habits.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { defineBlock } from '../runner/define-block.js';
import { isoDate, text } from '../runner/value-types.js';

const ADVISORIES = [
  'accounts_overdue',
  'no_accounts_filed',
  'first_accounts_not_yet_due',
  'dormant_company',
] as const;

type Advisory = (typeof ADVISORIES)[number];

/** The advisories, the gravest first. They are judged at the date of the data, never today (Blocks 1.11). */
function advisoriesOf(record: CompanyRecord, category: string | null, asOf: IsoDate) {
  const { next_due_on } = record.accounts;
  const neverFiled = neverFiledAccounts(record);
  const applies: Readonly<Record<Advisory, boolean>> = {
    accounts_overdue: areAccountsOverdue(record, asOf),
    no_accounts_filed: neverFiled && next_due_on === null && filesAccounts(record.number),
    first_accounts_not_yet_due: neverFiled && next_due_on !== null && next_due_on >= asOf,
    dormant_company: category === 'dormant',
  };
  return ADVISORIES.filter((advisory) => applies[advisory]);
}

const NO_DATES = { last_made_up_on: null, next_due_on: null };

export default defineBlock({
  key: 'filing_status',
  tier: 'core',
  latency_class: 'instant',
  description: 'When accounts and confirmation statement were last made up and are next due.',
  source: ['company_register'],
  coverage: 'Types that file accounts or confirmation statements.',
  needs: ['company'],
  own_records: ['registration', 'accounts', 'statement'],
  reasons: ['no_filing_dates_on_file'],
  advisories: ADVISORIES,
  value: z.strictObject({
    accounts_last_made_up_on: isoDate.nullable(),
    accounts_next_due_on: isoDate.nullable(),
    accounts_category: text
      .nullable()
      .describe("The register's key, such as micro-entity or total-exemption-full."),
    confirmation_statement_last_made_up_on: isoDate.nullable(),
    confirmation_statement_next_due_on: isoDate.nullable(),
  }),
})(({ company: { record, as_of } }) => {
  const statement = record && filesConfirmationStatement(record) ? record.confirmation_statement : null;
  const { last_made_up_on, next_due_on } = record?.accounts ?? NO_DATES;
  const dates = [last_made_up_on, next_due_on, statement?.last_made_up_on, statement?.next_due_on];
  if (record === null || dates.every((date) => date == null)) {
    return { status: 'not_found', reason: 'no_filing_dates_on_file', source: 'company_register', as_of };
  }
  const accounts_category = accountsCategory(record, as_of);
  return {
    status: 'available',
    value: {
      accounts_last_made_up_on: last_made_up_on,
      accounts_next_due_on: next_due_on,
      accounts_category,
      confirmation_statement_last_made_up_on: statement?.last_made_up_on ?? null,
      confirmation_statement_next_due_on: statement?.next_due_on ?? null,
    },
    source: 'company_register',
    as_of,
    advisories: advisoriesOf(record, accounts_category, as_of),
  };
});
