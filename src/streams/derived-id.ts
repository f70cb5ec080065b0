/**
 * Makes ids that follow from what they name. A retry of the same attempt has the same ids, so the store can
 * distinguish it from a new attempt.
 */
import { hash } from 'node:crypto';

/** Hexadecimal digits whose first two bits mark a UUID of RFC 9562. */
const VARIANT_DIGITS = '89ab';

/** A UUID of version 8 (RFC 9562) from the SHA-256 of the parts. Equal parts always give the same id. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hex = hash('sha256', parts.join('\u0000'), 'hex');
  const variant = VARIANT_DIGITS.charAt(parseInt(hex.charAt(16), 16) % VARIANT_DIGITS.length);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
