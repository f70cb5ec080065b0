/** The stream of seals: the roots of the log so far (`docs/sealed-log.md`). */
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { count, data, text, listOf } from '../fields.js';
import { onlyStreamId } from '../stream-ids.js';

const hash = text('SHA-256: 64 hexadecimal digits.');

const EVENTS = {
  LogSealed: {
    meaning:
      'The first so many events of the log that live for ever have this root. An event of them that is edited, taken out or put in later gives another root.',
    since: 3,
    schema: data({
      leaves: count.describe('The number of events under this seal: all before them, and the last one.'),
      root: hash.describe('The root of the Merkle tree (RFC 6962) over them, in log order.'),
      last_event: text('The id of the last of them.'),
      last_stream: text('The stream of that event. With it the next seal finds the place.'),
      frontier: listOf(hash).describe(
        'The roots of the largest complete subtrees. The next seal grows the tree from them.',
      ),
    }),
  },
} as const;

export type SealEvent = EventsOf<typeof EVENTS>;
export type LogSealed = EventNamed<SealEvent, 'LogSealed'>['data'];

export const sealStreams = defineStream({
  category: 'seals',
  id: onlyStreamId('all'),
  opening:
    'The roots of the log, one seal an hour and one before each statement (`docs/sealed-log.md`). Written by one process at a time, at the revision that was read: of two that seal at once, the second reads the seal of the first and goes on from it. Read by the next seal and by `verify`. An hour without a new event has no seal; lives for ever.',
  events: EVENTS,
});

export const sealStream = sealStreams.streamOf('all');
