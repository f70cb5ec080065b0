/** The stream of the service's own keys: with which keys statements were and are signed. */
import { z } from 'zod';
import { defineStream, type EventsOf } from '../define-stream.js';
import { data } from '../fields.js';
import type { Subject } from '../subject.js';

const keyId = z.string().describe('The first 16 hexadecimal digits of the SHA-256 of the public key.');

const EVENTS = {
  StatementKeyIntroduced: {
    meaning: 'Statements are signed with this key from now on.',
    billing: 'Bills nothing.',
    schema: data({
      key_id: keyId,
      public_key: z
        .string()
        .describe('Ed25519: 32 bytes as hexadecimal digits. The private part is in no event.'),
    }),
  },
  StatementKeyRetired: {
    meaning: 'No statement is signed with this key any more; what it signed stays valid.',
    billing: 'Bills nothing.',
    schema: data({ key_id: keyId, reason: z.string() }),
  },
} as const;

export type ServiceEvent = EventsOf<typeof EVENTS>;

/** There is one stream. */
const ONLY = 'keys' as const;
const SERVICE = 'service' as Subject;

export const serviceStreams = defineStream({
  category: 'service',
  id: { shown: ONLY, write: (_only: typeof ONLY) => ONLY, read: (): typeof ONLY => ONLY },
  opening:
    'With which keys the service signs: their public parts alone. Written by `statements issue`, at the first use of a key, and by `statements rotate-key`; read by `statements verify` and served at `/.well-known/statement-keys.json`. Two events a key; lives for ever.',
  subject: () => SERVICE,
  events: EVENTS,
});

export const serviceStream = (): ReturnType<typeof serviceStreams.streamOf> => serviceStreams.streamOf(ONLY);
