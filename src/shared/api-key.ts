/**
 * The text of an API key (Spec, Authentication 2): `svc_live_` or `svc_test_`, the 12-character key id, an underscore
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
/** Wider than a valid key on purpose: a secret cut short or pasted with a character too many is one all the same. */
const KEY_IN_TEXT = /svc_(?:live|test)_([a-z0-9]{12})_[A-Za-z0-9]+/g;

export const formatApiKey = (key: ApiKeyText): string => `svc_${key.environment}_${key.key_id}_${key.secret}`;

/** The parts of a whole key, or null where the text has another form. */
export function parseApiKey(text: string): ApiKeyText | null {
  const match = WHOLE_KEY.exec(text);
  if (match === null) return null;
  const [, environment, keyId, secret] = match;
  return { environment: environment as Environment, key_id: keyId as KeyId, secret: secret ?? '' };
}

/** The text with every whole key cut to its id, for logs, tools and error messages (Contract 4). */
export const cutApiKeys = (text: string): string => text.replace(KEY_IN_TEXT, '$1');
