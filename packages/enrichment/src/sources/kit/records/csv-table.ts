/** Reads tables of comma-separated values with a header. */
import { CsvRecordReader, type CsvRecord } from '../editions/csv-records.js';
import { goesOn, ImportRefusal, truncated } from '../editions/import-outcome.js';
import { readOrReject, type Form, type FormContext, type StatedForm, type TextReader } from './form.js';
import type { Entry } from './record.js';

/** Reads a cell of a row by its column's name; blank: the row has no such cell. */
export type Cells = (column: string) => string;

export interface CsvTableForm extends StatedForm {
  /** The required columns. A list gives alternative names of one column. Other columns may occur. */
  readonly columns: readonly (string | readonly string[])[];
  /** Normalises column names, in the header and in `columns`, if publishers spell them differently. */
  readonly named?: (column: string) => string;
  /** @throws UnreadableRecord */
  readonly read: (cells: Cells, context: FormContext) => Iterable<Entry>;
  /** The first cell of a trailer row whose second cell counts the rows. Absent: there is no trailer. */
  readonly rowCount?: string;
}

/** The column's name without a byte order mark and outer blanks. */
const columnName = (cell: string): string => cell.replace(/^\uFEFF/, '').trim();

const nameOf = (cell: string, { named = (column) => column }: CsvTableForm): string =>
  named(columnName(cell));

function headerOf(head: string): readonly string[] {
  let cells: readonly string[] = [];
  const reader = new CsvRecordReader((record) => {
    if (cells.length === 0 && 'cells' in record) ({ cells } = record);
  });
  reader.push(head);
  reader.end();
  return cells;
}

/** The required columns that a file lacks, by their first names. */
function missingIn(head: string, form: CsvTableForm): readonly string[] {
  const header = new Set(headerOf(head).map((cell) => nameOf(cell, form)));
  return form.columns
    .map((names) => [names].flat())
    .filter((names) => !names.some((name) => header.has(name)))
    .map(([name = '']) => name);
}

class CsvTable implements TextReader {
  private readonly records = new CsvRecordReader((record) => this.take(record), true);
  private places: ReadonlyMap<string, number> | null = null;
  private width = 0;
  /** The number of rows that were read. */
  private rows = 0;
  /** The number of lines that are no record. Each may be a row. */
  private broken = 0;
  private announced: number | null = null;

  constructor(
    private readonly form: CsvTableForm,
    private readonly context: FormContext,
  ) {}

  push(text: string): void {
    this.records.push(text);
  }

  end(): void {
    this.records.end();
    if (this.places === null) throw new ImportRefusal('wrong_header', `${this.context.name} is empty`);
    const { announced, rows, broken } = this;
    if (this.form.rowCount === undefined) return;
    if (announced === null || !(announced >= rows && announced <= rows + broken))
      throw truncated(this.context.name, { announced, read: rows });
  }

  private take(record: CsvRecord): void {
    if ('problem' in record) {
      this.broken += 1;
      this.context.sink.reject(record.line, record.problem);
      return;
    }
    const { line, cells } = record;
    const { places } = this;
    if (places === null) this.places = this.placesOf(cells);
    else if (this.announced !== null) throw goesOn(this.context.name);
    else if (this.isCount(cells)) this.announced = Number((cells[1] ?? '').replaceAll(',', '').trim() || NaN);
    else {
      this.rows += 1;
      this.row(line, cells, places);
    }
  }

  private isCount([first = '']: readonly string[]): boolean {
    const { rowCount } = this.form;
    return rowCount !== undefined && first.trim().toLowerCase() === rowCount.toLowerCase();
  }

  /** The positions of columns. The first of two columns with one name counts. */
  private placesOf(header: readonly string[]): ReadonlyMap<string, number> {
    const places = new Map<string, number>();
    for (const [at, cell] of header.entries()) {
      const name = nameOf(cell, this.form);
      if (!places.has(name)) places.set(name, at);
    }
    this.width = header.length;
    return places;
  }

  private row(line: number, cells: readonly string[], places: ReadonlyMap<string, number>): void {
    if (cells.length !== this.width) {
      this.context.sink.reject(line, `${cells.length} columns where the header has ${this.width}`);
      return;
    }
    const cell: Cells = (column) => (cells[places.get(column) ?? -1] ?? '').trim();
    readOrReject(this.context, line, () => this.form.read(cell, this.context));
  }
}

export const csvTable = (form: CsvTableForm): Form => ({
  ...form,
  isOfRows: true,
  recognises: (head) => missingIn(head, form).length === 0,
  lacking: (head) => {
    const missing = missingIn(head, form);
    return missing.length < form.columns.length / 2 ? missing : [];
  },
  open: (context) => new CsvTable(form, context),
});
