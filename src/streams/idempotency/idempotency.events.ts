/**
 * `idempotency-{n}.{keyed hash of the key}`: who holds an idempotency key of an account. Written by the submit and
 * resolve handlers before anything else; read by the idempotency projection and by duplicates. One event, more only
 * after an abandoned submission or a resolve that ended 502; lives for ever. The key's own text is kept nowhere.
 */
import type { RecordedEvent, StreamName } from '../../platform/event-store/event-store.js';
import type { AccountId } from '../../shared/ids.js';
import type { Fact, Logged } from '../envelope.js';
import { UnknownEventError, jsonOf, logged } from '../envelope.js';
import type { Submission } from '../job/job.events.js';

/** The key belongs to this request; equal requests get its job and pay nothing, other requests are refused with 409. */
export type IdempotencyKeyClaimed = Fact<
  'IdempotencyKeyClaimed',
  {
    /** HMAC-SHA256 of method, path and canonical request, keyed by the key's own text; hex. */
    fingerprint: string;
    request_id: string;
    /** The time that the submission's events carry. */
    time: string;
    submission: Submission;
  }
>;

export type IdempotencyEvent = IdempotencyKeyClaimed;

/** `keyHash`: HMAC-SHA256 of the key's text under the deployment's KEY_HASH_SECRET, hex. */
export const idempotencyStream = (account: AccountId, keyHash: string): StreamName =>
  `idempotency-${account}.${keyHash}` as StreamName;

export function decodeIdempotencyEvent(recorded: RecordedEvent): Logged<IdempotencyEvent> {
  if (recorded.type !== 'IdempotencyKeyClaimed') throw new UnknownEventError(recorded);
  return logged(recorded, { type: recorded.type, data: jsonOf(recorded) } as IdempotencyKeyClaimed);
}
