/**
 * Reads bulk files of Companies House: lines of fixed columns between a header with the day and a last line
 * with the count. Columns count characters of the text, not bytes.
 */
import { goesOn, truncated } from '../editions/import-outcome.js';
import { isCalendarDay, type IsoDate } from '../../../../../words/src/calendar.js';
import { readOrReject, type Form, type FormContext, type StatedForm, type TextReader } from './form.js';
import type { Entry } from './record.js';

/** The text in these columns, both included. Columns count from 1, as in the publisher's descriptions. */
export type ColumnReader = (first: number, last: number) => string;

/** Matches a character that takes two units of a JavaScript string. */
const BEYOND_ONE_UNIT = /[\ud800-\udbff]/;

export function columnReaderOf(line: string): ColumnReader {
  if (!BEYOND_ONE_UNIT.test(line)) return (first, last) => line.slice(first - 1, last);
  const characters = [...line];
  return (first, last) => characters.slice(first - 1, last).join('');
}

/** `CCYYMMDD`, or null. */
export function dayIn(columns: string): IsoDate | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(columns) ?? [];
  return isCalendarDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

export interface CountedLinesForm extends StatedForm {
  /** Reads the file's day from its first line; empty: it has none; null: the line is no header. */
  readonly dayOf: (header: string) => IsoDate | null;
  /**
   * True if the last line's number is the count of the lines between the first and the last; false: in these
   * files the number is cut short.
   */
  readonly counted: boolean;
  /** Reads a line between the first and the last. @throws UnreadableRecord */
  readonly read: (line: string, day: IsoDate) => Iterable<Entry>;
}

const TRAILER = /^9{8}(\d{6,8})$/;

/** Refuses a file that was cut off, or has more behind its end. */
class CountedLines implements TextReader {
  private line = 0;
  private day: IsoDate = '';
  /** Lines between the first and the last. */
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
