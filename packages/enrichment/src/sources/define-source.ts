/** Defines a published source. The program works with the sources in the list of `index.ts`. */
import type { IsoDate } from '../../../words/src/calendar.js';
import type { SuppressedValues } from '../../../contract/src/suppression/suppressed.js';
import type { EditionFacts } from './kit/editions/edition-file.js';
import type { Importer } from './kit/editions/importer.js';
import type { Finder, NotPublished } from './kit/publication/finder.js';

/** An open edition. Look-ups are synchronous, and one query serves many companies. */
export interface OpenEdition<T = unknown> {
  readonly facts: EditionFacts;
  /** Returns the records of these numbers, without numbers that aren't on file. @throws SqliteFileError */
  byNumbers(numbers: Iterable<string>): ReadonlyMap<string, T>;
  /** Returns the subjects of each key of an index, for a source with indexes. @throws SqliteFileError */
  subjectsUnder?(index: string, keys: Iterable<string>): ReadonlyMap<string, readonly string[]>;
  /**
   * Yields the records of every company, one company after the other. @throws SqliteFileError
   * @param index the index of the company numbers, if the subjects aren't companies
   */
  records?(index?: string): Iterable<NumberedRecord<T>>;
  close(): void;
}

/** A company's whole record. */
export interface NumberedRecord<T> {
  readonly number: string;
  readonly record: T;
  /** True if suppressed values hide the company or a part of the record from answers. */
  readonly hides: boolean;
}

/** Removes suppressed items from answers, and counts them by group. */
export type SuppressAnswers = (
  answers: readonly unknown[],
  suppressed: SuppressedValues,
) => {
  readonly answers: readonly unknown[];
  readonly suppressed?: Readonly<Record<string, number>>;
};

export interface Source<
  N extends string = string,
  F extends string | null = string | null,
  E extends OpenEdition = OpenEdition,
> {
  /** The name of the source for the operator, the log and the folder of its editions. */
  readonly name: N;
  /** The fact about one company that blocks get from the source; null: they get none directly. */
  readonly fact: F;
  /** The days after which an edition is stale (Blocks 1.11). A stale edition is still served. */
  readonly stale_after_days: number;
  /** The index of the company numbers in the items, if the subjects aren't companies. */
  readonly company_index?: string;
  readonly importer: Importer;
  /** Finds the source's files for `register sync`. Absent: the source is made of other sources. */
  readonly finder?: Finder | NotPublished;
  /** True if editions get digests although `fact` is null, because the subjects are companies. */
  readonly digested?: true;
  /** The kinds of facts in its records, which change independently. Absent: each record is of one kind. */
  readonly kinds?: readonly string[];
  /**
   * Returns the parts of a record that blocks read, by kind: without versions, and with facts that depend on
   * the day. Editions with equal parts give equal answers. Absent: the whole record.
   */
  asRead?(record: unknown, day: IsoDate): readonly unknown[];
  /** Returns the day of a record's newest change; null: its edition's day. Absent: the edition's day. */
  dateOf?(record: unknown): IsoDate | null;
  /** @param suppressed values to leave out of all answers @throws SqliteFileError if it is unreadable */
  readonly open: (path: string, suppressed?: SuppressedValues) => E;
  /** Leaves suppressed people out of the register's live answers, by resource. */
  readonly live?: Readonly<Record<string, SuppressAnswers>>;
}

export const defineSource = <const N extends string, const F extends string | null, E extends OpenEdition>(
  source: Source<N, F, E>,
): Source<N, F, E> => source;

/** The records of one company in a source. */
export type RecordOf<S extends Source> = ReturnType<S['open']> extends OpenEdition<infer T> ? T : never;
