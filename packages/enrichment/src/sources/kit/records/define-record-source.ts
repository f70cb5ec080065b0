/** Defines a source of records by its facts and the forms of its files. */
import { defineSource, type Source } from '../../define-source.js';
import type { Finder, NotPublished } from '../publication/finder.js';
import { NOTHING_SUPPRESSED } from '../../../../../contract/src/suppression/suppressed.js';
import { suppressInAnswers } from './live-answer.js';
import type { LiveList } from './register-lines.js';
import { newestDayOf, type Records, type Suppressing } from './record.js';
import { RecordEdition } from './record-edition.js';
import { recordImporter, type RecordReading } from './record-importer.js';

export interface RecordSource<N extends string, F extends string | null, T> extends Omit<
  RecordReading,
  'source'
> {
  readonly name: N;
  /** The fact in blocks that holds a company's records; null: the subjects aren't companies. */
  readonly fact: F;
  readonly stale_after_days: number;
  readonly finder?: Finder | NotPublished;
  /** The index of the company numbers in the items, if the subjects aren't companies. */
  readonly company_index?: string;
  /** Leaves out suppressed items, or a field of them. Absent: nothing is left out. */
  readonly suppress?: Suppressing<T>;
  /** True if blocks also depend on the order of a subject's versions. Absent: they ignore versions. */
  readonly ordered?: boolean;
  /** The lists that are also read live. The same items are suppressed in them. */
  readonly live?: readonly LiveList<T>[];
}

/** The items without versions, the names of whole lists, and doubted lists. */
const asRead = ({ whole, items, doubted }: Records<unknown>): readonly unknown[] => [
  [Object.keys(whole), items.map(({ list, key, data }) => [list, key, data]), doubted],
];

/** The parts of `asRead`, and the rank of each item's version. */
const asReadInOrder = (records: Records<unknown>): readonly unknown[] => {
  const versions = [...new Set(records.items.map(({ version }) => version))].sort();
  return [[asRead(records), records.items.map(({ version }) => versions.indexOf(version))]];
};

/** @typeParam T the data of an item */
export const defineRecordSource =
  <T>() =>
  <const N extends string, const F extends string | null>({
    name,
    fact,
    stale_after_days,
    layout,
    suppress,
    company_index,
    finder,
    ordered = false,
    live = [],
    ...reading
  }: RecordSource<N, F, T>): Source<N, F, RecordEdition<T>> =>
    defineSource({
      name,
      fact,
      stale_after_days,
      ...(company_index !== undefined && { company_index }),
      ...(finder !== undefined && { finder }),
      importer: recordImporter({ source: name, layout, ...reading }),
      asRead: ordered ? asReadInOrder : asRead,
      dateOf: newestDayOf,
      open: (path, suppressed = NOTHING_SUPPRESSED) =>
        RecordEdition.open<T>(path, layout, { suppressed, suppress, companies: fact !== null }),
      live:
        suppress === undefined
          ? {}
          : Object.fromEntries(
              live.map((list) => [
                list.resource,
                (answers, suppressed) => suppressInAnswers(list, suppress, suppressed)(answers),
              ]),
            ),
    });
