/** The rows of a page's tables: the words before an amount, the years above it, and whose statement it stands in. */
import { LIMITS } from './limits.js';
import { yearsAbove } from './years-above.js';

/** What stands around a fact on its page. It is filled while the page is read, and whole at the page's end. */
export interface PagePlace {
  /** The words before the first amount of the row or block, as printed; empty: none. */
  readonly label: string;
  /** An amount of the row has a bracket or a minus sign. */
  readonly hasMinus: boolean;
  /** Contexts of the row's facts, from left to right. */
  readonly contexts: readonly string[];
  /** Which of them it is. */
  readonly at: number;
  /** Years above the columns, from left to right; empty: no heading names them. */
  readonly years: readonly number[];
  /** It stands in a group's column or statement (true), or in the company's own (false); null: nothing says so. */
  readonly ofGroup: boolean | null;
}

interface Row {
  label: string;
  /** Text of each cell, while no fact has come. */
  cells: string[];
  hasMinus: boolean;
  readonly contexts: string[];
  readonly table: Table;
}
interface Table {
  years: readonly number[];
  /** Of the columns: a group's, or not. */
  owners: readonly boolean[];
}

const LONGEST_LABEL = 160;
const LONGEST_CELL = 80;
const MOST_LABELS = 5_000;
const MOST_CELLS = 60;
const STATEMENT =
  /\b(?:balance sheet|statement of (?:financial position|comprehensive income|income|total comprehensive income|profit)|profit (?:and|&) loss account|income statement|income and expenditure account)\b/i;
const LONGEST_TITLE = 140;
const SENTENCE =
  /\.\s*$|\b(?:is|are|was|were|has|have|been|be|page|\d+)\s*$|\bnotes? to\b|\bthe company's\b/i;
const OF_GROUP = /\b(?:consolidated|group)\b/i;
/** An untagged amount: of three digits at least, since shorter ones are numbers of notes. */
const AMOUNT = /^[£$€(\s-]*\d{1,3}(?:,\d{3})+[)\s]*$|^[£$€(\s-]*\d{3,}[)\s]*$/;

const NO_TABLE: Table = { years: [], owners: [] };
const rowOf = (table: Table): Row => ({ label: '', cells: [], hasMinus: false, contexts: [], table });

export class PageRows {
  /** Labels of all rows that print an amount, tagged or not. */
  readonly labels = new Set<string>();
  private readonly tables: Table[] = [];
  private readonly rows: Row[] = [];
  /** Of this block of the page, as far as a label goes. */
  private block = '';
  private title: boolean | null = null;
  /** Of a page without tables, each cell a block: the years that stand one behind the other, and the row below them. */
  private headings: number[] = [];
  private loose: Row = rowOf(NO_TABLE);

  get isInRow(): boolean {
    return this.rows.length > 0;
  }

  open(element: string): void {
    if (element === 'table') this.tables.push({ years: [], owners: [] });
    if (element === 'tr') this.rows.push(rowOf(this.tables.at(-1) ?? { years: [], owners: [] }));
    const row = this.rows.at(-1);
    if ((element === 'td' || element === 'th') && row !== undefined && row.cells.length < MOST_CELLS)
      row.cells.push('');
  }

  close(element: string): void {
    if (element === 'table') this.tables.pop();
    const row = element === 'tr' ? this.rows.pop() : undefined;
    if (row !== undefined) this.endRow(row);
  }

  text(text: string): void {
    if (this.block.length < LONGEST_LABEL) this.block += text.slice(0, LONGEST_LABEL);
    const row = this.rows.at(-1);
    const at = (row?.cells.length ?? 0) - 1;
    const cell = row?.cells[at];
    if (row === undefined || cell === undefined || row.contexts.length > 0) return;
    if (cell.length < LONGEST_CELL) row.cells[at] = cell + text.slice(0, LONGEST_CELL);
  }

  /** A block of the page begins or ends. */
  part(): void {
    const row = this.rows.at(-1);
    const at = (row?.cells.length ?? 0) - 1;
    if (row?.cells[at] !== undefined) row.cells[at] += ' ';
    const { block } = this;
    this.block = '';
    if (row === undefined) this.looseBlock(block);
    if (block.length < 8 || block.length > LONGEST_TITLE || !STATEMENT.test(block)) return;
    if (OF_GROUP.test(block) && !SENTENCE.test(block)) this.title = true;
    else if (row === undefined && !SENTENCE.test(block))
      this.title = /\bcompany\b/i.test(block) ? false : null;
  }

  /** A fact begins: what stands around it. */
  place(contextRef: string, isNegative: boolean): PagePlace {
    const row = this.rows.at(-1);
    if (row === undefined) return this.loosePlace(contextRef, isNegative);
    if (row.contexts.length === 0) {
      row.label = row.cells.join(' ').trim().slice(0, LONGEST_LABEL);
      this.keep(row.label);
    }
    if (row.contexts.length < LIMITS.dimensions) row.contexts.push(contextRef);
    if (isNegative) row.hasMinus = true;
    const [at, { title }] = [row.contexts.length - 1, this];
    return {
      label: row.label,
      contexts: row.contexts,
      at,
      years: row.table.years,
      get hasMinus() {
        return row.hasMinus;
      },
      get ofGroup() {
        // A table of investments names its group without being of one: a statement has years.
        const owners = row.table.years.length > 0 ? row.table.owners : [];
        const each = row.contexts.length / owners.length;
        return (each === 1 || each === 2 ? owners[Math.floor(at / each)] : undefined) ?? title;
      },
    };
  }

  /** A block without a row: a year of the headings, the words of a new row, or an amount of it. */
  private looseBlock(block: string): void {
    const { years } = block.length < LONGEST_CELL ? yearsAbove(['', block]) : NO_TABLE;
    if (years.length === 1) {
      this.headings.push(...years);
      this.loose = rowOf({ years: this.headings.length > 1 ? [...this.headings] : [], owners: [] });
    } else if (/\p{L}/u.test(block)) {
      this.headings = [];
      this.loose = rowOf(this.loose.table);
    }
  }

  /** An amount in a block of its own stands in the row of the words before; one among words in none. */
  private loosePlace(contextRef: string, isNegative: boolean): PagePlace {
    const place = { ...NOWHERE, label: this.block, hasMinus: isNegative, ofGroup: this.title };
    const { contexts, table } = this.loose;
    if (/\p{L}/u.test(this.block) || contexts.length >= LIMITS.dimensions) return place;
    contexts.push(contextRef);
    return { ...place, contexts, at: contexts.length - 1, years: table.years };
  }

  private keep(label: string): void {
    if (label !== '' && this.labels.size < MOST_LABELS) this.labels.add(label);
  }

  /** A row without facts is a heading, or has an amount that nobody tagged. */
  private endRow({ contexts, cells, table }: Row): void {
    if (contexts.length > 0) return;
    const { years, owners } = yearsAbove(cells);
    if (years.length > 0) table.years = years;
    if (owners.length > 1) table.owners = owners;
    const amount = cells.findIndex((cell, at) => at > 0 && AMOUNT.test(cell));
    if (years.length === 0 && amount > 0) this.keep(cells.slice(0, amount).join(' ').trim());
  }
}

/** Of a fact that no reader of the page sees, or of a document without a page. */
export const NOWHERE: PagePlace = {
  label: '',
  hasMinus: false,
  contexts: [],
  at: 0,
  years: [],
  ofGroup: null,
};
