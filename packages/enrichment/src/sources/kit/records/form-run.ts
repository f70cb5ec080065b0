/** Runs an import that reads its files one after the other, each by its form. */
import { dateInFileNames } from '../editions/edition-date.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import { ImportRun } from '../editions/import-run.js';
import type { PublishedTable } from '../editions/published-file.js';
import { linesOf } from '../editions/text-lines.js';
import type { Form, Sink, TextReader } from './form.js';
import type { Entry, Version } from './record.js';

/** The number of characters by which a file's form is recognised. A longer first line is used whole. */
const HEAD_CHARACTERS = 20_000;
const LONGEST_FIRST_LINE = 4 << 20;

/** @param text whole lines, from the beginning of a file */
export function headOf(text: string): string {
  const line = text.indexOf('\n');
  const first = line < 0 ? text.length : line;
  return text.slice(0, first > LONGEST_FIRST_LINE ? HEAD_CHARACTERS : Math.max(first, HEAD_CHARACTERS));
}

/** The columns that a file lacks to have the form, in words for a refusal. */
function lackingIn(head: string, form: Form): string {
  const missing = form.lacking?.(head) ?? [];
  if (missing.length === 0) return '';
  return ` (it lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')})`;
}

export abstract class FormRun extends ImportRun implements Sink {
  /** The words of a refusal after `is none of the files that`. */
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

  /** The version of records that have none: the file's day. */
  protected versionOf(name: string): Version {
    return this.request.asOf ?? dateInFileNames([name]) ?? '';
  }

  /** @param text whole lines, from the beginning of the file. @throws ImportRefusal */
  protected formOf(name: string, text: string, forms: readonly Form[]): Form {
    const head = headOf(text);
    const form = forms.find((form) => form.recognises(head, name));
    if (form === undefined) {
      const faults = forms.map((form) => form.name + lackingIn(head, form)).join('; or ');
      throw new ImportRefusal('wrong_header', `${name} is none of the files that ${this.readBy}: ${faults}`);
    }
    this.partial ||= form.partial;
    return form;
  }
}
