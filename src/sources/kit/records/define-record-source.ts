/** A source whose files bring records: what it is, the forms of its files, and nothing else. */
import { defineSource, type Source } from '../../define-source.js';
import type { Finder, NotPublished } from '../publication/finder.js';
import type { Form } from './form.js';
import type { IsoDate } from '../../../shared/calendar.js';
import { NOTHING_SUPPRESSED } from '../../../shared/suppression/suppressed.js';
import { suppressInAnswers } from './live-answer.js';
import type { LiveList } from './register-lines.js';
import { newsOf, type Keeping, type Suppressing } from './record.js';
import { RecordEdition } from './record-edition.js';
import type { OlderItems } from './rewrite-records.js';
import { recordImporter, type DocumentsReader } from './record-importer.js';

export interface RecordSource<N extends string, F extends string | null, T> {
  readonly name: N;
  /** What blocks call its records of a company; null where its subjects are no companies. */
  readonly fact: F;
  readonly stale_after_days: number;
  /** Where its files are found. */
  readonly finder?: Finder | NotPublished;
  /** Where its subjects are no companies: the index of the company numbers in them. */
  readonly company_index?: string;
  /** Raised with every change of what its readers put into an item. */
  readonly layout: number;
  /** Version of the rules by which its documents are read, raised with every change of them. Default: it has none. */
  readonly reader?: number;
  /** Its earlier layouts of which all that is needed today can be had, and how. Default: none. */
  readonly older?: OlderItems;
  /** The first that recognises a file reads it. */
  readonly forms: readonly Form[];
  /** Its files are documents, or archives of them, in the place of forms; told what day it is. */
  readonly documents?: (today: IsoDate) => DocumentsReader;
  /** Members of a zip archive that are read. Default: CSV, JSON, JSON lines, XML and text. */
  readonly members?: RegExp;
  /** What an item keeps of another of the same key, and whether they are one. Default: nothing, and they are. */
  readonly keeping?: Keeping;
  /** Which of its items are left out, or lose a field, when values are suppressed. Default: none. */
  readonly suppress?: Suppressing<T>;
  /** Lists that are also read live, from which the same is left out. */
  readonly live?: readonly LiveList<T>[];
}

/** @typeParam T what its readers put into an item */
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
      dateOf: newsOf,
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
