/** Answers whether a value is suppressed. It knows the suppressed values only by their hashes. */
import type {
  SuppressedKind,
  SuppressedValues,
} from '../../../packages/contract/src/suppression/suppressed.js';
import {
  hostsAbove,
  normalisedValue,
  type SuppressibleValue,
} from '../../../packages/contract/src/suppression/value.js';
import type { SuppressionsState } from '../../streams/suppressions/suppressions.decider.js';
import { keyedHash, type KeyedHash } from './keyed-hash.js';

/** The maximum number of cached decisions. They are cached because a batch has the same value many times. */
const MAX_CACHED = 20_000;

export class SuppressedHashes implements SuppressedValues {
  readonly kinds = new Set<SuppressedKind>();
  private hashes: SuppressionsState = new Map();
  private readonly hash: KeyedHash;
  /** Caches decisions by value, so that each value is hashed once. The cache is only in memory. */
  private readonly cachedDecisions = new Map<string, boolean>();

  /** @param secret `KEY_HASH_SECRET` */
  constructor(secret: string) {
    this.hash = keyedHash(secret);
  }

  /** Replaces the suppressed values. */
  replace(hashes: SuppressionsState): void {
    this.hashes = hashes;
    this.cachedDecisions.clear();
    this.kinds.clear();
    for (const { kind } of hashes.values()) this.kinds.add(kind);
  }

  has(kind: SuppressedKind, text: string): boolean {
    if (!this.kinds.has(kind)) return false;
    const value = normalisedValue(kind, text);
    if (value === null) return false;
    const values = kind === 'domain' ? hostsAbove(value) : [value];
    return values.some((candidate) => this.holds({ kind, value: candidate }));
  }

  private holds(value: SuppressibleValue): boolean {
    const cacheKey = `${value.kind} ${value.value}`;
    const cached = this.cachedDecisions.get(cacheKey);
    if (cached !== undefined) return cached;
    const isSuppressed = this.hashes.has(this.hash.hashOf(value));
    if (this.cachedDecisions.size >= MAX_CACHED) this.cachedDecisions.clear();
    this.cachedDecisions.set(cacheKey, isSuppressed);
    return isSuppressed;
  }
}
