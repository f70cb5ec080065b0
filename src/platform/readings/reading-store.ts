/**
 * The ReadingStore port: what was read live elsewhere, kept for a while so that it need not be read again. It is a
 * cache: it may be lost at any time, and nothing is decided by what it holds. Every adapter passes
 * `test/stores/reading-store.contract.ts`.
 */

export interface KeptReading {
  /** What was read; a text without blanks. */
  readonly kind: string;
  /** Of its kind the only one. */
  readonly key: string;
  /** Milliseconds since 1970 from which its age counts: when it was fetched, by the clock of who did; may lie ahead. */
  readonly fetchedAt: number;
  /** At most `MOST_CONTENT_BYTES`. */
  readonly content: Uint8Array;
}

/** Far below what one MongoDB document may carry. */
export const MOST_CONTENT_BYTES = 4 * 1_024 * 1_024;

export interface ReadingStore {
  /** Those of these keys that are there and were fetched at this moment or later, in no order. */
  find(kind: string, keys: readonly string[], fetchedFrom: number): Promise<readonly KeptReading[]>;
  /** Takes the place of an earlier one; one that was fetched later stays. @throws RangeError where it is too large */
  keep(reading: KeptReading): Promise<void>;
  /** Removes those that were fetched before this moment; how many. */
  sweep(fetchedBefore: number): Promise<number>;
  close(): Promise<void>;
}

/** @throws RangeError */
export function refuseTooLarge({ kind, key, content }: KeptReading): void {
  if (content.length > MOST_CONTENT_BYTES)
    throw new RangeError(`${kind} ${key} has ${content.length} bytes, more than ${MOST_CONTENT_BYTES}`);
}
