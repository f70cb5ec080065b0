/** Idempotency keys: the last claim of a key says which job it stands for. */
import { idempotencyStreams } from '../../src/streams/idempotency/idempotency.events.js';
import { put } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import { IDEMPOTENCY, idempotencyKey } from './idempotency.document.js';

export const idempotency = defineProjection({
  name: 'idempotency',
  version: 1,
  lane: 'access',
  collections: [IDEMPOTENCY],
  on: {
    IdempotencyKeyClaimed: ({ event: { data }, stream }) => {
      const { account } = idempotencyStreams.idOf(stream);
      return [
        put(IDEMPOTENCY, idempotencyKey(account, stream.slice(stream.indexOf('.') + 1)), {
          account_id: account,
          job_id: data.submission.job_id,
          fingerprint: data.fingerprint,
          request_id: data.request_id,
          claimed_at: data.time,
        }),
      ];
    },
  },
});
