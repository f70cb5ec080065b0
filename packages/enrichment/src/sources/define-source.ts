/**
 * What a published source is: one folder, one definition. The importer registry, `register import` and
 * `status`, open editions and the facts that blocks may need follow from the list of definitions in
 * `index.ts`.
 */
import type { IsoDate } from '../../../words/src/calendar.js';
import type { SuppressedValues } from '../../../contract/src/suppression/suppressed.js';
import type { EditionFacts } from './kit/editions/edition-file.js';
import type { Importer } from './kit/editions/importer.js';
import type { Finder, NotPublished } from './kit/publication/finder.js';

/** An edition as it is read: synchronous, many companies a query. */
export interface OpenEdition<T = unknown> {
  readonly facts: EditionFacts;
  /** What is on file under these numbers; the others are left out. @throws SqliteFileError */
  byNumbers(numbers: Iterable<string>): ReadonlyMap<string, T>;
  /** Of a source that keeps indexes: the subjects found under each key of one. @throws SqliteFileError */
  subjectsUnder?(index: string, keys: Iterable<string>): ReadonlyMap<string, readonly string[]>;
  close(): void;
}

/** Answers as they came, without whoever is suppressed, and how many that were, by group. */
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
  /** What the operator, the log and the folder of its editions call it. */
  readonly name: N;
  /** What blocks call that which it says of one company; null where it isn't found by company number. */
  readonly fact: F;
  /** An older edition is served all the same, and said to be stale (Blocks 1.11). */
  readonly stale_after_days: number;
  /**
   * Where its subjects are no companies: the index in which they are found by the company numbers in them.
   */
  readonly company_index?: string;
  readonly importer: Importer;
  /** Where `register sync` finds its files. Left out: nobody looked for them yet, or it is made of others. */
  readonly finder?: Finder | NotPublished;
  /** The day of a record's newest news; null: that of its edition. Left out: of all records. */
  dateOf?(record: unknown): IsoDate | null;
  /**
   * @param suppressed what it leaves out of all that it is asked for; default: nothing
   * @throws SqliteFileError where the file is missing, damaged or of another layout
   */
  readonly open: (path: string, suppressed?: SuppressedValues) => E;
  /** By the resource of the register that is asked live: leaves whoever is suppressed out of its answers. */
  readonly live?: Readonly<Record<string, SuppressAnswers>>;
}

export const defineSource = <const N extends string, const F extends string | null, E extends OpenEdition>(
  source: Source<N, F, E>,
): Source<N, F, E> => source;

/** What a source has on file of one company. */
export type RecordOf<S extends Source> = ReturnType<S['open']> extends OpenEdition<infer T> ? T : never;
