/** The events of one append as they cross to the writer's thread: one buffer that moves instead of many copies. */
import type { Append, ExpectedRevision, NewEvent, StreamName } from '../event-store.js';
import { ID_BYTES } from './log-file.js';

export interface PackedAppend {
  readonly stream: StreamName;
  readonly expected: ExpectedRevision;
  readonly types: readonly string[];
  readonly formats: readonly NewEvent['format'][];
  /** As JSON. */
  readonly metadata: readonly string[];
  /** Where each event's payload (id, then data) ends in `payloads`. */
  readonly ends: readonly number[];
  readonly payloads: Uint8Array<ArrayBuffer>;
}

export const packAppend = (append: Append): PackedAppend =>
  pack(append, Buffer.allocUnsafeSlow(payloadBytes(append)));

/** Several appends, whose payloads share one buffer. */
export function packAppends(appends: readonly Append[]): PackedAppend[] {
  const sizes = appends.map(payloadBytes);
  const shared = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let start = 0;
  return appends.map((append, index) => {
    const end = start + (sizes[index] ?? 0);
    const packed = pack(append, shared.subarray(start, end));
    start = end;
    return packed;
  });
}

const payloadBytes = ({ events }: Append): number =>
  events.reduce((sum, event) => sum + ID_BYTES + event.data.length, 0);

function pack({ stream, expected, events }: Append, payloads: Buffer<ArrayBuffer>): PackedAppend {
  const ends: number[] = [];
  let offset = 0;
  for (const event of events) {
    payloads.write(event.id.replaceAll('-', ''), offset, 'hex');
    payloads.set(event.data, offset + ID_BYTES);
    offset += ID_BYTES + event.data.length;
    ends.push(offset);
  }
  return {
    stream,
    expected,
    types: events.map((event) => event.type),
    formats: events.map((event) => event.format),
    metadata: metadataTexts(events),
    ends,
    payloads,
  };
}

/** Events of one append mostly share their metadata object: it is written out once. */
function metadataTexts(events: readonly NewEvent[]): string[] {
  let last: NewEvent['metadata'] | undefined;
  let text = '';
  return events.map((event) => {
    if (event.metadata !== last) {
      last = event.metadata;
      text = JSON.stringify(last);
    }
    return text;
  });
}
