/**
 * A fact that is joined from several editions: who owns the owners, which companies name this one as theirs,
 * whether a postcode still is one. What one source says of a company under its number is a fact already
 * (`packages/enrichment/src/sources`).
 */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { EditionOf, SourceName, SourceRecords } from '../index.js';

/** The editions that it reads: its own source's is there, the others where they are loaded. */
export type JoinedEditions<S extends SourceName, A extends SourceName> = {
  readonly [K in S]: EditionOf<K>;
} & { readonly [K in A]: EditionOf<K> | null };

/** What sources say of the companies of a chunk, by number. */
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
  /** What blocks call it. */
  readonly name: N;
  /** Where this source isn't loaded there is no such fact; its edition's date is the fact's. */
  readonly source: S;
  readonly also: readonly A[];
  /** Facts of the same companies that are gathered before. */
  readonly needs: readonly F[];
  /** The day of a record's newest news; null: that of its edition. Left out: of all records. */
  dateOf?(record: T): IsoDate | null;
  /**
   * Each file of the source tells of everybody: the newest one's day is the fact's. Default: that of the
   * oldest.
   */
  readonly ofNewestFile?: true;
  /**
   * Few rows read it: joined for one company, when a block first reads its record. Where that fails there is
   * none. Default: joined for the whole chunk before any row is derived.
   */
  readonly late?: true;
  /**
   * For the companies of a whole chunk at once: as many queries as steps, whatever the number of companies.
   * Those left out have none. Pure but for the reading of editions. @throws SqliteFileError
   */
  readonly join: (
    numbers: readonly string[],
    given: { readonly facts: GatheredRecords<F>; readonly editions: JoinedEditions<S, A> },
  ) => ReadonlyMap<string, T>;
}

/**
 * Facts are made of each other: what was joined for a chunk last is given to all who ask for the same
 * companies.
 */
function onceAChunk<F extends Pick<JoinedFact, 'source'>, G extends { readonly editions: object }, T>(
  { source }: F,
  join: (numbers: readonly string[], given: G) => T,
): (numbers: readonly string[], given: G) => T {
  let last: {
    readonly numbers: readonly string[];
    readonly edition: unknown;
    readonly found: T;
  } | null = null;
  return (numbers, given) => {
    const edition: unknown = Reflect.get(given.editions, source);
    if (last?.numbers === numbers && last.edition === edition) return last.found;
    const found = join(numbers, given);
    last = { numbers, edition, found };
    return found;
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
