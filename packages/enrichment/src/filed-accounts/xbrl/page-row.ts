/** Declares a row of a page: its words, and its amounts from left to right, with a tag and without. */
import { DOCUMENT_LIMITS } from './limits.js';

/** Stands for a context: an amount without a tag, or a dash for zero. */
export const UNTAGGED = '';
export const NIL = '-';

/** The surroundings of a fact. They are filled in while the page is read, and complete at its end. */
export interface PagePlace {
  /** The words before the first amount of the row or block, as printed; empty: none. */
  readonly label: string;
  /** True if an amount of the row has a bracket or a minus sign. */
  readonly hasMinus: boolean;
  /** Contexts of the row's facts, from left to right, among its other amounts (`UNTAGGED`, `NIL`). */
  readonly contexts: readonly string[];
  /** The index of the fact among them. */
  readonly at: number;
  /** Years above the columns, from left to right; empty: no heading names them. */
  readonly years: readonly number[];
  /** True in a column or statement of the group, false in the company's own; null: nothing says so. */
  readonly ofGroup: boolean | null;
}

/** Words before amounts, each with the digits of amounts without a tag. */
export class RowLabels extends Map<string, string[]> {
  keep(label: string, amounts: readonly string[]): void {
    if (label === '' || this.size >= MAX_LABELS) return;
    const amountsOfLabel = this.get(label) ?? [];
    this.set(label, amountsOfLabel);
    if (amountsOfLabel.length < MAX_ROW_CELLS) amountsOfLabel.push(...amounts);
  }
}

export interface Row {
  /** The label; null: no fact has come yet. */
  label: string | null;
  /** Text of each cell. */
  cells: string[];
  hasMinus: boolean;
  readonly contexts: string[];
  /** Digits of the row's amounts without a tag. */
  readonly amounts: string[];
  readonly table: Table;
}
export interface Table {
  years: readonly number[];
  /** For each column: true if it is the group's, false if the company's; empty: no heading says so. */
  isGroupColumn: readonly boolean[];
}

export const LONGEST_LABEL = 160;
export const LONGEST_CELL = 80;
export const MAX_ROW_CELLS = 60;
const MAX_LABELS = 5_000;
/** An untagged amount: of three digits at least, since shorter ones are numbers of notes. */
export const AMOUNT = /^[£$€(\s-]*\d{1,3}(?:,\d{3})+[)\s]*$|^[£$€(\s-]*\d{3,}[)\s]*$/;
/** Matches an amount beside a fact, which may be shorter. */
const NUMBER = /^[£$€(\s-]*\d[\d,]*[)\s]*$/;
const DASH = /^[£$€\s]*[-\u2010-\u2015\u2212]+\s*$/;

/** Puts an amount without a tag in its place in the row; null and other texts are skipped. */
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

/** The place of a fact that no reader of the page sees, or in a document without a page. */
export const NOWHERE: PagePlace = {
  label: '',
  hasMinus: false,
  contexts: [],
  at: 0,
  years: [],
  ofGroup: null,
};
