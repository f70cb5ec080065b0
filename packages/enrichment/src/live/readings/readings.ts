/**
 * Defines readings, the results of live steps, which a block requests by kind and key. An error means that
 * another attempt may help. A reading that isn't available is an answer with a reason.
 */
import type { AccountId } from '../../../../contract/src/ids.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { ReadingKind, ReadingTypes } from './reading-kinds.js';

export type { ReadingKind, ReadingTypes };

/** The freshness of a reading for the request that it serves (Blocks 1.9). */
export interface ReadingFreshness {
  /** True if it was fetched since the work on this request began, false if it was kept before. */
  readonly checked_live: boolean;
  /** The time of the fetch, ISO 8601 in UTC. */
  readonly checked_at: string;
}

export interface ReadReading<R extends ReadingKind> {
  readonly status: 'read';
  readonly reading: ReadingTypes[R];
  readonly checked: ReadingFreshness;
  /** The reading in its stored form, if the fetcher has made that already. */
  readonly packed?: Uint8Array;
}

export interface NotRead {
  readonly status: 'not_read';
  readonly reason: ReasonCode;
  /** Milliseconds before another attempt can help. Absent: the reason is final. */
  readonly again_in_ms?: number;
}

export type Reading<R extends ReadingKind> = ReadReading<R> | NotRead;

/** `wanted`: it can be fetched; a block that can't answer without it answers `pending`. */
export type ReadingState<R extends ReadingKind> = Reading<R> | { readonly status: 'wanted' };

/** The requester of a fetch and its limits. */
export interface FetchTerms {
  /** A client waits for a `resolve`, so it goes before all jobs. */
  readonly priority: 'resolve' | 'job';
  /** True if the reading may be kept. A request of which nothing is stored keeps none. */
  readonly keep: boolean;
  /** The account whose daily ceilings count the fetch; absent: none. */
  readonly account?: AccountId | undefined;
}

export interface ReadingName<R extends ReadingKind = ReadingKind> {
  readonly kind: R;
  readonly key: string;
}

/** `register_answer 00227590/charges`: no kind holds a blank. */
export const nameOf = ({ kind, key }: ReadingName): string => `${kind} ${key}`;

export interface Readings {
  /** The kinds that this deployment can fetch. */
  readonly kinds: ReadonlySet<ReadingKind>;
  /** Fetches a reading of one of `kinds`. @throws if it failed and another attempt may help */
  fetch<R extends ReadingKind>(kind: R, key: string, terms: FetchTerms): Promise<Reading<R>>;
  /**
   * The readings that are kept from earlier fetches and not too old, by their names.
   * @param since ISO 8601: what was fetched then or later counts as checked live; null: nothing does
   */
  kept(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>>;
  /** Keeps a reading that was made here and not fetched. A reading that can't be kept counts as missing. */
  keep<R extends ReadingKind>(name: ReadingName<R>, reading: ReadReading<R>): Promise<void>;
}
