/** The EventStore port: what both stores can keep, as `test/stores/event-store.contract.ts` shows. */
import type { Brand } from '../../../words/src/brand.js';

/** `{category}-{id}`. The category is the part before the first `-`. */
export type StreamName = Brand<string, 'StreamName'>;

/** The category of a stream: the part of its name before the first dash. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
}

/**
 * A place in the log of all streams. Opaque, and ordered as text. A position changes when the log moves to
 * another store, so no event may refer to another event by position.
 */
export type Position = Brand<string, 'Position'>;

/** Before the first event. */
export const LOG_START = '' as Position;

export const laterOf = (left: Position, right: Position): Position => (left > right ? left : right);

/** An event's number in its stream, from 0. A stream may lose its beginning: 0 may be missing. */
export type Revision = number;

/** Flat strings only: every store's console and filter can read them. */
export type EventMetadata = Readonly<Record<string, string>>;

/** The metadata key for the W3C trace context of the write. A later step continues that trace. */
export const TRACEPARENT = 'traceparent';

/** The metadata key for the version of an event's shape. An event without it is another program's. */
export const VERSION = 'v';

export interface NewEvent {
  /** A UUID, not the nil one. Derived from its purpose wherever a retry could write the fact twice. */
  readonly id: string;
  /** In the past tense. Never begins with `$`. */
  readonly type: string;
  /** `json`: UTF-8 JSON that the store's console can show. `binary`: bytes that only the codec reads. */
  readonly format: 'json' | 'binary';
  readonly data: Uint8Array;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly position: Position;
  /** Events of other programs that are known to stand before this one in its stream; left out for none. */
  readonly others?: number;
}

/** The event with the revision that it would have in a stream of our events alone. */
export function amongOwn(event: RecordedEvent): RecordedEvent {
  const { others, ...own } = event;
  return others === undefined ? event : { ...own, revision: own.revision - others };
}

/** What must be true of the stream for an append to happen. `any`: nothing depends on the order. */
export type ExpectedRevision = Revision | 'no_stream' | 'any';

export interface Append {
  readonly stream: StreamName;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
}

/** Revision and position of the last event of an append. */
export interface Appended {
  readonly outcome: 'appended';
  readonly revision: Revision;
  readonly position: Position;
}

export interface Conflict {
  readonly outcome: 'conflict';
  readonly actual: Revision | 'no_stream';
}

export type AppendResult = Appended | Conflict;

/** The outcome of a sequence of appends. */
export interface SequenceResult {
  /** The appends that were written, in their order. */
  readonly appended: readonly Appended[];
  /** Why the next append was not written, or the error `append` would throw; null where all were written. */
  readonly stopped: Conflict | Error | null;
}

export type StreamSlice =
  | { readonly status: 'found'; readonly events: readonly RecordedEvent[] }
  | { readonly status: 'no_stream' }
  | { readonly status: 'deleted' };

export interface StreamRead {
  readonly direction?: 'forwards' | 'backwards';
  /** Inclusive. Default: the first event forwards, the last backwards. */
  readonly from?: Revision;
  /** At most this many events; default 1,000. */
  readonly limit?: number;
}

export interface LogRead {
  /** Exclusive: events after this position. */
  readonly after: Position;
  /** Only streams of these categories. Left out: all streams. */
  readonly categories?: readonly string[];
  /** At most this many matching events; default 500. A page may hold fewer although more events follow. */
  readonly limit?: number;
  /** Types of event that end a stream. A page may leave out streams that both begin and end in it. */
  readonly endedBy?: readonly string[];
}

export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** The store looked at everything up to here, matching or not. It is the next `after`. */
  readonly position: Position;
  /** The log held nothing more when the store read this page. */
  readonly atHead: boolean;
}

export interface Subscription {
  /** Resolves after `close()`. Rejects when the handler threw or the store can't go on. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The type of event that marks a deleted stream in the log of all streams. It has no data. */
export const STREAM_DELETED = '$streamDeleted';

/** The maximum number of bytes of event data in one append. EventStoreDB's limit of 1,048,576 is higher. */
export const MAX_APPEND_BYTES = 900_000;

/** Events of other programs in streams with our names (Contract 7.7), which no reader is given. */
export interface PassedOver {
  /** The number of these events that the process has met so far. */
  readonly count: number;
  /** The streams that hold them, in the order in which they were met. */
  readonly streams: readonly StreamName[];
}

export interface EventStore {
  /** Missing where the store passes nothing over. */
  readonly foreign?: PassedOver;

  /** Why the last append failed at the disk; null where it didn't. Missing where the store doesn't know. */
  writeFault?(): string | null;

  /**
   * Appends all events or none, durably, before it answers. The same ids at the same expected revision again
   * succeed and write nothing (not promised for `any`). An append of no events is a programming error.
   * @throws AppendTooLargeError, StreamDeletedError, OutcomeUnknownError, StoreUnavailableError
   */
  append(stream: StreamName, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;

  /**
   * Appends in order: each append is durable only after the one before it; none follows the first failure.
   * This is no transaction: a failure or crash may leave the first appends. The same sequence at the same
   * revisions again writes only what is missing. Mistakes of the caller throw before anything is written.
   */
  appendInOrder(appends: readonly Append[]): Promise<SequenceResult>;

  readStream(stream: StreamName, read?: StreamRead): Promise<StreamSlice>;

  /** Reads all streams in the order of the log. Events of deleted streams may or may not still be there. */
  readAll(read: LogRead): Promise<LogPage>;

  /**
   * Catches up from `after`, then goes on live. The handler gets one page at a time; the next page waits for
   * it (back-pressure). A page without events still tells how far the store looked.
   */
  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription;

  /** Deletes a stream for good: reads then answer `deleted`, appends are refused. Deleting twice is fine. */
  deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'>;

  /**
   * The position of the newest event; `LOG_START` in an empty log.
   * @param withinMs an answer that this process got so lately will do; left out: the store is asked now
   */
  head(withinMs?: number): Promise<Position>;

  close(): Promise<void>;
}

/** The append carries more than `MAX_APPEND_BYTES` of data; nothing was written. */
export class AppendTooLargeError extends Error {
  override readonly name = 'AppendTooLargeError';
  constructor(
    readonly stream: StreamName,
    readonly bytes: number,
  ) {
    super(`an append of ${bytes} bytes to ${stream} is over the limit of ${MAX_APPEND_BYTES}`);
  }
}

/** The stream was deleted for good: nothing can be written to it any more. */
export class StreamDeletedError extends Error {
  override readonly name = 'StreamDeletedError';
  constructor(readonly stream: StreamName) {
    super(`stream ${stream} was deleted`);
  }
}

/** The store didn't say whether it wrote: repeat with the same ids and expected revision, or read. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/** The store is down, locked past the deadline or read-only, or its disk is full. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The store answers, but this program must not use it. Waiting doesn't help. */
export class UnfitStoreError extends StoreUnavailableError {}
