/** The key in an `Authorization` header. What isn't a key is turned into one that nobody holds, to take equal time. */
import { SECRET_LENGTH, parseApiKey, type ApiKeyText } from '../shared/api-key.js';
import type { KeyId } from '../shared/ids.js';

/** RFC 9110: the scheme's name knows no case. */
const BEARER = /^bearer +(\S+)$/i;

/** A form that `newKeyId` could draw, so it must never be accepted by its form alone: `genuine` says no. */
const NOBODYS: ApiKeyText = {
  environment: 'live',
  key_id: '000000000000' as KeyId,
  secret: '0'.repeat(SECRET_LENGTH),
};

export interface PresentedKey extends ApiKeyText {
  readonly genuine: boolean;
}

export function presentedKey(authorization: string): PresentedKey {
  const token = BEARER.exec(authorization.trim())?.[1];
  const key = token === undefined ? null : parseApiKey(token);
  return key === null ? { ...NOBODYS, genuine: false } : { ...key, genuine: true };
}
