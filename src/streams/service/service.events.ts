/** The stream of the keys that sign statements. */
import { z } from 'zod';
import { defineStream, type EventsOf } from '../define-stream.js';
import { data, text } from '../fields.js';
import { onlyStreamId } from '../stream-ids.js';

const keyId = text('The first 16 hexadecimal digits of the SHA-256 of the public key.');

const EVENTS = {
  StatementKeyIntroduced: {
    meaning: 'Statements are signed with this key from now on.',
    schema: data({
      key_id: keyId,
      public_key: text('Ed25519: 32 bytes as hexadecimal digits. The private part is in no event.'),
    }),
  },
  StatementKeyRetired: {
    meaning: 'No statement is signed with this key any more; what it signed stays valid.',
    schema: data({ key_id: keyId, reason: z.string() }),
  },
} as const;

export type ServiceEvent = EventsOf<typeof EVENTS>;

export const serviceStreams = defineStream({
  category: 'service',
  id: onlyStreamId('keys'),
  opening:
    'The public parts of the keys with which the service signs statements. Written by `statements issue`, at the first use of a key, and by `statements rotate-key`; read by `statements verify` and served at `/.well-known/statement-keys.json`. Two events a key; lives for ever.',
  events: EVENTS,
});

export const serviceStream = (): ReturnType<typeof serviceStreams.streamOf> =>
  serviceStreams.streamOf('keys');
