/** The stream of the log of heads, which nobody can cut or rewrite unseen (`docs/log-of-heads.md`). */
import { z } from 'zod';
import { defineStream, type EventsOf } from '../define-stream.js';
import { count, data, named, textOrNull, listOf } from '../fields.js';
import { onlyStreamId } from '../stream-ids.js';

const hash = z.string();
const time = z.string();

const key = data({ use: z.enum(['checkpoint', 'statement', 'receipt']), vkey: z.string() });

const entry = named(
  'HeadEntry',
  z.union([
    data({
      kind: z.literal('key_set'),
      keys: listOf(key),
      signed_by: z.string().nullable(),
      time,
    }),
    data({ kind: z.literal('month_key'), month: z.string(), sha256: hash, time }),
    data({ kind: z.literal('statement'), head: hash, month: z.string(), slot: hash, time }),
    data({ kind: z.literal('seal'), last_event: z.string(), leaves: count, root: hash, time }),
    data({ kind: z.literal('origin'), root: hash, size: count, was: z.string(), why: z.string(), time }),
  ]),
  'What an entry says. Its canonical JSON is the leaf. Hashes are 64 hexadecimal digits; `vkey` and `signed_by` are in the form of C2SP signed notes.',
);
export type HeadEntry = z.output<typeof entry>;
export type KeyOfSet = z.output<typeof key>;

const EVENTS = {
  HeadLogged: {
    meaning: 'The log of heads has this entry as its next leaf. Everybody can read the entry.',
    since: 3,
    schema: data({
      entry,
      secret: textOrNull(
        '32 bytes as hexadecimal digits: the key of a month, or the salt of a statement. Only the customer of a statement is told; null in other entries.',
      ),
      of: named(
        'HeadSource',
        data({ event_id: z.string(), stream: z.string() }),
        'The event that the entry states.',
      ).nullable(),
    }),
  },
} as const;

export type HeadEvent = EventsOf<typeof EVENTS>;
export type HeadLogged = HeadEvent['data'];

export const headStreams = defineStream({
  category: 'heads',
  id: onlyStreamId('all'),
  opening:
    'The log of heads (`docs/log-of-heads.md`): one leaf an event. Written by one process at a time, at the revision that was read: a writer that finds another leaf there reads on and begins again. Read where the log is served, by its next leaf and by `verify`. It holds no position. An event for each seal, each complete statement, each month and each change of keys; lives for ever.',
  events: EVENTS,
});

export const headStream = headStreams.streamOf('all');
