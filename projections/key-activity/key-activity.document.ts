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

/** Claims lie apart: they are as many as submissions, and few who read the one want the other. */
type Part = 'acts' | 'claims';
const partOf = (kind: KeyActivityKind): Part => (kind === 'claimed' ? 'claims' : 'acts');

/** `subject`: the job, or what the key's own life is about. Time (ISO) orders a key's documents. */
export const keyActivityKey = (key: KeyId, time: string, subject: string, kind: KeyActivityKind): string =>
  keyOf(key, partOf(kind), time.replace('.', ''), subject, kind);

/** From one time on, before another; null bounds nothing. Times are ISO 8601, or the beginning of it such as a day. */
export interface ActivityTimes {
  readonly from: string | null;
  readonly before: string | null;
}

function keysBetween(key: KeyId, part: Part, { from, before }: ActivityTimes): { from: string; to: string } {
  const all = keysUnder(key, part);
  return {
    from: from === null ? all.from : keyOf(key, part, from.replace('.', '')),
    to: before === null ? all.to : keyOf(key, part, before.replace('.', '')),
  };
}

/** What a key did and its own life, by time. */
export const keyActsBetween = (key: KeyId, times: ActivityTimes): { from: string; to: string } =>
  keysBetween(key, 'acts', times);
/** The idempotency keys that it claimed, by time. */
export const keyClaimsBetween = (key: KeyId, times: ActivityTimes): { from: string; to: string } =>
  keysBetween(key, 'claims', times);
