/** A source whose files bring records: what it is, the forms of its files, and nothing else. */
import { defineSource, type Source } from '../define-source.js';
import type { Form } from './form.js';
import { RecordEdition } from './record-edition.js';
import { recordImporter } from './record-importer.js';

export interface RecordSource<N extends string, F extends string | null> {
  readonly name: N;
  /** What blocks call its records of a company; null where its subjects are no companies. */
  readonly fact: F;
  readonly stale_after_days: number;
  /** Raised with every change of what its readers put into an item. */
  readonly layout: number;
  /** The first that recognises a file reads it. */
  readonly forms: readonly Form[];
  /** Members of a zip archive that are read. Default: CSV, JSON, JSON lines, XML and text. */
  readonly members?: RegExp;
}

/** @typeParam T what its readers put into an item */
export const defineRecordSource =
  <T>() =>
  <const N extends string, const F extends string | null>({
    name,
    fact,
    stale_after_days,
    layout,
    ...reading
  }: RecordSource<N, F>): Source<N, F, RecordEdition<T>> =>
    defineSource({
      name,
      fact,
      stale_after_days,
      importer: recordImporter({ layout, ...reading }),
      open: (path) => RecordEdition.open<T>(path, layout),
    });
