/** Finds the rows of a page without tables, on which each cell is a block. */
import { DOCUMENT_LIMITS } from './limits.js';
import {
  keepAmount,
  LONGEST_CELL,
  LONGEST_LABEL,
  NIL,
  NOWHERE,
  rowOf,
  RowLabels,
  UNTAGGED,
  type PagePlace,
  type Table,
} from './page-row.js';
import { isBareYear, headingYears } from './years-above.js';

/** The maximum blocks of words before an amount: headings of a section and the label of its first row. */
const MAX_WORDS = 3;
const NO_TABLE: Table = { years: [], isGroupColumn: [] };

/** The line of this position among unlabelled lines, if all are complete and this one is fully tagged. */
function wholeLine(contexts: readonly string[], at: number, columns: number): readonly string[] | null {
  if (columns === 0 || contexts.length === columns || contexts.length % columns !== 0) return null;
  const line = contexts.slice(at - (at % columns), at - (at % columns) + columns);
  return line.includes(UNTAGGED) || line.includes(NIL) ? null : line;
}

export class LooseRows {
  /** The labels of rows without a fact. */
  readonly labels = new RowLabels();
  /** The years of consecutive headings. */
  private headings: number[] = [];
  /** True if the last heading was only a year. */
  private isBare = false;
  private row = rowOf(NO_TABLE);
  /** The number of blocks of words since the last amount. */
  private wordsBefore = 0;

  /** Ends a block outside tables: a year of the headings, the label of a new row, or an amount. */
  end(block: string, isTagged: boolean): void {
    const isShort = !isTagged && block.length < LONGEST_CELL && /\d\d/.test(block);
    const { years } = isShort ? headingYears(['', block]) : NO_TABLE;
    if (years.length === 1) {
      // A date before bare years is the title of the page.
      if (isBareYear(block) && !this.isBare) this.headings = [];
      this.isBare = isBareYear(block);
      this.headings.push(...years);
      this.start({ years: this.headings.length > 1 ? [...this.headings] : [], isGroupColumn: [] }, 0);
    } else if (/\p{L}/u.test(block)) {
      this.headings = [];
      this.start(this.row.table, this.row.contexts.length > 0 ? 1 : this.wordsBefore + 1);
      this.row.cells.push(block.slice(0, LONGEST_LABEL));
    } else if (!isTagged) keepAmount(this.row, block);
  }

  private start(table: Table, wordsBefore: number): void {
    const { label, cells, amounts } = this.row;
    if (label === null && amounts.length > 0) this.labels.keep((cells[0] ?? '').trim(), amounts);
    this.row = rowOf(table);
    this.wordsBefore = wordsBefore;
  }

  /**
   * The place of a fact. An amount in its own block belongs to the row of the words before it, and an amount
   * in a sentence to no row. Many blocks of words are a list. Amounts after one for each column are an
   * unlabelled total.
   */
  place(
    contextRef: string,
    {
      isNegative,
      block,
      ofGroup,
    }: { readonly isNegative: boolean; readonly block: string; readonly ofGroup: boolean | null },
  ): PagePlace {
    const { row } = this;
    const { contexts, table, cells } = row;
    const place = { ...NOWHERE, label: block, hasMinus: isNegative, ofGroup };
    if (/\p{L}/u.test(block) || contexts.length >= DOCUMENT_LIMITS.dimensions) return place;
    row.label ??= this.wordsBefore > MAX_WORDS ? '' : (cells[0] ?? '').trim();
    if (isNegative) row.hasMinus = true;
    const at = contexts.push(contextRef) - 1;
    const { years } = table;
    const line = (): readonly string[] | null => wholeLine(contexts, at, years.length);
    return {
      ...place,
      label: at < years.length ? row.label : block,
      years,
      get hasMinus() {
        return row.hasMinus;
      },
      get contexts() {
        return line() ?? contexts;
      },
      get at() {
        return line() === null ? at : at % years.length;
      },
    };
  }
}
