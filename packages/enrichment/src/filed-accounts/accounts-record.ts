/** Defines one set of filed accounts as stored, each figure with the fact behind it. */
import type { IsoDate } from '../../../words/src/calendar.js';
import type { CompanyNumber } from '../../../words/src/company-number.js';
import type { UnreadableWhy } from './xbrl/document.js';

export const FIGURES = [
  'turnover',
  'gross_profit',
  'operating_profit',
  'profit_before_tax',
  'profit_after_tax',
  'fixed_assets',
  'current_assets',
  'cash',
  'debtors',
  'creditors_within_one_year',
  'creditors_after_one_year',
  'net_current_assets',
  'total_assets_less_current_liabilities',
  'total_assets',
  'net_assets',
] as const;
export type FigureKey = (typeof FIGURES)[number];

/** The fact behind a figure, with enough to find it again in the document. */
export interface StatedBy {
  /** The local name of the concept. */
  readonly concept: string;
  /** The id of the context. */
  readonly context: string;
  /** The text as printed, before scale and sign; at most 60 characters. */
  readonly printed: string;
}

/** Replaces a context's id if only the page's text states the figure. */
export const OF_PAGE = 'page';

export interface Figure {
  /** The amount in whole units, with two decimals if it has pence. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The fact that states the figure; null: the figure is derived. */
  readonly by: StatedBy | null;
  /** The figures, or facts, that the figure was derived from. */
  readonly from?: readonly string[];
}

/** Reasons why a figure that the document states is not served. */
export const WITHHELD_WHEN_READ = [
  'share_capital_as_equity',
  'equity_implausible_against_balance_sheet',
  'bank_income_line_unconfirmed',
  'bank_profit_line_unconfirmed',
  'filed_value_implausible',
] as const;
export type WithheldReason = (typeof WITHHELD_WHEN_READ)[number];

/** The evidence for other units on the page than in the tag. Another document may confirm the units. */
export const BY_PRINTED_UNITS = 'units printed on the page';

/** A sum of the column that the figure breaks, or other evidence in the document against the figure. */
export type ContradictedBy = { readonly identity: string } | { readonly by: string };

export interface WithheldFigure {
  readonly field: FigureKey;
  readonly reason: WithheldReason;
  /** The facts that are not trusted. */
  readonly by: readonly StatedBy[];
  readonly contradicted_by?: ContradictedBy;
}

export interface AccountsPeriod {
  /** The first day; null: the document doesn't state it. */
  readonly start: IsoDate | null;
  readonly end: IsoDate;
  readonly figures: Readonly<Partial<Record<FigureKey, Figure>>>;
  readonly withheld: readonly WithheldFigure[];
}

export type Scope = 'company' | 'group' | 'unknown';

export interface Headcount {
  readonly start: IsoDate | null;
  readonly end: IsoDate;
  readonly scope: Scope;
  /** The number of employees; null: the filed value is impossible. */
  readonly employees: number | null;
  readonly by: StatedBy;
}

export interface AccountsDocument {
  /** The published name of the document without its file ending. */
  readonly id: string;
  readonly made_up_to: IsoDate;
  /** The name of the schema: `FRS-102-2025-01-01`. */
  readonly taxonomy: string | null;
}

export interface ReadAccounts {
  readonly status: 'read';
  readonly document: AccountsDocument;
  /** The type in kebab case without "accounts": `full`, `abridged`. */
  readonly accounts_type: string | null;
  /** The accounting standard: `frs-102`, `micro-entities`. */
  readonly standard: string | null;
  readonly dormant: boolean | null;
  readonly audited: boolean | null;
  /** True if the document states that it is revised or amended. */
  readonly amended: boolean;
  readonly scope: Scope;
  /** The document's statements that its figures contradict; absent: none. */
  readonly contradicts?: readonly 'dormant'[];
  /** The period of the accounts, then the previous period; empty if the document states no figure. */
  readonly periods: readonly AccountsPeriod[];
  /** The headcounts of both periods; null: not stated. */
  readonly employees: { readonly now: Headcount | null; readonly before: Headcount | null };
  /** The company's business in the document's sentences, at most 500 characters. */
  readonly description: string | null;
}

export interface UnreadAccounts {
  readonly status: 'unreadable';
  readonly document: AccountsDocument;
  readonly why: UnreadableWhy;
  /** The company that the document names, if it is published under another company. */
  readonly other_company?: CompanyNumber;
}

export type AccountsRecord = ReadAccounts | UnreadAccounts;
