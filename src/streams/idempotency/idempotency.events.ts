/** The streams of idempotency keys. */
import { z } from 'zod';
import type { StreamName } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { defineStream, type EventsOf } from '../define-stream.js';
import { data, time, text } from '../fields.js';
import { submission } from '../job/job.events.js';
import { accountSubject } from '../stream-ids.js';

const EVENTS = {
  IdempotencyKeyClaimed: {
    meaning:
      'The key belongs to this request. An equal request gets the same job, another request is refused with 409.',
    billing: 'Equal requests pay nothing.',
    schema: data({
      fingerprint: text(
        "HMAC-SHA256 of method, path and canonical request, keyed by the idempotency key's text; hex.",
      ),
      request_id: z.string(),
      time: time.describe("The time in the metadata of the submission's events."),
      submission,
    }),
  },
} as const;

export type IdempotencyEvent = EventsOf<typeof EVENTS>;
export type IdempotencyKeyClaimed = IdempotencyEvent;

/** An account, and the HMAC-SHA256 of the key's text under the deployment's KEY_HASH_SECRET, hex. */
export interface ClaimedKey {
  readonly account: AccountId;
  readonly keyHash: string;
}

export const idempotencyStreams = defineStream({
  category: 'idempotency',
  id: {
    shown: '{n}.{keyed hash of the key}',
    write: ({ account, keyHash }: ClaimedKey) => `${account}.${keyHash}`,
    read: (text) => {
      const dot = text.indexOf('.');
      return { account: Number(text.slice(0, dot)) as AccountId, keyHash: text.slice(dot + 1) };
    },
  },
  opening:
    'Which request holds an idempotency key of an account. Written by the submit and resolve handlers before all other events; read by the idempotency projection and by duplicates. One event; more only after an abandoned submission or a resolve that ended 502. Lives for ever. The text of the key is not kept.',
  subject: ({ account }) => accountSubject(account),
  events: EVENTS,
});

export const idempotencyStream = (account: AccountId, keyHash: string): StreamName =>
  idempotencyStreams.streamOf({ account, keyHash });
