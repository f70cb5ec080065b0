/** Events on their way from the reader's thread: numbers and one buffer of payloads; both are moved. */
import type { EventMetadata, NewEvent, RecordedEvent, StreamName } from '../event-store.js';
import { ID_BYTES, positionText } from './log-file.js';
import { COLUMN, COLUMNS } from './page-query.js';

export interface EventKind {
  readonly type: string;
  readonly format: NewEvent['format'];
}

export interface PackedEvents {
  /** `COLUMNS` numbers for each event, named by `COLUMN`. Stream and kind are indexes into the lists. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The id, then the data, of each event. */
  readonly payloads: Uint8Array<ArrayBuffer>;
  readonly streams: readonly StreamName[];
  readonly kinds: readonly EventKind[];
  /** As JSON, one for each event. */
  readonly metadata: readonly string[];
}

/** The events share one buffer and neighbours' metadata: who keeps an event long should copy its data. */
export function unpackEvents({ numbers, payloads, streams, kinds, metadata }: PackedEvents): RecordedEvent[] {
  const bytes = Buffer.from(payloads.buffer, payloads.byteOffset, payloads.length);
  const shared = new LastMetadata();
  const events: RecordedEvent[] = [];
  let start = 0;
  for (let index = 0, at = 0; at < numbers.length; index++, at += COLUMNS) {
    const end = start + (numbers[at + COLUMN.size] ?? 0);
    const kind = pick(kinds, numbers[at + COLUMN.kind]);
    events.push({
      id: uuidAt(bytes, start),
      type: kind.type,
      format: kind.format,
      data: payloads.subarray(start + ID_BYTES, end),
      metadata: shared.parsed(pick(metadata, index)),
      stream: pick(streams, numbers[at + COLUMN.stream]),
      revision: numbers[at + COLUMN.revision] ?? 0,
      position: positionText(numbers[at + COLUMN.position] ?? 0),
    });
    start = end;
  }
  return events;
}

/** Parses equal metadata of neighbours once: events of one append mostly share theirs. */
class LastMetadata {
  private text = '{}';
  private value: EventMetadata = {};

  parsed(text: string): EventMetadata {
    if (text === this.text) return this.value;
    this.text = text;
    this.value = JSON.parse(text) as EventMetadata;
    return this.value;
  }
}

function pick<T>(list: readonly T[], index: number | undefined): T {
  const value = list[index ?? -1];
  if (value === undefined) throw new Error('a packed page refers to what it does not carry');
  return value;
}

function uuidAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
