/** Declares a form of a publisher's files: how it is recognised, and how its text becomes entries. */
import type { Entry, Version } from './record.js';

/** The receiver of a reader's findings. */
export interface Sink {
  add(entry: Entry): void;
  /** @param line where it begins, from 1; 0 where the form has no lines */
  reject(line: number, reason: string): void;
  /** Counts a document that is held and can't be read. */
  unreadable?(why: string): void;
}

/** The number of records in the files of an import, and the number that they state; null: they state none. */
export interface Tally {
  read: number;
  announced: number | null;
  /** True if one of the files is one that its publisher ends with a count. Default: none is. */
  owed?: boolean;
}

/** The file, or the member of an archive, that is being read. */
export interface FormContext {
  readonly name: string;
  /** The version of records without a version of their own: the file's day; empty: unknown. */
  readonly version: Version;
  readonly sink: Sink;
  /** The lines before, for a reader that begins inside the file (`Form.apart`). Default: none. */
  readonly linesBefore?: number;
  /** The tally of a publication that counts its records over several files. Default: none. */
  readonly tally?: Tally;
}

/** Takes text that comes in whole lines, many at a time; `end` is called once. @throws ImportRefusal */
export interface TextReader {
  push(text: string): void;
  end(): void;
}

/** The fields of a form that its maker states. */
export interface StatedForm {
  /** The form's name in the publisher's words, for the operator. */
  readonly name: string;
  /** True if such files never hold everybody, so that an edition of them is a part. */
  readonly partial: boolean;
}

export interface Form extends StatedForm {
  /** The lines are independent, so several readers can read parts of a file. Default: false. */
  readonly apart?: boolean;
  /** Each line is a record, so an unreadable last line without an end was cut off. Default: false. */
  readonly isOfRows?: boolean;
  /** @param head the first line, and some more where that is short */
  recognises(head: string, fileName: string): boolean;
  /** The columns that a table lacks to be of this form. Empty for a different table. */
  lacking?(head: string): readonly string[];
  open(context: FormContext): TextReader;
}

/** The fault of a record, which is rejected and counted. Readers of values throw it. */
export class UnreadableRecord extends Error {}

/** Reads one record; an unreadable record is rejected with its line. */
export function readOrReject({ sink }: FormContext, line: number, read: () => Iterable<Entry>): void {
  try {
    for (const entry of read()) sink.add(entry);
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem;
    sink.reject(line, problem.message);
  }
}
