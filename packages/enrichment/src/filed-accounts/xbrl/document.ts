/** Declares the content of an XBRL or inline XBRL document: facts with contexts and units. Plain data. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { PagePlace } from './page-row.js';
import type { PrintedCurrency } from './printed-units.js';

/** A dimension of a context; names are local names, since prefixes differ from filer to filer. */
export interface Dimension {
  readonly name: string;
  /** The member's local name; of a typed dimension the text that the filer gave. */
  readonly member: string;
  readonly typed: boolean;
}

export interface Context {
  /** The address of the register that the identifier is of. */
  readonly scheme: string;
  /** The identifier as filed: a number with or without its zeros, or the company's name. */
  readonly identifier: string;
  /** Null: an instant, at the end of `end`. */
  readonly start: IsoDate | null;
  /** Null: for ever, or an invalid date. */
  readonly end: IsoDate | null;
  readonly dimensions: readonly Dimension[];
}

/** Reasons why the printed text is no value. */
export type FactProblem =
  | 'not_a_number'
  | 'not_a_date'
  | 'unknown_format'
  | 'scale_out_of_range'
  | 'no_context'
  | 'no_unit';

export interface Fact {
  /** Namespace of the concept, empty where its prefix, or that of its format, is declared nowhere. */
  readonly namespace: string;
  /** Local name of the concept. */
  readonly name: string;
  readonly contextRef: string;
  /** Null: not numeric. */
  readonly unitRef: string | null;
  /** Text between the tags, as printed; long text is cut. */
  readonly printed: string;
  /** A decimal with scale and sign, an ISO date, `true`, `false` or the text; null: nil or a problem. */
  readonly value: string | null;
  readonly problem: FactProblem | null;
  /** The number of meant decimals as filed, `INF` for all; null: not stated. */
  readonly decimals: string | null;
  /** True if the fact stands where no reader of the page sees it. */
  readonly hidden: boolean;
  /** True if an opening bracket or a minus sign stands before the number, or begins it. */
  readonly printedNegative: boolean;
  readonly place: PagePlace;
  /** Currencies by the sign, the heading, and the page's statement about all amounts; empty: unknown. */
  readonly printedCurrencies: readonly PrintedCurrency[];
  /** True if the scale is the one in the heading above the fact; null: no heading states one. */
  readonly scaledAsPrinted: boolean | null;
}

/** The words of a page, beside its facts. */
export interface PageWords {
  /** A line for each block. */
  readonly text: string;
  /** The text outside of tables: `# ` stands before the title, `## ` before a heading. */
  readonly heads: string;
  /** Words before an amount in a table, each with the digits of its amounts without a tag. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** The labels outside of tables. */
  readonly looseLabels: ReadonlyMap<string, readonly string[]>;
}

export interface XbrlDocument {
  /** Addresses of the schemas that it refers to. */
  readonly schemas: readonly string[];
  readonly contexts: ReadonlyMap<string, Context>;
  /** Currencies (ISO 4217) of amounts of money, by unit; null: other units. */
  readonly units: ReadonlyMap<string, string | null>;
  /** The facts in the document's order; equal facts may repeat. */
  readonly facts: readonly Fact[];
  /** Text of the page from where principal activities are named on, facts or not. */
  readonly passages: readonly string[];
  /** The words that readers of the page see; empty for a document without a page. */
  readonly page: PageWords;
}

/** Reasons why a document gives no answer. They are answers and are never thrown out of this folder. */
export type UnreadableWhy =
  | 'placeholder'
  | 'pdf'
  | 'not_xml'
  | 'not_well_formed'
  | 'truncated'
  | 'too_large'
  | 'too_costly'
  | 'no_facts'
  /** A prefix is declared nowhere, so the meaning of a figure, measure or element is unknown. */
  | 'undeclared_prefix'
  /** The balance day or the period can't be that of the accounts. */
  | 'impossible_dates'
  /** The document names another company than the one it is published as. */
  | 'other_company'
  /** The page bears the name of another company than its facts. */
  | 'other_name'
  /** A nested archive in which no accounts are found. */
  | 'broken_archive'
  /** The reader failed, which is not the document's fault. */
  | 'reader_failed';

export class UnreadableDocument extends Error {
  constructor(readonly why: UnreadableWhy) {
    super(why);
  }
}
