/** Translates events between the port and the client, and makes the client's streams give our events. */
import type { AllStreamSubscription, EventData, StreamingRead } from '@eventstore/db-client';
import type { Transform } from 'node:stream';
import { STREAM_DELETED } from '../event-store.js';
import type { EventMetadata, NewEvent, RecordedEvent, StreamName } from '../event-store.js';
import { positionOfDigits } from './positions.js';

const bytes = new TextEncoder();

/** Data and metadata go out as bytes. The client would bring an object into JSON, Base64 and back. */
export function wireEvent({ id, type, format, data, metadata }: NewEvent): EventData {
  const event: EventData = {
    ...{ id, type, data, metadata: bytes.encode(JSON.stringify(metadata)) },
    contentType: 'application/octet-stream',
  };
  return format === 'json' ? namedJson(event) : event;
}

/**
 * The client (6.2.1) asks an event twice for its content type: to tell it to the server, and to choose how it
 * writes the data. JSON is told, and written as the bytes that it is.
 */
function namedJson(event: EventData): EventData {
  let asked = 0;
  const get = (): string => (asked++ % 2 === 0 ? 'application/json' : 'application/octet-stream');
  return Object.defineProperty(event, 'contentType', { get, enumerable: true });
}

/** An event as it comes from the server. */
export interface WireEvent {
  getId(): { getString(): string } | undefined;
  getStreamIdentifier(): { getStreamName_asU8(): Uint8Array } | undefined;
  /** Numbers are in digits. */
  getStreamRevision(): string;
  getCommitPosition(): string;
  getPreparePosition(): string;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

export function recordedEvent(event: WireEvent): RecordedEvent {
  const about = event.getMetadataMap();
  const type = about.get('type') ?? '';
  const deleted = type === STREAM_DELETED;
  const revision = Number(event.getStreamRevision());
  return {
    id: event.getId()?.getString() ?? '',
    type,
    format: deleted || about.get('content-type') === 'application/json' ? 'json' : 'binary',
    data: deleted ? new Uint8Array() : event.getData_asU8(),
    metadata: metadataOf(event.getCustomMetadata_asU8()),
    stream: textOf(event.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()) as StreamName,
    revision: Math.min(revision, Number.MAX_SAFE_INTEGER), // a tombstone's is the greatest of 64 bits
    position: positionOfDigits(event.getCommitPosition(), event.getPreparePosition()),
  };
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');

/** Other programs' events may carry any metadata; ours carry flat strings. */
function metadataOf(bytes: Uint8Array): EventMetadata {
  const metadata = bytes.length === 0 ? null : jsonOf(textOf(bytes));
  if (typeof metadata !== 'object' || metadata === null) return {};
  if (Object.values(metadata).every((value) => typeof value === 'string')) return metadata as EventMetadata;
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : jsonText(value),
    ]),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The JSON of a value; empty where it is nested too deeply, as only events of other programs are. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

/** The bytes that the server counts of an event. Some servers leave out metadata and type; this doesn't. */
export const wireBytes = ({ type, data, metadata }: NewEvent): number =>
  data.length + Buffer.byteLength(JSON.stringify(metadata)) + 2 * type.length;

/** The part of an answer to a read (client 6.2.1) that carries an event. Other answers carry none. */
interface ReadAnswer {
  hasEvent(): boolean;
  /** Without an event of its own where it is a link to an event that is gone. */
  getEvent(): { getEvent(): WireEvent | undefined };
}

/** A subscription whose `read()` and `data` give our events. */
export type RecordedSubscription = Omit<AllStreamSubscription, 'read'> & { read(): RecordedEvent | null };

export const recordedRead = (read: StreamingRead<unknown>): StreamingRead<RecordedEvent> => {
  takeEvents(read as unknown as Transform);
  return read as StreamingRead<RecordedEvent>;
};

export const recordedSubscription = (subscription: AllStreamSubscription): RecordedSubscription => {
  takeEvents(subscription as unknown as Transform);
  return subscription;
};

/**
 * Makes the client's stream give our events. The client itself would parse the JSON of each event, which its
 * reader wants as bytes: both ways took as long as all the rest of a read. The client goes on to handle the
 * answers that carry no event. Call it before any has come.
 */
function takeEvents(stream: Transform): void {
  const handle = stream._transform.bind(stream);
  stream._transform = (answer: ReadAnswer, encoding, done) => {
    if (!answer.hasEvent()) return handle(answer, encoding, done);
    try {
      const event = answer.getEvent().getEvent();
      done(null, event && recordedEvent(event));
    } catch (error) {
      done(error as Error); // thrown here, it would end the process
    }
  };
}
