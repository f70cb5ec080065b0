/**
 * Ids that follow from what they name, so that a retry of the same attempt carries the same ids and the store can
 * tell it from a new attempt.
 */
import { createHash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562) made from the SHA-256 of the parts. The same parts always give the same id. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(parts.join('\u0000')).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
