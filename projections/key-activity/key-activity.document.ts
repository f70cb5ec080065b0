/** What a key did, as far as the log records it; replays and refusals stand in the request log (Coordination). */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { AccountId, JobId, KeyId } from '../../src/shared/ids.js';
import { keyOf, keysUnder } from '../key-parts.js';

export type KeyActivityKind = 'issued' | 'claimed' | 'submitted' | 'cancel_requested' | 'revoked';

export type KeyActivityDocument = {
  readonly key_id: KeyId;
  readonly account_id: AccountId | null;
  readonly kind: KeyActivityKind;
  readonly time: string;
  readonly request_id: string;
  /** The event that records it. */
  readonly event_id: string;
  readonly job_id: JobId | null;
  readonly operation: 'enrich_job' | 'resolve' | 'cancel' | null;
  /** Of the idempotency key that was claimed, as it stands in the name of its stream; null for every other act. */
  readonly key_hash: string | null;
};

export const KEY_ACTIVITY = typedCollection<KeyActivityDocument>('key_activity');

/** `subject`: the job, or what the key's own life is about. Time (ISO) orders a key's documents. */
export const keyActivityKey = (key: KeyId, time: string, subject: string, kind: KeyActivityKind): string =>
  keyOf(key, time.replace('.', ''), subject, kind);
/** Everything of one key, by time. */
export const keyActivityKeys = (key: KeyId): { from: string; to: string } => keysUnder(key);
/** The same from one time on, before another; times are ISO 8601, or the beginning of it such as a day. */
export const keyActivityBetween = (
  key: KeyId,
  from: string | null,
  before: string | null,
): { from: string; to: string } => {
  const all = keyActivityKeys(key);
  return {
    from: from === null ? all.from : keyOf(key, from.replace('.', '')),
    to: before === null ? all.to : keyOf(key, before.replace('.', '')),
  };
};
