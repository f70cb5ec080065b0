/**
 * Declares a fact that is joined from several editions: the owners of owners, the companies that name this
 * one, the validity of a postcode. A single source's record of a company number is a fact already
 * (`packages/enrichment/src/sources`).
 */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { EditionOf, SourceName, SourceRecords } from '../index.js';

/** The editions that the fact reads: its own source's is always there, the others only if they are loaded. */
export type JoinedEditions<S extends SourceName, A extends SourceName> = {
  readonly [K in S]: EditionOf<K>;
} & { readonly [K in A]: EditionOf<K> | null };

/** The sources' records of the companies of a chunk, by number. */
export type GatheredRecords<F extends keyof SourceRecords> = {
  readonly [K in F]: ReadonlyMap<string, SourceRecords[K]>;
};

export interface JoinedFact<
  N extends string = string,
  S extends SourceName = SourceName,
  A extends SourceName = SourceName,
  F extends keyof SourceRecords = keyof SourceRecords,
  T = unknown,
> {
  /** The fact's name in blocks. */
  readonly name: N;
  /** The source whose edition dates the fact. If it isn't loaded, there is no such fact. */
  readonly source: S;
  readonly also: readonly A[];
  /** The facts of the same companies that are gathered first. */
  readonly needs: readonly F[];
  /** The day of a record's newest news; null: that of its edition. Left out: of all records. */
  dateOf?(record: T): IsoDate | null;
  /**
   * Whether the fact has the day of the newest file, because each file of the source covers every company.
   * Default: the oldest.
   */
  readonly ofNewestFile?: true;
  /**
   * Whether the fact is joined for one company, when a block first reads its record, because few rows read
   * it. If that fails the fact is missing. Default: it is joined for the whole chunk before any row is
   * derived.
   */
  readonly late?: true;
  /**
   * Joins the fact for the companies of a whole chunk: one query a step, whatever the number of companies.
   * Companies without the fact are left out. Pure except for reading editions.
   * @throws SqliteFileError
   */
  readonly join: (
    numbers: readonly string[],
    records: { readonly facts: GatheredRecords<F>; readonly editions: JoinedEditions<S, A> },
  ) => ReadonlyMap<string, T>;
}

/**
 * Remembers the last result for a chunk, since facts are made of each other and ask for the same companies.
 */
function onceAChunk<F extends Pick<JoinedFact, 'source'>, G extends { readonly editions: object }, T>(
  { source }: F,
  join: (numbers: readonly string[], records: G) => T,
): (numbers: readonly string[], records: G) => T {
  let last: {
    readonly numbers: readonly string[];
    readonly edition: unknown;
    readonly found: T;
  } | null = null;
  return (numbers, records) => {
    const edition: unknown = Reflect.get(records.editions, source);
    if (last?.numbers === numbers && last.edition === edition) return last.found;
    const joined = join(numbers, records);
    last = { numbers, edition, found: joined };
    return joined;
  };
}

export const defineFact = <
  const N extends string,
  const S extends SourceName,
  T,
  const A extends SourceName = never,
  const F extends keyof SourceRecords = never,
>(
  fact: JoinedFact<N, S, A, F, T>,
): JoinedFact<N, S, A, F, T> => ({ ...fact, join: onceAChunk(fact, fact.join) });

/**
 * Defines a fact by keys that are known only while a company's blocks are derived, such as the postcodes on
 * its website. Nothing is read for a company whose blocks ask for none.
 */
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
