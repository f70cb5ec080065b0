/** The facts from which blocks are derived. */
import type { FactRecords, KeyedRecords } from '../../sources/facts/index.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { Freshness } from './envelope.js';

/** The record of a company in one source, or joined from several. */
export interface SourceFact<T> {
  /** Null: the source is loaded and has nothing for this company. */
  readonly record: T | null;
  /** The date of the data. */
  readonly as_of: IsoDate;
  readonly freshness: Freshness;
  /** True if the edition lacks companies. One that isn't in it was not looked up (Blocks 1.11). */
  readonly part: boolean;
}

/**
 * The records of a source under the requested keys; null: the source is loaded and has nothing under that
 * key.
 */
export interface LookedUp<T> extends Omit<SourceFact<T>, 'record'> {
  readonly found: ReadonlyMap<string, T | null>;
}

/** Looks up a fact while a block is derived, by keys such as the postcodes that a website prints. */
export type LookUp<T> = (keys: readonly string[]) => LookedUp<T> | WhyMissing;

/** Every fact that a block can be given. */
export type Facts = { readonly [F in keyof FactRecords]: SourceFact<FactRecords[F]> } & {
  readonly [F in keyof KeyedRecords]: LookUp<KeyedRecords[F]>;
};

/** A fact of a company: a block can need it. */
export type FactName = keyof FactRecords;
/** A fact that a block can use if it is there. */
export type UsableName = keyof Facts;

/** The facts of one company, by name; for a fact that no company has, the reason. */
export type CompanyFacts = { readonly [F in UsableName]?: Facts[F] | WhyMissing };

/**
 * Makes a value once for all blocks of a row that ask by the same key. The value is dropped with the row. If
 * each block made its own, a row of all 37 blocks would take 8 % more (`npm run bench:blocks`).
 */
export type Once = <T>(key: unknown, make: () => T) => T;

/** Makes the memo of one row, before its first block is derived. */
export function onceARow(): Once {
  const made = new Map<unknown, unknown>();
  return <T>(key: unknown, make: () => T): T => {
    if (!made.has(key)) made.set(key, make());
    // Each key has one maker.
    return made.get(key) as T;
  };
}

/** The reason why no company has a fact (Blocks 1.11): the source was never loaded, or can't be read now. */
export type WhyMissing = 'not_available_yet' | 'source_unavailable';
