/** A document for each idempotency key: the job of its last claim. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import { accountPart, keyOf } from '../key-parts.js';

export type IdempotencyDocument = {
  readonly account_id: AccountId;
  readonly job_id: JobId;
  readonly fingerprint: string;
  readonly request_id: string;
  readonly claimed_at: string;
};

export const IDEMPOTENCY = typedCollection<IdempotencyDocument>('idempotency');

/** @param keyHash the keyed hash of the key's text, as in the stream's name */
export const idempotencyKey = (account: AccountId, keyHash: string): string =>
  keyOf(accountPart(account), keyHash);
