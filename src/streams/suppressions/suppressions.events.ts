/** The stream of suppressions: values that no answer shows. It holds only their keyed hashes. */
import { z } from 'zod';
import { SUPPRESSED_KINDS } from '../../../packages/contract/src/suppression/suppressed.js';
import { defineStream, type EventsOf } from '../define-stream.js';
import { data, text } from '../fields.js';
import { onlyStreamId } from '../stream-ids.js';

const value_hash = text(
  'HMAC-SHA256 of the kind and the normalised value, under a key made of `KEY_HASH_SECRET`; hexadecimal.',
);
const kind = z
  .enum(SUPPRESSED_KINDS)
  .describe('`person_name`: the words of a name with a month of birth or a day of appointment.');

const EVENTS = {
  ValueSuppressed: {
    meaning: 'No answer shows this value from now on, whatever an edition or a reading holds.',
    billing: 'Bills nothing; what is left out of an answer is not billed.',
    schema: data({
      kind,
      value_hash,
      secret: text('A fingerprint of the secret: under another secret the hash matches nothing.'),
    }),
  },
  SuppressionLifted: {
    meaning: 'Answers may show the value again from now on.',
    schema: data({ kind, value_hash }),
  },
} as const;

export type SuppressionsEvent = EventsOf<typeof EVENTS>;

export const suppressionsStreams = defineStream({
  category: 'suppressions',
  id: onlyStreamId('all'),
  opening:
    'E-mail addresses, phone numbers, domains, persons and companies that no answer shows. Written by `suppress`. Every process that answers rows follows it, and reads new events at most once a second. Holds no value, only its keyed hash. One event a change; lives for ever.',
  events: EVENTS,
});
