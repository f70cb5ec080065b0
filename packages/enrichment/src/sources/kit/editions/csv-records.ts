/**
 * Reads RFC 4180 records from a stream of text, with the line on which each began. After a broken record it
 * continues with the next line. It uses no library (docs/decisions/0009-csv-reader.md): the usual parser
 * needs as much time as a whole import may take, and after a stray quote it reads the rest of the file as one
 * cell.
 */

/** A record, or a line that is no record. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** The maximum size of a record, which may have any number of lines. In a larger one the quote is stray. */
const MAX_BYTES_A_RECORD = 1 << 20;

const QUOTE = 0x22;
const COMMA = 0x2c;

/** A record that is not complete yet. */
interface Begun {
  readonly cells: string[];
  /** The text so far of the quoted cell that is still open; null: no cell is open. */
  cell: string | null;
}

/** Reads quoted text up to its closing quote. `end` is the position after it; -1: no closing quote. */
function quotedText(text: string, start: number): { cell: string; end: number } {
  let cell = '';
  for (let from = start; ;) {
    const end = text.indexOf('"', from);
    if (end < 0) return { cell: cell + text.slice(from), end: -1 };
    cell += text.slice(from, end);
    if (text.charCodeAt(end + 1) !== QUOTE) return { cell, end: end + 1 };
    cell += '"';
    from = end + 2;
  }
}

/** Reads the rest of a quoted cell. @returns the position after it; -1: the cell stays open */
function takeQuoted(text: string, start: number, begun: Begun): number {
  const { cell, end } = quotedText(text, start);
  const whole = begun.cell === null ? cell : `${begun.cell}\n${cell}`;
  begun.cell = end < 0 ? whole : null;
  if (end >= 0) begun.cells.push(whole);
  return end;
}

/** `open`: a quoted cell isn't closed. `broken`: text follows a closing quote. */
function readLine(text: string, begun: Begun): 'whole' | 'open' | 'broken' {
  const { cells } = begun;
  const { length } = text;
  for (let at = 0; ; at += 1) {
    if (begun.cell !== null) {
      at = takeQuoted(text, at, begun);
      if (at < 0) return 'open';
    } else if (text.charCodeAt(at) !== QUOTE) {
      const comma = text.indexOf(',', at);
      const end = comma < 0 ? length : comma;
      cells.push(text.slice(at, end));
      at = end;
    } else if (text.charCodeAt(at + 1) === QUOTE && text.charCodeAt(at + 2) !== QUOTE) {
      // Most cells of most rows are blank.
      cells.push('');
      at += 2;
    } else {
      const close = text.indexOf('"', at + 1);
      if (close >= 0 && text.charCodeAt(close + 1) !== QUOTE) {
        cells.push(text.slice(at + 1, close));
        at = close + 1;
      } else {
        at = takeQuoted(text, at + 1, begun);
        if (at < 0) return 'open';
      }
    }
    if (at >= length) return 'whole';
    if (text.charCodeAt(at) !== COMMA) return 'broken';
  }
}

/** The cells of a record of one line; null: the line is no record. */
export function parseCsvRecord(text: string): readonly string[] | null {
  const begun: Begun = { cells: [], cell: null };
  return readLine(text, begun) === 'whole' ? begun.cells : null;
}

/** The number of cells of a line if the quotes around one cell are ignored. @param quoted the cell */
const widthWithoutQuotes = (cells: readonly string[], quoted = ''): number =>
  cells.length - 1 + quoted.split(',').length;

const withoutCarriageReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Splits text that comes in pieces: `push` each piece, then call `end` once. It skips blank lines. */
export class CsvRecordReader {
  private rest = '';
  private line = 0;
  /** The lines of a record whose quoted cell is still open, their size, and the cells read so far. */
  private open: string[] = [];
  private openBytes = 0;
  private begun: Begun = { cells: [], cell: null };
  /** The number of cells of a table's first record, which every record must have; null: unknown. */
  private width: number | null = null;

  /** @param isTable true if all records have one width, which distinguishes stray quotes from long records */
  constructor(
    private readonly emit: (record: CsvRecord) => void,
    private readonly isTable = false,
  ) {}

  push(text: string): void {
    const buffer = this.rest === '' ? text : this.rest + text;
    let from = 0;
    for (let to = buffer.indexOf('\n'); to >= 0; to = buffer.indexOf('\n', from)) {
      this.take(withoutCarriageReturn(buffer.slice(from, to)));
      from = to + 1;
    }
    this.rest = buffer.slice(from);
  }

  end(): void {
    if (this.rest !== '') this.take(withoutCarriageReturn(this.rest));
    this.rest = '';
    while (this.open.length > 0) this.giveUpFirstLine();
  }

  private take(line: string): void {
    this.line += 1;
    if (this.open.length === 0 && line === '') return;
    this.open.push(line);
    const state = readLine(line, this.begun);
    if (state === 'broken') this.giveUpFirstLine('text follows a closing quote');
    else if (this.open.length > 1 && this.isStray(state)) this.giveUpStray(state);
    else if (state === 'whole') this.done(this.begun.cells);
    else {
      this.openBytes += Buffer.byteLength(line) + 1;
      if (this.openBytes > MAX_BYTES_A_RECORD) this.giveUpFirstLine();
    }
  }

  /**
   * Returns true if stray quotes join the open lines: together they have too many cells, or a later line is a
   * record itself. Two stray quotes in one column leave the right number of cells. Then the first and the
   * last line must be records without their quotes, and at least half of the lines between must be records.
   */
  private isStray(state: 'whole' | 'open'): boolean {
    const { width, open } = this;
    const { length } = this.begun.cells;
    if (width === null || (state === 'open' && length <= width)) return false;
    if (state === 'open') return true;
    const isRow = (line: string): boolean => parseCsvRecord(line)?.length === width;
    if (length !== width) return open.slice(1).some(isRow);
    const [first = '', ...inner] = open;
    const last = inner.pop() ?? '';
    const opening = parseCsvRecord(`${first}"`) ?? [];
    const closing = parseCsvRecord(`"${last}`) ?? [];
    const areEnds =
      widthWithoutQuotes(opening, opening.at(-1)) === width &&
      widthWithoutQuotes(closing, closing[0]) === width;
    return areEnds && 2 * inner.filter(isRow).length >= inner.length;
  }

  private begin(): void {
    this.open = [];
    this.openBytes = 0;
    this.begun = { cells: [], cell: null };
  }

  private done(cells: readonly string[]): void {
    const line = this.line - this.open.length + 1;
    this.begin();
    if (this.isTable) this.width ??= cells.length;
    this.emit({ line, cells });
  }

  /** Gives up the first open line, and the last one if its quote opens nothing. */
  private giveUpStray(state: 'whole' | 'open'): void {
    const last = this.open.at(-1) ?? '';
    if (state === 'open' || parseCsvRecord(last) === null) {
      this.giveUpFirstLine();
      return;
    }
    this.open.pop();
    this.line -= 1;
    this.giveUpFirstLine();
    while (this.open.length > 0) this.giveUpFirstLine();
    this.line += 1;
    this.emit({ line: this.line, problem: 'a quote stands in a value that begins without one' });
  }

  /** Reports the first open line as no record and reads the lines after it again. */
  private giveUpFirstLine(problem = 'a quoted value is not closed'): void {
    const [, ...later] = this.open;
    this.line -= this.open.length - 1;
    this.begin();
    this.emit({ line: this.line, problem });
    for (const line of later) this.take(line);
  }
}
