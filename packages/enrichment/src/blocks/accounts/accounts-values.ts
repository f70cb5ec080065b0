/** Shapes and codes that the filed and the live accounts blocks share. */
import { z } from 'zod';
import { FIGURES, WITHHELD_WHEN_READ } from '../../filed-accounts/accounts-record.js';
import { count, isoDate, money, period, text, withheld } from '../runner/value-types.js';

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

const DOCUMENT_DETAILS = {
  document: 'the document that was read, or that gave nothing, and why it can not be read.',
  other_company: 'the company that a document of `accounts_unreadable` names in the place of this one.',
  evidence: 'the documents that this one replaces, where it amends them.',
} as const;

/** The fields of `detail` for figures. */
export const FIGURE_DETAILS = {
  contradicted:
    'figures that something else in their document speaks against: `period_end`, `field`, and the sum that does not hold ' +
    '(`identity`) or what speaks against it (`by`).',
  filed:
    'what was filed for those that the page or a statement speaks against: `period_end`, `field`, `concept`, and `printed`, its ' +
    'text on the page, before scale and sign.',
  ...DOCUMENT_DETAILS,
} as const;

/** The fields of `detail` for headcounts. */
export const HEADCOUNT_DETAILS = {
  filed:
    'what was filed and is not believed, with `filed_value_implausible`: `concept`, the name of the fact, and `printed`, ' +
    'its text on the page, before scale and sign.',
  ...DOCUMENT_DETAILS,
} as const;

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

/** Reasons why a figure that was read is not shown. */
export const FIGURE_WITHHELD = WITHHELD_WHEN_READ;
