/** Finds the rows of a page's tables: labels of amounts, years above them, and group columns. */
import { DOCUMENT_LIMITS } from './limits.js';
import { LooseRows } from './loose-rows.js';
import {
  AMOUNT,
  keepAmount,
  LONGEST_CELL,
  LONGEST_LABEL,
  MAX_ROW_CELLS,
  RowLabels,
  rowOf,
  type PagePlace,
  type Row,
  type Table,
} from './page-row.js';
import { headingYears } from './years-above.js';

/** The maximum length of a section's heading, such as `Fixed assets`. A longer one begins a statement. */
const LONGEST_SECTION = 40;
const STATEMENT =
  /\b(?:balance sheet|statement of (?:financial position|comprehensive income|income|total comprehensive income|profit)|profit (?:and|&) loss account|income statement|income and expenditure account)\b/i;
const LONGEST_TITLE = 140;
const SENTENCE =
  /\.\s*$|\b(?:is|are|was|were|has|have|been|be|page|\d+)\s*$|\bnotes? to\b|\bthe company's\b/i;
const OF_GROUP = /\b(?:consolidated|group)\b/i;
const isCell = (element: string): boolean => element === 'td' || element === 'th';

export class PageRows {
  /** The labels of all table rows with an amount, tagged or not. */
  readonly labels = new RowLabels();
  private readonly loose = new LooseRows();
  private readonly tables: Table[] = [];
  private readonly rows: Row[] = [];
  /** The text of the current block, up to the length of a label. */
  private block = '';
  /** True if the current block or cell has a fact. */
  private isTagged = false;
  /** True below a group's statement title, false below the company's; null: unknown. */
  private title: boolean | null = null;
  /** The years of the last heading, which apply to tables below it without own years. */
  private carried: readonly number[] = [];
  get looseLabels(): RowLabels {
    return this.loose.labels;
  }

  get isInRow(): boolean {
    return this.rows.length > 0;
  }

  open(element: string): void {
    if (element === 'table') this.tables.push({ years: this.carried, isGroupColumn: [] });
    if (element === 'tr') this.rows.push(rowOf(this.tables.at(-1) ?? { years: [], isGroupColumn: [] }));
    const row = this.rows.at(-1);
    if (!isCell(element) || row === undefined) return;
    this.isTagged = false;
    if (row.cells.length < MAX_ROW_CELLS) row.cells.push('');
  }

  close(element: string): void {
    if (element === 'table') this.tables.pop();
    if (isCell(element)) this.endCell(this.rows.at(-1));
    const row = element === 'tr' ? this.rows.pop() : undefined;
    if (row !== undefined) this.endRow(row);
  }

  text(text: string): void {
    if (this.block.length < LONGEST_LABEL) this.block += text.slice(0, LONGEST_LABEL);
    const row = this.rows.at(-1);
    const at = (row?.cells.length ?? 0) - 1;
    const cell = row?.cells[at];
    if (row === undefined || cell === undefined) return;
    if (cell.length < LONGEST_CELL) row.cells[at] = cell + text.slice(0, LONGEST_CELL);
  }

  /** Begins or ends a block of the page. */
  part(): void {
    const row = this.rows.at(-1);
    const at = (row?.cells.length ?? 0) - 1;
    if (row?.cells[at] !== undefined) row.cells[at] += ' ';
    const { block } = this;
    this.block = '';
    if (row === undefined) this.endLoose(block);
    if (block.length < 8 || block.length > LONGEST_TITLE || !STATEMENT.test(block)) return;
    if (OF_GROUP.test(block) && !SENTENCE.test(block)) this.title = true;
    else if (row === undefined && !SENTENCE.test(block))
      this.title = /\bcompany\b/i.test(block) ? false : null;
  }

  /** The surroundings of a fact that begins here. */
  place(contextRef: string, isNegative: boolean): PagePlace {
    const row = this.rows.at(-1);
    this.isTagged = true;
    if (row === undefined)
      return this.loose.place(contextRef, { isNegative, block: this.block, ofGroup: this.title });
    const label = row.label ?? row.cells.join(' ').trim().slice(0, LONGEST_LABEL);
    if (row.label === null) this.labels.keep(label, []);
    row.label = label;
    if (row.contexts.length < DOCUMENT_LIMITS.dimensions) row.contexts.push(contextRef);
    if (isNegative) row.hasMinus = true;
    const [at, { title }] = [row.contexts.length - 1, this];
    return {
      label,
      contexts: row.contexts,
      at,
      years: row.table.years,
      get hasMinus() {
        return row.hasMinus;
      },
      get ofGroup() {
        // A table without years, such as one of investments, may mention a group without being its statement.
        const isGroupColumn = row.table.years.length > 0 ? row.table.isGroupColumn : [];
        const each = row.contexts.length / isGroupColumn.length;
        return (each === 1 || each === 2 ? isGroupColumn[Math.floor(at / each)] : undefined) ?? title;
      },
    };
  }

  private endLoose(block: string): void {
    this.loose.end(block, this.isTagged);
    this.isTagged = false;
    const isLong = block.length > LONGEST_SECTION || /^\s*\d/.test(block) || STATEMENT.test(block);
    if (isLong && /\p{L}/u.test(block)) this.carried = [];
  }

  private endCell(row: Row | undefined): void {
    if (row !== undefined && row.cells.length > 1 && !this.isTagged)
      keepAmount(row, row.cells.at(-1) ?? null);
  }

  /** Ends a row. A row without facts may be a heading, or have untagged amounts. */
  private endRow({ label, cells, table, amounts }: Row): void {
    if (label !== null) return;
    const { years, isGroupColumn, namesOthers } = headingYears(cells);
    if (years.length > 0 || namesOthers) table.years = years;
    // A single cell is the title of a page.
    if (years.length > 0 ? cells.length > 1 : namesOthers || cells.some((cell) => STATEMENT.test(cell)))
      this.carried = years;
    if (isGroupColumn.length > 1) table.isGroupColumn = isGroupColumn;
    const amount = cells.findIndex((cell, at) => at > 0 && AMOUNT.test(cell));
    if (years.length === 0 && amount > 0) this.labels.keep(cells.slice(0, amount).join(' ').trim(), amounts);
  }
}
