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

/** The events share one buffer: who keeps an event for long should copy its data. */
export function unpackEvents(packed: PackedEvents): RecordedEvent[] {
  const { numbers, ids, data } = packed;
  const hex = Buffer.from(ids.buffer, ids.byteOffset, ids.length).toString('hex');
  const metadata = packed.metadata.map((text) => Object.freeze(JSON.parse(text) as EventMetadata));
  const events: RecordedEvent[] = [];
  let start = 0;
  for (let index = 0; index < packed.count; index++) {
    const at = (column: number): number => numbers[index * COLUMNS + column] ?? 0;
    const end = at(COLUMN.end);
    events.push({
      id: uuidAt(hex, index * ID_BYTES * 2),
      ...pick(packed.kinds, at(COLUMN.kind)),
      data: data.subarray(start, end),
      metadata: pick(metadata, at(COLUMN.metadata)),
      stream: pick(packed.streams, at(COLUMN.stream)),
      revision: at(COLUMN.revision),
      position: positionText(at(COLUMN.position)),
    });
    start = end;
  }
  return events;
}

function pick<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error('a packed page refers to what it does not carry');
  return value;
}

const uuidAt = (hex: string, at: number): string =>
  `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;
