/**
 * Reads bulk files of Companies House: lines of fixed columns between a header with the day and a trailer
 * with the count. Columns count characters, not bytes.
 */
import { goesOn, truncated } from '../editions/import-outcome.js';
import { isCalendarDay, type IsoDate } from '../../../../../words/src/calendar.js';
import { readOrReject, type Form, type FormContext, type StatedForm, type TextReader } from './form.js';
import type { Entry } from './record.js';

/** Reads the text from the first to the last column, counted from 1 as in the publisher's descriptions. */
export type ColumnReader = (first: number, last: number) => string;

/** Matches a character that takes two units of a JavaScript string. */
const BEYOND_ONE_UNIT = /[\ud800-\udbff]/;

export function columnReaderOf(line: string): ColumnReader {
  if (!BEYOND_ONE_UNIT.test(line)) return (first, last) => line.slice(first - 1, last);
  const characters = [...line];
  return (first, last) => characters.slice(first - 1, last).join('');
}

/** Reads a day `CCYYMMDD`; null: the text is no day. */
export function dayIn(columns: string): IsoDate | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(columns) ?? [];
  return isCalendarDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

export interface CountedLinesForm extends StatedForm {
  /** Reads the file's day from its first line; empty: the header has none; null: the line is no header. */
  readonly dayOf: (header: string) => IsoDate | null;
  /**
   * True if the trailer counts the lines between header and trailer; false: its number is cut short in these
   * files.
   */
  readonly counted: boolean;
  /** Reads a line between header and trailer. @throws UnreadableRecord */
  readonly read: (line: string, day: IsoDate) => Iterable<Entry>;
}

const TRAILER = /^9{8}(\d{6,8})$/;

/** Reads the lines. Refuses a file that was cut off or has lines after its trailer. */
class CountedLines implements TextReader {
  private line = 0;
  private day: IsoDate = '';
  /** The number of lines between header and trailer. */
  private read = 0;
  private announced: number | null = null;

  constructor(
    private readonly form: CountedLinesForm,
    private readonly context: FormContext,
  ) {}

  push(text: string): void {
    let from = 0;
    while (from < text.length) {
      const next = text.indexOf('\n', from);
      const to = next < 0 ? text.length : next;
      const line = text.slice(from, text.charCodeAt(to - 1) === 0x0d ? to - 1 : to);
      if (line !== '') this.take(line);
      from = to + 1;
    }
  }

  /** @throws ImportRefusal */
  end(): void {
    const { announced, read } = this;
    if (announced !== null && (!this.form.counted || announced === read)) return;
    throw truncated(this.context.name, { announced, read });
  }

  private take(line: string): void {
    this.line += 1;
    if (this.announced !== null) throw goesOn(this.context.name);
    if (this.line === 1) this.day = this.form.dayOf(line) ?? '';
    else if (TRAILER.test(line)) this.announced = Number(line.slice(8));
    else {
      this.read += 1;
      readOrReject(this.context, this.line, () => this.form.read(line, this.day));
    }
  }
}

export const countedLines = (form: CountedLinesForm): Form => ({
  ...form,
  recognises: (head) => form.dayOf(/^[^\r\n]*/.exec(head)?.[0] ?? '') !== null,
  open: (context) => new CountedLines(form, context),
});
