/** An import whose files are read by their forms, one after the other. */
import { dateInFileNames } from '../editions/edition-date.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import { ImportRun } from '../editions/import-run.js';
import type { PublishedTable } from '../editions/published-file.js';
import { linesOf } from '../editions/text-lines.js';
import type { Form, Sink, TextReader } from './form.js';
import type { Entry, Version } from './record.js';

/**
 * Of a file, to tell its form by: some lines, and the first one whole, be it a long answer of the register.
 */
const HEAD_CHARACTERS = 20_000;
const LONGEST_FIRST_LINE = 4 << 20;

/** @param text whole lines, from the beginning of a file */
export function headOf(text: string): string {
  const line = text.indexOf('\n');
  const first = line < 0 ? text.length : line;
  return text.slice(0, first > LONGEST_FIRST_LINE ? HEAD_CHARACTERS : Math.max(first, HEAD_CHARACTERS));
}

/** For a refusal. */
function lackingIn(head: string, form: Form): string {
  const missing = form.lacking?.(head) ?? [];
  if (missing.length === 0) return '';
  return ` (it lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')})`;
}

export abstract class FormRun extends ImportRun implements Sink {
  /** Which files these are, for a refusal. */
  protected readonly readBy: string = 'this source takes';

  abstract add(entry: Entry): void;

  /** @throws ImportRefusal */
  async readTable({ name, bytes }: PublishedTable, forms: readonly Form[]): Promise<void> {
    this.begin(name);
    const context = { name, version: this.versionOf(name), sink: this };
    let reader: TextReader | null = null;
    for await (const text of linesOf(bytes)) {
      reader ??= this.formOf(name, text, forms).open(context);
      reader.push(text);
      this.report('reading');
    }
    reader?.end();
  }

  /** Of what bears no version of its own. */
  protected versionOf(name: string): Version {
    return this.request.asOf ?? dateInFileNames([name]) ?? '';
  }

  /** @param text whole lines, from the beginning of the file. @throws ImportRefusal */
  protected formOf(name: string, text: string, forms: readonly Form[]): Form {
    const head = headOf(text);
    const form = forms.find((known) => known.recognises(head, name));
    if (form === undefined) {
      const known = forms.map((one) => one.name + lackingIn(head, one)).join('; or ');
      throw new ImportRefusal('wrong_header', `${name} is none of the files that ${this.readBy}: ${known}`);
    }
    this.partial ||= form.partial;
    return form;
  }
}
