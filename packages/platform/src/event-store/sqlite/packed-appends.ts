/** Appends on their way to the writer's thread: lists and one buffer, since objects are dear to send. */
import type { Append, ExpectedRevision, NewEvent, StreamName } from '../event-store.js';
import { ID_BYTES } from './log-file.js';

/** Appends in their order: the events of the first, then those of the second, and so on. */
export interface PackedAppends {
  readonly streams: readonly StreamName[];
  readonly expected: readonly ExpectedRevision[];
  /** The number of events of each append. */
  readonly counts: readonly number[];
  /** One for each event, as in `formats`, `described` and `ends`. */
  readonly types: readonly string[];
  readonly formats: readonly NewEvent['format'][];
  /** The index in `metadata` for each event. */
  readonly described: readonly number[];
  /** The end of each event's payload (id, then data) in `payloads`. */
  readonly ends: readonly number[];
  /** Distinct neighbours, as JSON. */
  readonly metadata: readonly string[];
  readonly payloads: Uint8Array<ArrayBuffer>;
}

/** An append in the form in which it is written. */
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
  /** The event's id, then its data. */
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

/** Carries metadata shared by neighbours once. Events of one append mostly share the object itself. */
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
