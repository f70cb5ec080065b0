/**
 * Reads the key in an `Authorization` header. Other text is replaced by a key that nobody has, so that its
 * check takes as long as that of a real key.
 */
import { SECRET_LENGTH, parseApiKey, type ApiKeyText } from '../../packages/contract/src/api-key.js';
import type { KeyId } from '../../packages/contract/src/ids.js';

/** The name of the scheme is case-insensitive (RFC 9110). */
const BEARER = /^bearer +(\S+)$/i;

/** A key of valid form that was never issued. */
const UNISSUED_KEY: ApiKeyText = {
  environment: 'live',
  key_id: '000000000000' as KeyId,
  secret: '0'.repeat(SECRET_LENGTH),
};

export interface PresentedKey extends ApiKeyText {
  /** True if the header contains a key of the right form; false if this is `UNISSUED_KEY`. */
  readonly isWellFormed: boolean;
}

export function presentedKey(authorization: string): PresentedKey {
  const token = BEARER.exec(authorization.trim())?.[1];
  const key = token === undefined ? null : parseApiKey(token);
  return key === null ? { ...UNISSUED_KEY, isWellFormed: false } : { ...key, isWellFormed: true };
}
