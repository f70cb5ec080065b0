/** API keys: issued, and revoked for ever. */
import { accountOfStream } from '../../src/streams/account/account.events.js';
import { put, update } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import { KEYS } from './keys.document.js';

export const keys = defineProjection({
  name: 'keys',
  version: 2,
  lane: 'access',
  collections: [KEYS],
  on: {
    KeyIssued: ({ event: { data }, stream, time }) => [
      put(KEYS, data.key_id, {
        key_id: data.key_id,
        account_id: accountOfStream(stream),
        environment: data.environment,
        scopes: data.scopes,
        secret_hash: data.secret_hash,
        max_rows: data.max_rows,
        requests_per_minute: data.requests_per_minute,
        resolve_per_minute: data.resolve_per_minute,
        issued_at: time,
        revoked_at: null,
        revoke_reason: null,
      }),
    ],
    KeyRevoked: ({ event: { data }, time }) => [
      update(KEYS, data.key_id, (key) =>
        key === undefined || key.revoked_at !== null
          ? key
          : { ...key, revoked_at: time, revoke_reason: data.reason },
      ),
    ],
  },
});
