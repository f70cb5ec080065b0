/** Defines value shapes and reasons that the filed and the live accounts blocks share. */
import { z } from 'zod';
import { FIGURES } from '../../filed-accounts/accounts-record.js';
import { count, isoDate, money, period, text, withheld } from '../runner/value-types.js';
import details from './details.json';

const scope = z.enum(['company', 'group', 'unknown']);
const readBy = z.enum(['ixbrl', 'pdf_text', 'ocr']);

const financialPeriod = z.strictObject({
  period,
  figures: z
    .record(z.enum(FIGURES), money.nullable())
    .describe('Whole units; null: not filed, or read and withheld.'),
  derived_figures: z.array(z.strictObject({ field: text, from: z.array(text) })),
  withheld: z.array(withheld),
});

/** Value of financials_filed and financials_live. */
export const financials = z.strictObject({
  accounts_type: text.nullable(),
  scope,
  dormant: z.boolean().nullable(),
  audited: z.boolean().nullable(),
  periods: z.array(financialPeriod).max(5).describe('Newest first.'),
  document: z.strictObject({
    made_up_to: isoDate,
    filed_on: isoDate.nullable(),
    taxonomy: text.nullable(),
    document_id: text.nullable(),
    read_by: readBy,
  }),
});

/** Value of employees_filed and employees_live. */
export const filedHeadcount = z.strictObject({
  headcount: count.describe('Employees, the average over the period.'),
  basis: z.literal('average_over_period'),
  scope,
  period,
  prior: z.strictObject({ headcount: count, period }).nullable(),
  document: z.strictObject({
    made_up_to: isoDate,
    document_id: text.nullable(),
    read_by: readBy,
  }),
});

export const FIGURE_DETAILS = { ...details.figures, ...details.document };

export const HEADCOUNT_DETAILS = { ...details.headcount, ...details.document };

/** Reasons why filed accounts give no answer. */
export const FILED_NOT_READ = [
  'first_accounts_not_yet_due',
  'accounts_overdue',
  'no_accounts_filed',
  'financials_in_live_filing_only',
  'no_financials_on_file',
  'accounts_not_machine_readable',
  'accounts_unreadable',
] as const;

/** Reasons why the newest accounts at the register give no answer. */
export const LIVE_NOT_READ = [
  'first_accounts_not_yet_due',
  'accounts_overdue',
  'no_accounts_filed',
  'accounts_not_machine_readable',
  'accounts_ocr_unavailable',
  'accounts_read_failed',
  'no_accounts_reading_on_file',
  'source_busy',
  'register_unavailable',
] as const;
