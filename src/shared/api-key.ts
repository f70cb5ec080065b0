/**
 * The text of an API key (Spec 7.2): `svc_live_` or `svc_test_`, the 12-character key id, an underscore
 * and the secret of 40 letters and digits. Making and checking secrets is `src/access/key-secret.ts`.
 */
import type { Environment, KeyId } from './ids.js';

export interface ApiKeyText {
  readonly environment: Environment;
  readonly key_id: KeyId;
  /** Never logged, stored or sent; only its keyed hash is. */
  readonly secret: string;
}

/** Characters in a secret. */
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
  return { environment: environment as Environment, key_id: keyId as KeyId, secret: secret ?? '' };
}

/** Whether a whole key stands anywhere in the text. Almost no text has its beginning, which is found much faster. */
export const holdsApiKey = (text: string): boolean => text.includes('svc_') && HELD_KEY.test(text);

/** What is wrong with a field in which somebody pasted a key (Contract 4.1). */
export const KEY_IN_FIELD = 'This holds an API key, which belongs in the Authorization header only.';

/** The id of the key that is named by its id, by its visible part, or by the whole key. */
export const keyIdIn = (text: string): KeyId | null =>
  (NAMED_KEY.exec(text.trim())?.[1] ?? null) as KeyId | null;
