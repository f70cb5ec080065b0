/**
 * RFC 4180 records out of a stream of text, with the line each began on, resynchronising after a broken one.
 *
 * Why not a library: see docs/decisions/0009-csv-reader.md. In short: the usual parser alone takes the whole time that
 * the import may take, and a stray quote makes it read the rest of the file as one cell, where we list one line and go
 * on with the next.
 */

/** A record, or a line that is none. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** A quoted cell may run over line ends, but not further than this: past it the quote is taken for a stray one. */
const MOST_LINES_A_RECORD = 10;

const QUOTE = 0x22;
const COMMA = 0x2c;

type Parsed = readonly string[] | 'open' | 'broken';

/** Takes a quoted cell apart whose text holds doubled quotes; null where its closing quote is missing. */
function cellWithQuotes(text: string, start: number): { cell: string; end: number } | null {
  let cell = '';
  for (let from = start + 1; ;) {
    const end = text.indexOf('"', from);
    if (end < 0) return null;
    cell += text.slice(from, end);
    if (text.charCodeAt(end + 1) !== QUOTE) return { cell, end: end + 1 };
    cell += '"';
    from = end + 2;
  }
}

/** The cells of one record; `open` when a quoted cell isn't closed, `broken` when text follows a closing quote. */
export function parseCsvRecord(text: string): Parsed {
  const cells: string[] = [];
  const { length } = text;
  for (let at = 0; ; at += 1) {
    if (text.charCodeAt(at) !== QUOTE) {
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
      if (close < 0) return 'open';
      if (text.charCodeAt(close + 1) !== QUOTE) {
        cells.push(text.slice(at + 1, close));
        at = close + 1;
      } else {
        const quoted = cellWithQuotes(text, at);
        if (quoted === null) return 'open';
        cells.push(quoted.cell);
        at = quoted.end;
      }
    }
    if (at >= length) return cells;
    if (text.charCodeAt(at) !== COMMA) return 'broken';
  }
}

const withoutCarriageReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Splits text that comes in pieces. Call `push` for each piece and `end` once; blank lines are passed over. */
export class CsvRecordReader {
  private rest = '';
  private line = 0;
  /** Lines of a record whose quoted cell is still open. */
  private open: string[] = [];

  constructor(private readonly emit: (record: CsvRecord) => void) {}

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
    const parsed = parseCsvRecord(this.open.length === 1 ? line : this.open.join('\n'));
    if (parsed === 'open' && this.open.length < MOST_LINES_A_RECORD) return;
    if (typeof parsed === 'string') this.giveUpFirstLine(parsed);
    else this.done(parsed);
  }

  private done(cells: readonly string[]): void {
    const line = this.line - this.open.length + 1;
    this.open = [];
    this.emit({ line, cells });
  }

  /** The first open line is no record; the lines after it are read again on their own. */
  private giveUpFirstLine(parsed: 'open' | 'broken' = 'open'): void {
    const [, ...later] = this.open;
    this.line -= this.open.length - 1;
    this.open = [];
    this.emit({
      line: this.line,
      problem: parsed === 'open' ? 'a quoted value is not closed' : 'text follows a closing quote',
    });
    for (const line of later) this.take(line);
  }
}
