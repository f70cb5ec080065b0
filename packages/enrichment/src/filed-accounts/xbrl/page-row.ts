/** Defines a row of a page: its words, and its tagged and untagged amounts from left to right. */
import { DOCUMENT_LIMITS } from './limits.js';

/** The placeholder in place of a context for an untagged amount. */
export const UNTAGGED = '';
/** The placeholder in place of a context for a dash, which means zero. */
export const NIL = '-';

/** The surroundings of a fact. They are filled while the page is read, and complete at its end. */
export interface PagePlace {
  /** The words before the first amount of the row or block, as printed; empty: none. */
  readonly label: string;
  /** True if an amount of the row has a bracket or a minus sign. */
  readonly hasMinus: boolean;
  /** The contexts of the row's amounts from left to right, with `UNTAGGED` and `NIL` for other amounts. */
  readonly contexts: readonly string[];
  /** The index of the fact in `contexts`. */
  readonly at: number;
  /** The years above the columns from left to right; empty: no heading states years. */
  readonly years: readonly number[];
  /** True in a column or statement of the group, false in the company's own; null: unknown. */
  readonly ofGroup: boolean | null;
}

/** The labels of rows, each with the digits of its untagged amounts. */
export class RowLabels extends Map<string, string[]> {
  keep(label: string, amounts: readonly string[]): void {
    if (label === '' || this.size >= MAX_LABELS) return;
    const amountsOfLabel = this.get(label) ?? [];
    this.set(label, amountsOfLabel);
    if (amountsOfLabel.length < MAX_ROW_CELLS) amountsOfLabel.push(...amounts);
  }
}

export interface Row {
  /** The label; null: the row has no fact yet. */
  label: string | null;
  /** The text of each cell. */
  cells: string[];
  hasMinus: boolean;
  readonly contexts: string[];
  /** The digits of the row's untagged amounts. */
  readonly amounts: string[];
  readonly table: Table;
}
export interface Table {
  years: readonly number[];
  /** For each column: true if it is the group's, false if the company's; empty: unknown. */
  isGroupColumn: readonly boolean[];
}

export const LONGEST_LABEL = 160;
export const LONGEST_CELL = 80;
export const MAX_ROW_CELLS = 60;
const MAX_LABELS = 5_000;
/** Matches an untagged amount of at least three digits. Shorter ones may be note numbers. */
export const AMOUNT = /^[£$€(\s-]*\d{1,3}(?:,\d{3})+[)\s]*$|^[£$€(\s-]*\d{3,}[)\s]*$/;
/** Matches an amount beside a fact, which may be shorter. */
const NUMBER = /^[£$€(\s-]*\d[\d,]*[)\s]*$/;
const DASH = /^[£$€\s]*[-\u2010-\u2015\u2212]+\s*$/;

/** Adds an untagged amount or a dash to the row. Other texts and null are skipped. */
export function keepAmount({ label, contexts, amounts }: Row, text: string | null): void {
  if (text === null || contexts.length >= DOCUMENT_LIMITS.dimensions) return;
  if (DASH.test(text)) contexts.push(NIL);
  else if ((label === null ? AMOUNT : NUMBER).test(text)) {
    contexts.push(UNTAGGED);
    amounts.push(text.replaceAll(/\D/g, ''));
  }
}

export const rowOf = (table: Table): Row => ({
  label: null,
  cells: [],
  hasMinus: false,
  contexts: [],
  amounts: [],
  table,
});

/** The place of an invisible fact, or in a document without a page. */
export const NOWHERE: PagePlace = {
  label: '',
  hasMinus: false,
  contexts: [],
  at: 0,
  years: [],
  ofGroup: null,
};
