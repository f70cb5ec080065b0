/** Collects the stored events that rows of a chunk rest on, and the digests of their data events. Pure. */
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { StoredChunk } from '../row-facts.js';
import { decodeRowDataEvent, digestOf } from '../../streams/rowdata/rowdata.events.js';
import { decodeRowsEvents, type DataRef } from '../../streams/rows/rows.events.js';
import type { RowRetention } from './row-retention.js';

/** A digest of a data event, as the record names it, and the result of comparing it with the stored data. */
export interface EvidencedDigest {
  /** Id of the data event; null if the data were never kept. */
  readonly event_id: string | null;
  readonly type: 'RowsDelivered' | 'BlockDelivered';
  readonly rows: { readonly from: number; readonly count: number };
  /** The late block; null for whole rows. */
  readonly block: BlockKey | null;
  /** SHA-256 of the data event's bytes, hex, as the record has it. */
  readonly digest: string;
  /** The salt in the data event; null if that event is gone. */
  readonly salt: string | null;
  readonly named_by: {
    readonly id: string;
    readonly type: string;
    readonly stream: string;
    readonly revision: number;
  };
  /** `missing`: the data event should exist but does not. */
  readonly status: 'matches' | 'differs' | 'missing' | 'erased' | 'never_kept';
}

type DigestSubject = Pick<EvidencedDigest, 'type' | 'rows' | 'block' | 'named_by'>;

/** @param storedChunk the chunk's events; without data if the data may no longer be shown */
export function evidenceOfChunk(
  storedChunk: StoredChunk,
  rows: ReadonlySet<number>,
  retention: RowRetention,
) {
  const dataById = new Map(storedChunk.data.map((recorded) => [recorded.id, recorded]));
  const recordEvents: RecordedEvent[] = [];
  const dataEvents = new Map<string, RecordedEvent>();
  const digests: EvidencedDigest[] = [];
  const addDigestOf = (ref: DataRef, subject: DigestSubject): void => {
    const dataEvent = dataById.get(ref.event_id);
    // The data of a pack may be in several events. Only those with one of the rows matter.
    if (dataEvent !== undefined && !holdsRow(dataEvent, rows)) return;
    if (dataEvent !== undefined) dataEvents.set(dataEvent.id, dataEvent);
    digests.push(digestLine(ref, subject, { dataEvent, retention }));
  };
  for (const recorded of storedChunk.record) {
    const references = dataReferences(recorded, rows);
    if (references === null) continue;
    recordEvents.push(recorded);
    for (const ref of references.refs) addDigestOf(ref, references.subject);
    if (references.unkeptDigest !== null)
      digests.push(unkeptLine(references.unkeptDigest, references.subject));
  }
  const submissions = storedChunk.data.filter(({ type }) => type === 'RowsSubmitted');
  return { events: [...submissions, ...recordEvents, ...dataEvents.values()], digests };
}

interface DataReferences {
  readonly subject: DigestSubject;
  readonly refs: readonly DataRef[];
  readonly unkeptDigest: string | null;
}

/** The data events that an event of the record names; null if it concerns none of the rows. */
function dataReferences(recorded: RecordedEvent, rows: ReadonlySet<number>): DataReferences | null {
  const [first] = decodeRowsEvents(recorded);
  if (first === undefined) return null;
  const { id, stream, revision, event } = first;
  const named_by = { id, type: recorded.type, stream, revision };
  if (event.type === 'RowsRecorded') {
    const { from, count, delivered, unkept_digest: unkeptDigest } = event.data;
    const subject = { type: 'RowsDelivered', rows: { from, count }, block: null, named_by } as const;
    return overlaps(rows, from, count) ? { subject, refs: delivered, unkeptDigest } : null;
  }
  if (!rows.has(event.data.row)) return null;
  const rowRange = { from: event.data.row, count: 1 };
  const block = 'block' in event.data ? event.data.block : null;
  const refs = event.type === 'BlockFilled' && event.data.delivered !== null ? [event.data.delivered] : [];
  return { subject: { type: 'BlockDelivered', rows: rowRange, block, named_by }, refs, unkeptDigest: null };
}

function overlaps(rows: ReadonlySet<number>, from: number, count: number): boolean {
  for (let row = from; row < from + count; row++) if (rows.has(row)) return true;
  return false;
}

function holdsRow(recorded: RecordedEvent, rows: ReadonlySet<number>): boolean {
  const { event } = decodeRowDataEvent(recorded);
  if (event.type === 'RowsDelivered')
    return overlaps(rows, event.data.head.from, event.data.head.lengths.length);
  return event.type !== 'BlockDelivered' || rows.has(event.data.row);
}

/** The status of a digest whose data event is not shown. */
const STATUS_WITHOUT_DATA = {
  kept: 'missing',
  expired: 'erased',
  erased: 'erased',
  never_kept: 'never_kept',
} as const;

function digestLine(
  { event_id, digest }: DataRef,
  subject: DigestSubject,
  { dataEvent, retention }: { dataEvent: RecordedEvent | undefined; retention: RowRetention },
): EvidencedDigest {
  const { type, rows, block, named_by } = subject;
  const salt = dataEvent === undefined ? null : saltIn(dataEvent);
  const base = { event_id, type, rows, block, digest, salt, named_by };
  if (dataEvent === undefined) return { ...base, status: STATUS_WITHOUT_DATA[retention.state] };
  return { ...base, status: digestOf(dataEvent.data) === digest ? 'matches' : 'differs' };
}

const unkeptLine = (digest: string, { type, rows, block, named_by }: DigestSubject): EvidencedDigest => ({
  ...{ event_id: null, type, rows, block, digest, salt: null, named_by },
  status: 'never_kept',
});

function saltIn(recorded: RecordedEvent): string | null {
  const { event } = decodeRowDataEvent(recorded);
  switch (event.type) {
    case 'RowsDelivered':
      return event.data.head.salt;
    case 'BlockDelivered':
    case 'RowsSubmitted':
      return event.data.salt;
    case 'RowDataClosed':
      return null;
  }
}
