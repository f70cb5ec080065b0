/**
 * The EventStore port: what the embedded store and an EventStoreDB cluster can both keep, and nothing more.
 * Every adapter passes `test/stores/event-store.contract.ts`.
 */
import type { Brand } from '../../shared/brand.js';

/** `{category}-{id}`; the category is what stands before the first `-` and has no dash of its own. */
export type StreamName = Brand<string, 'StreamName'>;

/** The category of a stream: what stands before its first dash. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
}

/**
 * A place in the log of all streams. Opaque; ordered as text; not kept when the log moves to another store, so no
 * event may refer to another by position.
 */
export type Position = Brand<string, 'Position'>;

/** Before the first event. */
export const LOG_START = '' as Position;

/** The number of an event in its stream, from 0. A stream may have lost its beginning: never assume that 0 is there. */
export type Revision = number;

/** Flat strings only, so that every store's console and filter can read them. */
export type EventMetadata = Readonly<Record<string, string>>;

/** Under which an event's metadata hold the W3C trace context that it was written in, for who goes on with it. */
export const TRACEPARENT = 'traceparent';

export interface NewEvent {
  /** A non-nil UUID. Derived from its purpose wherever a retry could emit the fact twice. */
  readonly id: string;
  /** Past tense, never beginning with `$`. */
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
}

/** What must be true of the stream for an append to happen. `any` is for operations where nothing counts on it. */
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

/** How far a sequence of appends came. */
export interface SequenceResult {
  /** Of the appends that were written, in their order. */
  readonly appended: readonly Appended[];
  /** Why the one after them was not, or what `append` would have thrown for it; null where all were. */
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
  /** Only streams of these categories; without it all. */
  readonly categories?: readonly string[];
  /** At most this many matching events; default 500. A page may hold fewer although more follow. */
  readonly limit?: number;
  /**
   * Types of event with which a stream is over, for a reader who has no use for what is over: a page may leave out streams
   * that both begin and end in it.
   */
  readonly endedBy?: readonly string[];
}

export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** Everything up to here was looked at, matching or not: the next `after`. */
  readonly position: Position;
  /** Nothing more was in the log when this page was read. */
  readonly atHead: boolean;
}

export interface Subscription {
  /** Resolves when closed by `close()`; rejects when the handler threw or the store can't go on. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The deletion of a stream, as the log of all streams shows it; it has no data. */
export const STREAM_DELETED = '$streamDeleted';

/** The most bytes of event data one append may carry (EventStoreDB's limit is 1,048,576; we keep a distance). */
export const MAX_APPEND_BYTES = 900_000;

export interface EventStore {
  /**
   * Appends all events or none, durably, before it answers. The same ids at the same expected revision again is a
   * success that writes nothing (not promised for `any`). An append of no events is a programming error.
   * @throws AppendTooLargeError, StreamDeletedError, OutcomeUnknownError, StoreUnavailableError
   */
  append(stream: StreamName, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;

  /**
   * Several appends in their order, each durable only after the one before it, and none after the first that fails. Not
   * one transaction: whatever ends it, a crash included, may leave the first of them. The same sequence again at the
   * same expected revisions writes only what is missing. Mistakes of the caller throw before anything is written.
   */
  appendInOrder(appends: readonly Append[]): Promise<SequenceResult>;

  readStream(stream: StreamName, read?: StreamRead): Promise<StreamSlice>;

  /** All streams in the order of the log. Events of deleted streams may or may not still be there. */
  readAll(read: LogRead): Promise<LogPage>;

  /**
   * Catches up from `after`, then goes on live. The handler gets one page at a time and is awaited before the next
   * (back-pressure). Pages without events still carry how far was looked.
   */
  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription;

  /** Deletes a stream for good: reads say `deleted`, appends are refused for ever. Deleting twice is fine. */
  deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'>;

  /** The position of the newest event; `LOG_START` in an empty log. */
  head(): Promise<Position>;

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

/** The stream was deleted for good; nothing can be written to it any more. */
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

/** The store can't be reached or can't write (down, locked past the deadline, disk full, read-only). */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The store answers and must not be used by this program: waiting doesn't help. */
export class UnfitStoreError extends StoreUnavailableError {}
