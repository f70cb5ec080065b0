/**
 * One document for each API key, by its key id. Its name is in its account's document, and is erased with it.
 */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { AccountId, KeyEnvironment, KeyId, KeyScope } from '../../src/shared/ids.js';

export type KeyDocument = {
  readonly key_id: KeyId;
  readonly account_id: AccountId;
  readonly environment: KeyEnvironment;
  readonly scopes: readonly KeyScope[];
  /** HMAC-SHA256 of the secret, hex. */
  readonly secret_hash: string;
  /** The key's own cap on rows a job, or null. */
  readonly max_rows: number | null;
  readonly requests_per_minute: number;
  readonly resolve_per_minute: number;
  readonly issued_at: string;
  readonly revoked_at: string | null;
  readonly revoke_reason: string | null;
};

/** Index `by_account`: an account's keys in the order of their issue. */
export const KEYS = typedCollection<KeyDocument>('keys', [
  { name: 'by_account', fields: ['account_id', 'issued_at'] },
]);

export const apiKeyKey = (key: KeyId): string => key;
