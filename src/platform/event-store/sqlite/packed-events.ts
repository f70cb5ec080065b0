/** Events read from the log as they cross from the reader's thread: columns and one buffer, both moved. */
import type { EventMetadata, NewEvent, RecordedEvent, StreamName } from '../event-store.js';
import { ID_BYTES } from './log-file.js';
import { positionText } from './positions.js';

export interface EventKind {
  readonly type: string;
  readonly format: NewEvent['format'];
}

export interface PackedEvents {
  readonly count: number;
  /** `COLUMNS` numbers an event, by the names below. */
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly ids: Uint8Array<ArrayBuffer>;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly streams: readonly StreamName[];
  readonly kinds: readonly EventKind[];
  /** As JSON. */
  readonly metadata: readonly string[];
}

/** Columns of `numbers`; stream, kind and metadata are indexes into the lists, `end` is where the data ends. */
export const COLUMN = { position: 0, revision: 1, stream: 2, kind: 3, metadata: 4, end: 5 } as const;
export const COLUMNS = 6;

/** The events share one buffer, and equal metadata: who keeps an event for long should copy its data. */
export function unpackEvents(packed: PackedEvents): RecordedEvent[] {
  const { numbers, ids, data } = packed;
  const hex = Buffer.from(ids.buffer, ids.byteOffset, ids.length).toString('hex');
  const metadata = packed.metadata.map((text) => JSON.parse(text) as EventMetadata);
  const events: RecordedEvent[] = [];
  let start = 0;
  for (let index = 0, at = 0; index < packed.count; index++, at += COLUMNS) {
    const end = numbers[at + COLUMN.end] ?? 0;
    const kind = pick(packed.kinds, numbers[at + COLUMN.kind]);
    events.push({
      id: uuidAt(hex, index * ID_BYTES * 2),
      type: kind.type,
      format: kind.format,
      data: data.subarray(start, end),
      metadata: pick(metadata, numbers[at + COLUMN.metadata]),
      stream: pick(packed.streams, numbers[at + COLUMN.stream]),
      revision: numbers[at + COLUMN.revision] ?? 0,
      position: positionText(numbers[at + COLUMN.position] ?? 0),
    });
    start = end;
  }
  return events;
}

function pick<T>(list: readonly T[], index: number | undefined): T {
  const value = list[index ?? -1];
  if (value === undefined) throw new Error('a packed page refers to what it does not carry');
  return value;
}

const uuidAt = (hex: string, at: number): string =>
  `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;
