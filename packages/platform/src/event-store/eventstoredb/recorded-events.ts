/** Translates events between the port and the client. */
import {
  binaryEvent,
  jsonEvent,
  type EventData,
  type JSONType,
  type RecordedEvent as WireEvent,
} from '@eventstore/db-client';
import {
  STREAM_DELETED,
  type EventMetadata,
  type NewEvent,
  type RecordedEvent,
  type StreamName,
} from '../event-store.js';
import { positionText } from './positions.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const bytes = new TextEncoder();

/** A tombstone's revision is the greatest of 64 bits. */
const GREATEST = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws TypeError where JSON data would not come back as the same bytes */
export function wireEvent(event: NewEvent): EventData {
  const { id, type, metadata } = event;
  if (event.format === 'binary') return binaryEvent({ id, type, data: event.data, metadata });
  return jsonEvent({ id, type, data: jsonData(event), metadata });
}

/**
 * The client takes JSON as an object and writes it with `JSON.stringify`. So only text of `JSON.stringify` is
 * kept byte for byte. Facts are made so; any other text is a mistake that must not change a fact silently.
 */
function jsonData({ type, data }: NewEvent): JSONType {
  const [text, value] = parsed(data) ?? [];
  if (text === undefined) throw new TypeError(`the data of a ${type} is no JSON in UTF-8`);
  if (JSON.stringify(value) !== text) {
    throw new TypeError(
      `the data of a ${type} is not as JSON.stringify writes it and would come back changed`,
    );
  }
  return value as JSONType; // JSON.stringify takes every value that JSON.parse gives
}

function parsed(data: Uint8Array): readonly [text: string, value: unknown] | undefined {
  try {
    const text = utf8.decode(data);
    return [text, JSON.parse(text)];
  } catch {
    return undefined;
  }
}

export function recordedEvent(event: WireEvent): RecordedEvent {
  if (event.position === undefined) {
    throw new TypeError('an event without its position: EventStoreDB before 23.10 is too old');
  }
  const deleted = event.type === STREAM_DELETED;
  return {
    id: event.id,
    type: event.type,
    format: event.isJson || deleted ? 'json' : 'binary',
    data: deleted ? new Uint8Array() : event.isJson ? bytes.encode(jsonText(event.data)) : event.data,
    metadata: metadataOf(event.metadata),
    stream: event.streamId as StreamName,
    revision: Number(event.revision > GREATEST ? GREATEST : event.revision),
    position: positionText(event.position),
  };
}

/** The JSON of a value; empty where it is nested too deeply, as only events of other programs are. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

/** Other programs' events may carry any metadata; ours carry flat strings. */
function metadataOf(metadata: unknown): EventMetadata {
  if (typeof metadata !== 'object' || metadata === null || metadata instanceof Uint8Array) return {};
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : jsonText(value),
    ]),
  );
}

/** The bytes that the server counts of an event. Some servers leave out metadata and type; this doesn't. */
export const wireBytes = ({ type, data, metadata }: NewEvent): number =>
  data.length + Buffer.byteLength(JSON.stringify(metadata)) + 2 * type.length;
