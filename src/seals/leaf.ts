/**
 * Makes an event of the log a leaf of the sealed tree (`docs/sealed-log.md`, "Leaves"). A leaf stays the same
 * when the log is moved to another store, when rows and contacts are erased, and whatever other programs
 * write into the same store.
 */
import { hash } from 'node:crypto';
import { leafHash, type TreeHash } from '../../packages/statement-check/src/merkle/tree-hash.js';
import { withoutKeyName } from '../streams/account/account.events.js';
import { STREAMS } from '../streams/index.js';
import {
  STREAM_DELETED,
  TRACEPARENT,
  categoryOf,
  type Append,
  type RecordedEvent,
} from '../../packages/platform/src/event-store/event-store.js';

/** The categories of the streams that live for ever. Data that may be erased are in none of them. */
export const SEALED_CATEGORIES: readonly string[] = STREAMS.filter(({ deletable }) => !deletable).map(
  ({ category }) => category,
);

const SEALED_CATEGORY_SET: ReadonlySet<string> = new Set(SEALED_CATEGORIES);

export const isSealed = ({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): boolean =>
  type !== STREAM_DELETED && SEALED_CATEGORY_SET.has(categoryOf(stream));

/**
 * The text of a leaf: canonical JSON (RFC 8785), which orders keys by their UTF-16 code units and writes
 * strings as `JSON.stringify` does. Written by hand, since a general canonicaliser takes several times as
 * long; a property test holds the two equal.
 * @param number the event's number among our own events of its stream, from 0
 */
export function leafText(event: Omit<RecordedEvent, 'position' | 'revision'>, number: number): string {
  const { metadata, stream, type } = event;
  let fields = '';
  for (const name of Object.keys(metadata).sort())
    if (name !== TRACEPARENT)
      fields += `${fields && ','}${JSON.stringify(name)}:${JSON.stringify(metadata[name])}`;
  const id = JSON.stringify(event.id.toLowerCase());
  const data = hash('sha256', sealedData(event), 'hex');
  return `{"data_sha256":"${data}","id":${id},"metadata":{${fields}},"number":${number},"stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}}`;
}

/** The leaf hash of RFC 6962, 2.1. */
export const sealedLeaf = (event: Omit<RecordedEvent, 'position' | 'revision'>, number: number): TreeHash =>
  leafHash(leafText(event, number));

/** An event by its id, and the hash of its leaf as hexadecimal digits. */
export interface EventLeaf {
  readonly event_id: string;
  readonly leaf: string;
}

/** @param number the event's number among our own events of its stream, from 0 */
export const eventLeaf = (
  event: Omit<RecordedEvent, 'position' | 'revision'>,
  number: number,
): EventLeaf => ({
  event_id: event.id.toLowerCase(),
  leaf: sealedLeaf(event, number).toString('hex'),
});

/** The event that a receipt names. Null: nothing was recorded. `unread`: the event could not be read. */
export type ReceiptEvent = EventLeaf | null | 'unread';

/**
 * The leaf of the first event of an append; null where there is no append.
 * @param number as in `eventLeaf`
 */
export function firstLeaf(
  append: Pick<Append, 'stream' | 'events'> | null,
  number: number = 0,
): EventLeaf | null {
  const [first] = append?.events ?? [];
  return append && first ? eventLeaf({ ...first, stream: append.stream }, number) : null;
}

/** The sealed data of an event. An older `KeyIssued` counts without its key's name, which may be erased. */
function sealedData(event: Pick<RecordedEvent, 'type' | 'data'>): Uint8Array {
  if (event.type !== 'KeyIssued') return event.data;
  try {
    return withoutKeyName(event).data;
  } catch {
    // Data that somebody broke are sealed as they are.
    return event.data;
  }
}
