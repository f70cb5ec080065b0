/** Acts of each key, for investigations. */
import { accountOfStream } from '../../src/streams/account/account.events.js';
import { idempotencyStreams } from '../../src/streams/idempotency/idempotency.events.js';
import { jobOfJobStream } from '../../src/streams/job/job.events.js';
import { put } from '../../src/platform/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import { KEY_ACTIVITY, keyActivityKey, type KeyActivityDocument } from './key-activity.document.js';

const activity = (act: KeyActivityDocument) => {
  const { key_id, time, job_id, kind } = act;
  return [put(KEY_ACTIVITY, keyActivityKey(key_id, time, job_id ?? 'key', kind), act)];
};

export const keyActivity = defineProjection({
  name: 'key-activity',
  version: 3,
  lane: 'support',
  collections: [KEY_ACTIVITY],
  on: {
    KeyIssued: ({ id, event: { data }, stream, time, requestId }) =>
      activity({
        key_id: data.key_id,
        account_id: accountOfStream(stream),
        kind: 'issued',
        time,
        request_id: requestId,
        event_id: id,
        job_id: null,
        operation: null,
        key_hash: null,
      }),
    KeyRevoked: ({ id, event: { data }, stream, time, requestId }) =>
      activity({
        key_id: data.key_id,
        account_id: accountOfStream(stream),
        kind: 'revoked',
        time,
        request_id: requestId,
        event_id: id,
        job_id: null,
        operation: null,
        key_hash: null,
      }),
    IdempotencyKeyClaimed: ({ id, event: { data }, stream, time, requestId }) =>
      activity({
        key_id: data.submission.key_id,
        account_id: data.submission.account_id,
        kind: 'claimed',
        time,
        request_id: requestId,
        event_id: id,
        job_id: data.submission.job_id,
        operation: data.submission.operation,
        key_hash: idempotencyStreams.idOf(stream).keyHash,
      }),
    JobSubmitted: ({ id, event: { data }, time, requestId }) =>
      activity({
        key_id: data.key_id,
        account_id: data.account_id,
        kind: 'submitted',
        time,
        request_id: requestId,
        event_id: id,
        job_id: data.job_id,
        operation: data.operation,
        key_hash: null,
      }),
    JobCancelRequested: ({ id, event: { data }, stream, account, time, requestId }) =>
      activity({
        key_id: data.key_id,
        account_id: account,
        kind: 'cancel_requested',
        time,
        request_id: requestId,
        event_id: id,
        job_id: jobOfJobStream(stream),
        operation: 'cancel',
        key_hash: null,
      }),
  },
});
