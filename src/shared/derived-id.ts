/**
 * Ids that follow from what they name, so that a retry of the same attempt carries the same ids, and the store can
 * distinguish it from a new attempt.
 */
import { hash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562) made from the SHA-256 of the parts. The same parts always give the same id. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const digest = hash('sha256', parts.join('\u0000'), 'buffer');
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
