/**
 * The ReadingStore port: a cache of live sources' answers. It may be lost at any time, and no decision rests
 * on it. Every adapter passes `test/stores/reading-store.contract.ts`.
 */

export interface KeptReading {
  /** The kind of reading; a text without blanks. */
  readonly kind: string;
  /** Unique within its kind. */
  readonly key: string;
  /** When it was fetched, by the fetching machine's clock: milliseconds since 1970. May lie ahead. */
  readonly fetchedAt: number;
  /** At most `MAX_CONTENT_BYTES`. */
  readonly content: Uint8Array;
}

/** Far below the limit of one MongoDB document. */
export const MAX_CONTENT_BYTES = 4 * 1_024 * 1_024;

export interface ReadingStore {
  /** Those of these keys that were fetched at this moment or later, in no order. */
  find(kind: string, keys: readonly string[], fetchedFrom: number): Promise<readonly KeptReading[]>;
  /** Replaces an earlier reading; a later one stays. @throws RangeError where it is too large */
  keep(reading: KeptReading): Promise<void>;
  /** Removes readings that were fetched before this moment. @returns how many */
  sweep(fetchedBefore: number): Promise<number>;
  close(): Promise<void>;
}

/** @throws RangeError */
export function refuseTooLarge({ kind, key, content }: KeptReading): void {
  if (content.length > MAX_CONTENT_BYTES)
    throw new RangeError(`${kind} ${key} has ${content.length} bytes, more than ${MAX_CONTENT_BYTES}`);
}
