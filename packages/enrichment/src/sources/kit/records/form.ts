/** Defines forms of published files, which recognise a file and read its text into entries. */
import type { Entry, Version } from './record.js';

/** Receives the entries and rejects of a reader. */
export interface Sink {
  add(entry: Entry): void;
  /** @param line the first line of the record, from 1; 0: the form has no lines */
  reject(line: number, reason: string): void;
  /** Counts a stored document that is unreadable. */
  unreadable?(why: string): void;
}

/** The number of records in the files of an import, and the number that they state; null: they state none. */
export interface Tally {
  read: number;
  announced: number | null;
  /** True if one of the files must end with a count. Absent: none must. */
  owed?: boolean;
}

/** The file, or the member of an archive, that is being read. */
export interface FormContext {
  readonly name: string;
  /** The version of records that have none: the file's day; empty: unknown. */
  readonly version: Version;
  readonly sink: Sink;
  /** The number of earlier lines, for a reader that begins inside the file (`Form.apart`). Absent: 0. */
  readonly linesBefore?: number;
  /** The tally of a publication that counts its records over several files. Absent: none. */
  readonly tally?: Tally;
}

/** Reads text that is pushed in whole lines. `end` is called once. @throws ImportRefusal */
export interface TextReader {
  push(text: string): void;
  end(): void;
}

/** The fields that every definition of a form states. */
export interface StatedForm {
  /** The form's name in the publisher's words, for the operator. */
  readonly name: string;
  /** True if such files always lack companies, so that an edition of them is a part. */
  readonly partial: boolean;
}

export interface Form extends StatedForm {
  /** True if lines are independent, so that several readers can read parts of a file. Absent: false. */
  readonly apart?: boolean;
  /** True if each line is a record, so an unreadable last line without an end was cut off. Absent: false. */
  readonly isOfRows?: boolean;
  /** @param head the first line, and more text if that is short */
  recognises(head: string, fileName: string): boolean;
  /** The columns that a table lacks to have this form; empty for a different kind of table. */
  lacking?(head: string): readonly string[];
  open(context: FormContext): TextReader;
}

/** Reports an unreadable value. The record is rejected and counted. */
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
