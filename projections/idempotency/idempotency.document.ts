/** One document an idempotency key in use: which job it stands for. The last claim of a chain counts. */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { AccountId, JobId } from '../../src/shared/ids.js';
import { accountPart, keyOf } from '../key-parts.js';

export type IdempotencyDocument = {
  readonly account_id: AccountId;
  readonly job_id: JobId;
  readonly fingerprint: string;
  readonly request_id: string;
  readonly claimed_at: string;
};

export const IDEMPOTENCY = typedCollection<IdempotencyDocument>('idempotency');

/** `keyHash`: the keyed hash of the key's text, as it stands in the stream's name. */
export const idempotencyKey = (account: AccountId, keyHash: string): string =>
  keyOf(accountPart(account), keyHash);
