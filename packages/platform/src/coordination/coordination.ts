/**
 * The Coordination port: small documents with a version and an expiry. No invariant rests on it; it may be
 * lost at any time. Every adapter passes `test/stores/coordination.contract.ts`.
 */
import type { JsonObject } from '../values/json.js';

export interface CoordinationEntry {
  readonly key: string;
  /** Grows with every put of this key. */
  readonly version: number;
  readonly value: JsonObject;
  /** Milliseconds since 1970 by the store's clock, or null for no expiry. */
  readonly expiresAt: number | null;
}

export type PutResult =
  | { readonly outcome: 'put'; readonly version: number }
  /** Another entry is there, or none is: `entry` is the present one. */
  | { readonly outcome: 'conflict'; readonly entry: CoordinationEntry | null };

export interface PutOptions {
  /** The version that must be there; null: no living entry. Left out: any entry or none. */
  readonly expected?: number | null;
  /** Milliseconds to live. Left out: no expiry. */
  readonly ttl?: number;
}

export interface Coordination {
  /** Undefined where there is no entry, or where it has expired. */
  get(key: string): Promise<CoordinationEntry | undefined>;
  put(key: string, value: JsonObject, options?: PutOptions): Promise<PutResult>;
  /** Removes the entry, if `expected` is its version (left out: whatever its version). */
  delete(key: string, expected?: number): Promise<boolean>;
  /** Living entries with `from <= key < to`, in key order. Default limit 1,000. */
  range(from: string, to: string, limit?: number): Promise<readonly CoordinationEntry[]>;
  /** Puts many entries at once (the request log), whether they exist or not. */
  putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void>;
  /** Removes expired entries. @returns how many */
  sweep(): Promise<number>;
  close(): Promise<void>;
}
