/** Defines facts that are joined from several editions. A source's own record is a fact without a join. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { EditionOf, SourceName, SourceRecords } from '../index.js';

/** The editions that a fact reads. Its own source's is always present; others are null if not loaded. */
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
  readonly name: N;
  /** The source whose edition dates the fact. If it isn't loaded, there is no such fact. */
  readonly source: S;
  readonly also: readonly A[];
  /** The facts of the same companies that the join needs. They are gathered first. */
  readonly needs: readonly F[];
  /** Returns the day of a record's newest change; null: its edition's day. Absent: the edition's day. */
  dateOf?(record: T): IsoDate | null;
  /** True if the newest file dates the fact, as each file covers every company. Absent: the oldest does. */
  readonly ofNewestFile?: true;
  /**
   * True if few rows read the fact. It is then joined for one company when a block reads it, and missing if
   * the join fails. Absent: it is joined for the whole chunk before any row is derived.
   */
  readonly late?: true;
  /**
   * Joins the fact for the companies of a chunk, by one query for each step, without companies that lack it.
   * @throws SqliteFileError
   */
  readonly join: (
    numbers: readonly string[],
    records: { readonly facts: GatheredRecords<F>; readonly editions: JoinedEditions<S, A> },
  ) => ReadonlyMap<string, T>;
}

/** Remembers the result for the last chunk, because several facts use it. */
function joinedOnce<F extends Pick<JoinedFact, 'source'>, G extends { readonly editions: object }, T>(
  { source }: F,
  join: (numbers: readonly string[], records: G) => T,
): (numbers: readonly string[], records: G) => T {
  let last: {
    readonly numbers: readonly string[];
    readonly edition: unknown;
    readonly joined: T;
  } | null = null;
  return (numbers, records) => {
    const edition: unknown = Reflect.get(records.editions, source);
    if (last?.numbers === numbers && last.edition === edition) return last.joined;
    const joined = join(numbers, records);
    last = { numbers, edition, joined };
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
): JoinedFact<N, S, A, F, T> => ({ ...fact, join: joinedOnce(fact, fact.join) });

/** Defines a fact by keys that are known only while blocks are derived, such as postcodes on a website. */
export interface KeyedFact<N extends string = string, S extends SourceName = SourceName, T = unknown> {
  readonly name: N;
  readonly source: S;
  /** Finds records by one query; missing keys are left out. @throws SqliteFileError */
  readonly find: (keys: readonly string[], editions: JoinedEditions<S, never>) => ReadonlyMap<string, T>;
}

export const defineKeyedFact = <const N extends string, const S extends SourceName, T>(
  fact: KeyedFact<N, S, T>,
): KeyedFact<N, S, T> => fact;
