/** A form in which a publisher's file may come: how it is recognised, and how its text becomes entries. */
import type { Entry, Version } from './record.js';

/** Where a reader puts what it finds. */
export interface Sink {
  add(entry: Entry): void;
  /** @param line where it begins, from 1; 0 where the form has no lines */
  reject(line: number, reason: string): void;
  /** Counts a document that is held and can't be read. */
  unreadable?(why: string): void;
}

/** Records that the files of an import hold, and how many they say themselves; null: they say nothing. */
export interface Tally {
  read: number;
  announced: number | null;
  /** One of them is a file that its publisher ends with a count. Default: none is. */
  owed?: boolean;
}

/** One file, or one member of an archive, as it is read. */
export interface FormContext {
  /** As the operator knows it. */
  readonly name: string;
  /** Of what bears no version of its own: the day of the file; empty where none is known. */
  readonly version: Version;
  readonly sink: Sink;
  /** Of a reader that begins inside the file (`Form.apart`): the lines before. Default: none. */
  readonly linesBefore?: number;
  /**
   * Where a reader counts, of a publication that counts its records over several files. Default: nobody
   * counts.
   */
  readonly tally?: Tally;
}

/** Takes text that comes in whole lines, many at a time; `end` is called once. @throws ImportRefusal */
export interface TextReader {
  push(text: string): void;
  end(): void;
}

/** What whoever makes a form tells of it. */
export interface FormTold {
  /** In the words of the publisher, for the operator. */
  readonly name: string;
  /** Such files never hold everybody: an edition of them is a part. */
  readonly partial: boolean;
}

export interface Form extends FormTold {
  /**
   * Its lines tell nothing of each other, so that several readers can read parts of a file. Default: they
   * may.
   */
  readonly apart?: boolean;
  /**
   * Each line, or row, is a record: a last one that has no end and can't be read was cut off. Default: it may
   * be none.
   */
  readonly isOfRows?: boolean;
  /** @param head the first line, and some more where that is short */
  recognises(head: string, fileName: string): boolean;
  /**
   * Of a table that it doesn't recognise: the columns that are missing. None where it is another table
   * altogether.
   */
  lacking?(head: string): readonly string[];
  open(context: FormContext): TextReader;
}

/** What is wrong with a record: it is rejected, and counted. Thrown by readers of values. */
export class UnreadableRecord extends Error {}

/** Reads one record; one that can't be read is rejected at its line. */
export function readOrReject({ sink }: FormContext, line: number, read: () => Iterable<Entry>): void {
  try {
    for (const entry of read()) sink.add(entry);
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem;
    sink.reject(line, problem.message);
  }
}
