/** Acts of each key, for investigations. */
import { accountOfStream } from '../../src/streams/account/account.events.js';
import { idempotencyStreams } from '../../src/streams/idempotency/idempotency.events.js';
import { jobOfJobStream } from '../../src/streams/job/job.events.js';
import { put } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import type { ProjectedEvent } from '../projected-event.js';
import { KEY_ACTIVITY, keyActivityKey, type KeyActivityDocument } from './key-activity.document.js';

type Act = Pick<KeyActivityDocument, 'key_id' | 'account_id' | 'kind'> & Partial<KeyActivityDocument>;

function activity({ id: event_id, time, requestId: request_id }: ProjectedEvent, act: Act) {
  const { key_id, account_id, kind, job_id = null, operation = null, key_hash = null } = act;
  const ids = { key_id, account_id, kind, time, request_id, event_id };
  const key = keyActivityKey(key_id, time, job_id ?? 'key', kind);
  return [put(KEY_ACTIVITY, key, { ...ids, job_id, operation, key_hash })];
}

export const keyActivity = defineProjection({
  name: 'key-activity',
  version: 3,
  lane: 'support',
  collections: [KEY_ACTIVITY],
  on: {
    KeyIssued: (issued) =>
      activity(issued, {
        key_id: issued.event.data.key_id,
        account_id: accountOfStream(issued.stream),
        kind: 'issued',
      }),
    KeyRevoked: (revoked) =>
      activity(revoked, {
        key_id: revoked.event.data.key_id,
        account_id: accountOfStream(revoked.stream),
        kind: 'revoked',
      }),
    IdempotencyKeyClaimed: (claimed) => {
      const { key_id, account_id, job_id, operation } = claimed.event.data.submission;
      const { keyHash: key_hash } = idempotencyStreams.idOf(claimed.stream);
      return activity(claimed, { key_id, account_id, kind: 'claimed', job_id, operation, key_hash });
    },
    JobSubmitted: (submitted) => {
      const { key_id, account_id, job_id, operation } = submitted.event.data;
      return activity(submitted, { key_id, account_id, kind: 'submitted', job_id, operation });
    },
    JobCancelRequested: (requested) =>
      activity(requested, {
        key_id: requested.event.data.key_id,
        account_id: requested.account,
        kind: 'cancel_requested',
        job_id: jobOfJobStream(requested.stream),
        operation: 'cancel',
      }),
  },
});
