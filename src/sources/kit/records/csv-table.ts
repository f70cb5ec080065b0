/** Tables of comma separated values with a header. */
import { CsvRecordReader, type CsvRecord } from '../editions/csv-records.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import { readOrReject, type Form, type FormContext, type FormTold, type TextReader } from './form.js';
import type { Entry } from './record.js';

/** The cells of a row by the names of their columns. Blank where the row has no such cell. */
export type Cells = (column: string) => string;

export interface CsvTableForm extends FormTold {
  /** Columns that a header must have, as published, or one of several names; others may stand between them. */
  readonly columns: readonly (string | readonly string[])[];
  /** How the names of columns are written where publishers differ, in the header and in `columns`. */
  readonly named?: (column: string) => string;
  /** @throws UnreadableRecord */
  readonly read: (cells: Cells, context: FormContext) => Iterable<Entry>;
  /** Rows that are none, such as a count of rows at the end. */
  readonly isNoRow?: (cells: readonly string[]) => boolean;
}

/** As names are compared: without a byte order mark and blanks around them. */
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

class CsvTable implements TextReader {
  private readonly records = new CsvRecordReader((record) => this.take(record));
  private places: ReadonlyMap<string, number> | null = null;
  private width = 0;

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
  }

  private take(record: CsvRecord): void {
    if ('problem' in record) {
      this.context.sink.reject(record.line, record.problem);
      return;
    }
    const { line, cells } = record;
    const { places } = this;
    if (places === null) this.places = this.placesOf(cells);
    else if (this.form.isNoRow?.(cells) !== true) this.row(line, cells, places);
  }

  /** The first of two columns of one name counts. */
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
  name: form.name,
  partial: form.partial,
  isOfRows: true,
  recognises: (head) => {
    const header = new Set(headerOf(head).map((cell) => nameOf(cell, form)));
    return form.columns.every((names) => [names].flat().some((name) => header.has(name)));
  },
  open: (context) => new CsvTable(form, context),
});
