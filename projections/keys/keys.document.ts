/** Declares the documents of API keys. The name of a key is in its account's document. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { KeyIssued } from '../../src/streams/account/account.events.js';

export type KeyDocument = Omit<KeyIssued['data'], 'name'> & {
  readonly account_id: AccountId;
  readonly issued_at: string;
  readonly revoked_at: string | null;
  readonly revoke_reason: string | null;
};

/** The key is the key's id. Index `by_account`: an account's keys in the order of their issue. */
export const KEYS = typedCollection<KeyDocument>('keys', [
  { name: 'by_account', fields: ['account_id', 'issued_at'] },
]);
