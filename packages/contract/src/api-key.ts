/** The text of an API key (Spec 7.2): `svc_live_` or `svc_test_`, 12 characters of id, 40 of secret. */
import type { KeyEnvironment, KeyId } from './ids.js';

export interface ApiKeyText {
  readonly environment: KeyEnvironment;
  readonly key_id: KeyId;
  /** Never logged, stored or sent. Only its keyed hash is stored. */
  readonly secret: string;
}

/** Number of characters in a secret. */
export const SECRET_LENGTH = 40;

const WHOLE_KEY = /^svc_(live|test)_([a-z0-9]{12})_([A-Za-z0-9]{40})$/;
const HELD_KEY = /svc_(?:live|test)_[a-z0-9]{12}_[A-Za-z0-9]{40}/;
const NAMED_KEY = /^(?:svc_(?:live|test)_)?([a-z0-9]{12})(?:_.*)?$/;

export const formatApiKey = (key: ApiKeyText): string => `svc_${key.environment}_${key.key_id}_${key.secret}`;

/** The parts of a whole key, or null where the text has another form. */
export function parseApiKey(text: string): ApiKeyText | null {
  const match = WHOLE_KEY.exec(text);
  if (match === null) return null;
  const [, environment, keyId, secret] = match;
  return { environment: environment as KeyEnvironment, key_id: keyId as KeyId, secret: secret ?? '' };
}

/** True if the text contains a whole key. The prefix is checked first because that is much faster. */
export const holdsApiKey = (text: string): boolean => text.includes('svc_') && HELD_KEY.test(text);

/** The error message for a field that contains a key (Contract 4.1). */
export const KEY_IN_FIELD = 'This holds an API key, which belongs in the Authorization header only.';

/** The key id in a text that is the id, the visible part of a key, or a whole key. */
export const keyIdIn = (text: string): KeyId | null =>
  (NAMED_KEY.exec(text.trim())?.[1] ?? null) as KeyId | null;
