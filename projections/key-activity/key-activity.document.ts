/** Acts of a key that the log records. Replays and refusals are in the request log (Coordination). */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import { keyOf, keysUnder } from '../key-parts.js';

export type KeyActivityKind = 'issued' | 'claimed' | 'submitted' | 'cancel_requested' | 'revoked';

export type KeyActivityDocument = {
  readonly key_id: KeyId;
  readonly account_id: AccountId | null;
  readonly kind: KeyActivityKind;
  readonly time: string;
  readonly request_id: string;
  readonly event_id: string;
  readonly job_id: JobId | null;
  readonly operation: 'enrich_job' | 'resolve' | 'cancel' | null;
  /** For `claimed`: the keyed hash of the idempotency key, as in the name of its stream. Else null. */
  readonly key_hash: string | null;
};

export const KEY_ACTIVITY = typedCollection<KeyActivityDocument>('key_activity');

/** Claims have keys of their own: they are as many as submissions, and most readers want only one of both. */
type Part = 'acts' | 'claims';
const partOf = (kind: KeyActivityKind): Part => (kind === 'claimed' ? 'claims' : 'acts');

/** Orders a key's documents by time (ISO 8601). `subject`: the job, or `key` for an act on the key itself. */
export const keyActivityKey = (key: KeyId, time: string, subject: string, kind: KeyActivityKind): string =>
  keyOf(key, partOf(kind), time.replace('.', ''), subject, kind);

/** A range of times, with no limit where null. Times are ISO 8601 or its beginning, such as a day. */
export interface ActivityTimes {
  readonly from: string | null;
  readonly before: string | null;
}

/** Returns the keys of a key's acts, or of its claims of idempotency keys, in a range of times. */
export function activityKeys(
  key: KeyId,
  part: Part,
  { from, before }: ActivityTimes,
): { from: string; to: string } {
  const all = keysUnder(key, part);
  return {
    from: from === null ? all.from : keyOf(key, part, from.replace('.', '')),
    to: before === null ? all.to : keyOf(key, part, before.replace('.', '')),
  };
}
