/**
 * Makes an event of the log a leaf of the sealed tree (`docs/sealed-log.md`, "Leaves"). A leaf stays the same
 * when the log is moved to another store, when rows and contacts are erased, and whatever other programs
 * write into the same store.
 */
import { hash } from 'node:crypto';
import { canonicalize } from 'json-canonicalize';
import { leafHash, type TreeHash } from '../billing/statements/merkle/tree-hash.js';
import { withoutKeyName } from '../streams/account/account.events.js';
import { STREAMS } from '../streams/index.js';
import {
  STREAM_DELETED,
  TRACEPARENT,
  categoryOf,
  type RecordedEvent,
} from '../../packages/platform/src/event-store/event-store.js';

/** The categories of the streams that live for ever. Data that may be erased are in none of them. */
export const SEALED_CATEGORIES: readonly string[] = STREAMS.filter(({ deletable }) => !deletable).map(
  ({ category }) => category,
);

const SEALED: ReadonlySet<string> = new Set(SEALED_CATEGORIES);

export const isSealed = ({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): boolean =>
  type !== STREAM_DELETED && SEALED.has(categoryOf(stream));

/**
 * The text of a leaf: canonical JSON (RFC 8785).
 * @param number the event's number among our own events of its stream, from 0
 */
export function leafText(event: Omit<RecordedEvent, 'position' | 'revision'>, number: number): string {
  const { [TRACEPARENT]: _trace, ...metadata } = event.metadata;
  return canonicalize({
    data_sha256: hash('sha256', sealedData(event), 'hex'),
    id: event.id.toLowerCase(),
    metadata,
    number,
    stream: event.stream,
    type: event.type,
  });
}

/** The leaf hash of RFC 6962, 2.1. */
export const sealedLeaf = (event: Omit<RecordedEvent, 'position' | 'revision'>, number: number): TreeHash =>
  leafHash(leafText(event, number));

/** An older `KeyIssued` counts without the name of its key, which is erased with the contact. */
function sealedData(event: Pick<RecordedEvent, 'type' | 'data'>): Uint8Array {
  try {
    return withoutKeyName(event).data;
  } catch {
    // Bytes that somebody broke count as they are.
    return event.data;
  }
}
