/** Decides if a value is suppressed. The suppressed values are known only by their keyed hashes. */
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
import { createHmac } from 'node:crypto';

/** Hashes values under the deployment's secret. The log holds only these hashes. */
export interface KeyedHash {
  /** Returns an HMAC-SHA256 in hexadecimal digits. */
  hashOf(value: SuppressibleValue): string;
  /** Identifies the secret without revealing it. Values hashed under another secret have no effect. */
  readonly fingerprint: string;
}

/** @param secret `KEY_HASH_SECRET` */
export function keyedHash(secret: string): KeyedHash {
  const derivedBytes = (purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();
  const key = derivedBytes('suppressed values');
  return {
    hashOf: ({ kind, value }) => createHmac('sha256', key).update(`${kind}\u0000${value}`).digest('hex'),
    fingerprint: derivedBytes('fingerprint of suppressed values').toString('hex').slice(0, 16),
  };
}

/** The maximum number of cached decisions. They are cached because a batch has the same value many times. */
const MAX_CACHED = 20_000;

export class SuppressedHashes implements SuppressedValues {
  readonly kinds = new Set<SuppressedKind>();
  private suppressionByHash: SuppressionsState = new Map();
  private readonly keyedHash: KeyedHash;
  /** Caches decisions, so that each value is hashed once. The cache is only in memory. */
  private readonly decisionByValue = new Map<string, boolean>();

  /** @param secret `KEY_HASH_SECRET` */
  constructor(secret: string) {
    this.keyedHash = keyedHash(secret);
  }

  replace(suppressionByHash: SuppressionsState): void {
    this.suppressionByHash = suppressionByHash;
    this.decisionByValue.clear();
    this.kinds.clear();
    for (const { kind } of suppressionByHash.values()) this.kinds.add(kind);
  }

  has(kind: SuppressedKind, text: string): boolean {
    if (!this.kinds.has(kind)) return false;
    const value = normalisedValue(kind, text);
    if (value === null) return false;
    const values = kind === 'domain' ? hostsAbove(value) : [value];
    return values.some((candidate) => this.isSuppressed({ kind, value: candidate }));
  }

  private isSuppressed(value: SuppressibleValue): boolean {
    const cacheKey = `${value.kind} ${value.value}`;
    const cachedDecision = this.decisionByValue.get(cacheKey);
    if (cachedDecision !== undefined) return cachedDecision;
    const decision = this.suppressionByHash.has(this.keyedHash.hashOf(value));
    if (this.decisionByValue.size >= MAX_CACHED) this.decisionByValue.clear();
    this.decisionByValue.set(cacheKey, decision);
    return decision;
  }
}
