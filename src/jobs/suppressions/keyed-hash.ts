/**
 * Hashes suppressed values under the deployment's secret. The log holds only the hashes, so nobody can read
 * or guess a value from it.
 */
import { createHmac } from 'node:crypto';
import type { SuppressibleValue } from '../../../packages/contract/src/suppression/value.js';

export interface KeyedHash {
  /** HMAC-SHA256, hexadecimal. */
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
