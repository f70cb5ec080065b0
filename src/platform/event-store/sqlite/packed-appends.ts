/**
 * Appends as they cross to the writer's thread, and back as what came of them: lists of plain values for all of them together and
 * one buffer, since what an object costs on the way is its names and parts, hardly its bytes.
 */
import type { Append, ExpectedRevision, NewEvent, StreamName } from '../event-store.js';
import { ID_BYTES } from './log-file.js';

/** Appends in their order; events of the first, then of the second, and so on. */
export interface PackedAppends {
  readonly streams: readonly StreamName[];
  readonly expected: readonly ExpectedRevision[];
  /** How many events each append has. */
  readonly counts: readonly number[];
  /** Of each event. */
  readonly types: readonly string[];
  readonly formats: readonly NewEvent['format'][];
  /** Which of `metadata` each event has. */
  readonly described: readonly number[];
  /** Where each event's payload (id, then data) ends in `payloads`. */
  readonly ends: readonly number[];
  /** Each once, as JSON. */
  readonly metadata: readonly string[];
  readonly payloads: Uint8Array<ArrayBuffer>;
}

/** An append as it is written. */
export interface StoredAppend {
  readonly stream: StreamName;
  readonly expected: ExpectedRevision;
  readonly events: readonly StoredEvent[];
}

export interface StoredEvent {
  readonly type: string;
  readonly format: NewEvent['format'];
  /** As JSON. */
  readonly metadata: string;
  /** Its id, then its data. */
  readonly payload: Uint8Array<ArrayBuffer>;
}

export function packAppends(appends: readonly Append[]): PackedAppends {
  const events = appends.flatMap((append) => append.events);
  const payloads = Buffer.allocUnsafeSlow(events.reduce((sum, { data }) => sum + ID_BYTES + data.length, 0));
  const ends: number[] = [];
  let end = 0;
  for (const { id, data } of events) {
    payloads.write(id.replaceAll('-', ''), end, 'hex');
    payloads.set(data, end + ID_BYTES);
    end += ID_BYTES + data.length;
    ends.push(end);
  }
  const { texts: metadata, places: described } = metadataOf(events);
  return {
    streams: appends.map(({ stream }) => stream),
    expected: appends.map(({ expected }) => expected),
    counts: appends.map((append) => append.events.length),
    types: events.map(({ type }) => type),
    formats: events.map(({ format }) => format),
    described,
    ends,
    metadata,
    payloads,
  };
}

/** What neighbours share is carried once; events of one append mostly share the object too, which is then written out once. */
function metadataOf(events: readonly NewEvent[]): { texts: string[]; places: number[] } {
  const texts: string[] = [];
  let last: NewEvent['metadata'] | undefined;
  const places = events.map(({ metadata }) => {
    const text = metadata === last ? texts.at(-1) : JSON.stringify(metadata);
    if (text !== undefined && text !== texts.at(-1)) texts.push(text);
    last = metadata;
    return texts.length - 1;
  });
  return { texts, places };
}

export function unpackAppends(packed: PackedAppends): StoredAppend[] {
  const { streams, expected, counts, types, formats, described, ends, metadata, payloads } = packed;
  let event = 0;
  let start = 0;
  const next = (): StoredEvent => {
    const payload = payloads.subarray(start, ends[event]);
    start += payload.length;
    const place = event++;
    return {
      type: types[place] ?? '',
      format: formats[place] ?? 'json',
      metadata: metadata[described[place] ?? 0] ?? '{}',
      payload,
    };
  };
  return streams.map((stream, index) => ({
    stream,
    expected: expected[index] ?? 'no_stream',
    events: Array.from({ length: counts[index] ?? 0 }, next),
  }));
}
