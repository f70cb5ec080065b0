/** Defines the content of an XBRL or inline XBRL document: facts with contexts and units. Plain data. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { PagePlace } from './page-row.js';
import type { PrintedCurrency } from './printed-units.js';

/** A dimension of a context. Names are local names, since prefixes differ between filers. */
export interface Dimension {
  readonly name: string;
  /** The member's local name; for a typed dimension, the filer's text. */
  readonly member: string;
  readonly typed: boolean;
}

export interface Context {
  /** The address of the register that issued the identifier. */
  readonly scheme: string;
  /** The identifier as filed: a number with or without its zeros, or the company's name. */
  readonly identifier: string;
  /** The first day; null: the context is the instant at the end of `end`. */
  readonly start: IsoDate | null;
  /** The last day; null: for ever, or an invalid date. */
  readonly end: IsoDate | null;
  readonly dimensions: readonly Dimension[];
}

/** The reasons why a fact has no value. */
export type FactProblem =
  | 'not_a_number'
  | 'not_a_date'
  | 'unknown_format'
  | 'scale_out_of_range'
  | 'no_context'
  | 'no_unit';

export interface Fact {
  /** The namespace of the concept; empty: its prefix, or its format's prefix, is undeclared. */
  readonly namespace: string;
  /** The local name of the concept. */
  readonly name: string;
  readonly contextRef: string;
  /** The id of the unit; null: the fact is not numeric. */
  readonly unitRef: string | null;
  /** The text between the tags as printed. Long text is cut. */
  readonly printed: string;
  /** A decimal with scale and sign, an ISO date, `true`, `false` or the text; null: nil or a problem. */
  readonly value: string | null;
  readonly problem: FactProblem | null;
  /** The number of significant decimals as filed, `INF` for all; null: not stated. */
  readonly decimals: string | null;
  /** True if the fact is invisible on the page. */
  readonly hidden: boolean;
  /** True if an opening bracket or a minus sign precedes or begins the number. */
  readonly printedNegative: boolean;
  readonly place: PagePlace;
  /** The currencies by sign, heading, and the page's statement about all amounts; empty: unknown. */
  readonly printedCurrencies: readonly PrintedCurrency[];
  /** True if the scale is that of the heading above the fact; null: no heading states a scale. */
  readonly scaledAsPrinted: boolean | null;
}

/** The visible text of a page. */
export interface PageWords {
  /** The whole text, with a line for each block. */
  readonly text: string;
  /** The text outside tables, with `# ` before the title and `## ` before a heading. */
  readonly heads: string;
  /** The labels of amounts in tables, each with the digits of its untagged amounts. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** The labels of amounts outside tables. */
  readonly looseLabels: ReadonlyMap<string, readonly string[]>;
}

export interface XbrlDocument {
  /** The addresses of the schemas that the document refers to. */
  readonly schemas: readonly string[];
  readonly contexts: ReadonlyMap<string, Context>;
  /** The currencies (ISO 4217) by unit; null: a unit other than money. */
  readonly units: ReadonlyMap<string, string | null>;
  /** The facts in document order. Equal facts may repeat. */
  readonly facts: readonly Fact[];
  /** Passages of the page that begin where principal activities are mentioned. */
  readonly passages: readonly string[];
  /** The visible text; empty for a document without a page. */
  readonly page: PageWords;
}

/** The reasons why a document is unreadable. They are results and never thrown out of this folder. */
export type UnreadableWhy =
  | 'placeholder'
  | 'pdf'
  | 'not_xml'
  | 'not_well_formed'
  | 'truncated'
  | 'too_large'
  | 'too_costly'
  | 'no_facts'
  /** A prefix is undeclared, so the meaning of a figure, measure or element is unknown. */
  | 'undeclared_prefix'
  /** The balance day or the period is impossible. */
  | 'impossible_dates'
  /** The document names another company than the one it is published as. */
  | 'other_company'
  /** The page has the name of another company than its facts. */
  | 'other_name'
  /** A nested archive is broken or has no accounts. */
  | 'broken_archive'
  /** The reader failed, which is not the document's fault. */
  | 'reader_failed';

export class UnreadableDocument extends Error {
  constructor(readonly why: UnreadableWhy) {
    super(why);
  }
}
