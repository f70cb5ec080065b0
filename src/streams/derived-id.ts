/** Makes ids that follow from what they name, so that the store can tell a retry from a new attempt. */
import { hash } from 'node:crypto';

/** Hexadecimal digits whose first two bits mark a UUID of RFC 9562. */
const VARIANT_DIGITS = '89ab';

/** Makes a UUID of version 8 (RFC 9562) from the parts. Equal parts always give the same id. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hex = hash('sha256', parts.join('\u0000'), 'hex');
  const variant = VARIANT_DIGITS.charAt(parseInt(hex.charAt(16), 16) % VARIANT_DIGITS.length);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Makes a derived id that begins with 48 bits of a time (ms since 1970), as in UUID version 7. */
export function timedId(ms: number, ...parts: readonly (string | number)[]): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}${derivedId(...parts).slice(13)}`;
}

/** Returns the time with which a `timedId` begins, in ms since 1970; any number for another id. */
export const timeOfId = (id: string): number => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
