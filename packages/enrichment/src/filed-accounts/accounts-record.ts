/** Declares one set of filed accounts as stored: small, and every figure with its fact. */
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
  /** Local name of the concept. */
  readonly concept: string;
  /** Id of the context. */
  readonly context: string;
  /** The text as printed, before scale and sign; at most 60 characters. */
  readonly printed: string;
}

/** Stands for a context's id where only the words of the page state the figure, and no fact does. */
export const OF_PAGE = 'page';

export interface Figure {
  /** The amount in whole units, with two decimals if it has pence. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Null: derived, and not stated. */
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

/** The evidence that the page shows other units than the tag. Another document may settle it. */
export const BY_PRINTED_UNITS = 'units printed on the page';

/** A sum of the column that doesn't hold with the figure, or other evidence in the document against it. */
export type ContradictedBy = { readonly identity: string } | { readonly by: string };

export interface WithheldFigure {
  readonly field: FigureKey;
  readonly reason: WithheldReason;
  /** The facts that were not believed. */
  readonly by: readonly StatedBy[];
  readonly contradicted_by?: ContradictedBy;
}

export interface AccountsPeriod {
  /** Null: the document doesn't say. */
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
  /** The number of people; null: the filed value can't be one. */
  readonly employees: number | null;
  readonly by: StatedBy;
}

export interface AccountsDocument {
  /** The name it is published under, without its ending. */
  readonly id: string;
  readonly made_up_to: IsoDate;
  /** Name of the schema: `FRS-102-2025-01-01`. */
  readonly taxonomy: string | null;
}

export interface ReadAccounts {
  readonly status: 'read';
  readonly document: AccountsDocument;
  /** Kebab case, without "accounts": `full`, `abridged`. */
  readonly accounts_type: string | null;
  /** `frs-102`, `micro-entities`. */
  readonly standard: string | null;
  readonly dormant: boolean | null;
  readonly audited: boolean | null;
  /** The document says that it was revised or amended. */
  readonly amended: boolean;
  readonly scope: Scope;
  /** Statements of the document that its figures contradict; absent: none. */
  readonly contradicts?: readonly 'dormant'[];
  /** The period of the accounts, then the one before; empty if the document states no figure. */
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
  /** The company that the document names, where it is published under another. */
  readonly other_company?: CompanyNumber;
}

export type AccountsRecord = ReadAccounts | UnreadAccounts;
