/**
 * Defines a fact by keys that are known only while a company's blocks are derived, such as the postcodes on
 * its website. Nothing is read for a company whose blocks ask for none.
 */
import type { SourceName } from '../index.js';
import type { JoinedEditions } from './define-fact.js';

export interface KeyedFact<N extends string = string, S extends SourceName = SourceName, T = unknown> {
  /** The fact's name in blocks. */
  readonly name: N;
  readonly source: S;
  /**
   * Finds records by one query, whatever the number of keys; missing keys are left out.
   * @throws SqliteFileError
   */
  readonly find: (keys: readonly string[], editions: JoinedEditions<S, never>) => ReadonlyMap<string, T>;
}

export const defineKeyedFact = <const N extends string, const S extends SourceName, T>(
  fact: KeyedFact<N, S, T>,
): KeyedFact<N, S, T> => fact;
