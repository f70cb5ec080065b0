/** Declares the envelope of events. Metadata are flat texts, which the store's own console can filter. */
import type {
  EventMetadata,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { VERSION } from '../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../packages/contract/src/ids.js';

/** An event as the domain sees it: one thing that became true. */
export interface EventShape<Type extends string, Data> {
  readonly type: Type;
  readonly data: Data;
}

/** The actor who caused an event, the request and the account. */
export interface EventContext {
  /** The id of the request or command. The request log and `X-Request-ID` have the same id. */
  readonly requestId: string;
  /** `key:<key id>`, `operator:<name>` (`operator` where no name was recorded) or `worker`. */
  readonly actor: string;
  readonly account?: AccountId;
  readonly causationId?: string;
  /** The actor's reason, where the data of the event have no field for it. */
  readonly reason?: string;
  /** What the actor has seen: the revisions that these streams must still have for the act to be done. */
  readonly seen?: Readonly<Record<StreamName, Revision | 'no_stream'>>;
}

export interface Timed<E> {
  readonly event: E;
  /** ISO 8601 UTC. The code that appends sets it; within a stream it never goes back. */
  readonly time: string;
}

/** A decoded event with its envelope. */
export interface Logged<E> extends Timed<E> {
  readonly id: string;
  readonly stream: StreamName;
  readonly revision: number;
  readonly position: Position;
  readonly requestId: string;
  readonly actor: string;
  readonly account: AccountId | null;
}

/** The version of event shapes written today. A new version needs an upcaster. */
export const SCHEMA_VERSION = '1';

const OPERATOR = 'operator';

export const operatorActor = (name: string): string => `${OPERATOR}:${name}`;

/** Returns the operator's name, or `operator` if none was recorded; null for keys and workers. */
export function operatorNamed(actor: string): string | null {
  if (actor === OPERATOR) return OPERATOR;
  return actor.startsWith(`${OPERATOR}:`) ? actor.slice(OPERATOR.length + 1) : null;
}

/** Returns the operator's name, or the actor as recorded where no operator acted. */
export const nameOfActor = (actor: string): string => operatorNamed(actor) ?? actor;

/**
 * The version of the same shape with deflated bytes; the event's codec says which. A program that knows only
 * plain bytes takes this for an unknown version and stops, so it never serves bytes that it can't read.
 */
const DEFLATED_VERSION = `${SCHEMA_VERSION}+deflate`;

export const deflatedMetadata = (metadata: EventMetadata): EventMetadata => ({
  ...metadata,
  [VERSION]: DEFLATED_VERSION,
});

export const isDeflated = ({ metadata }: RecordedEvent): boolean => metadata[VERSION] === DEFLATED_VERSION;

export function metadataOf(context: EventContext, time: string): EventMetadata {
  return {
    $correlationId: context.requestId,
    ...(context.causationId === undefined ? {} : { $causationId: context.causationId }),
    ...(context.account === undefined ? {} : { account: String(context.account) }),
    actor: context.actor,
    ...(context.reason === undefined ? {} : { reason: context.reason }),
    time,
    [VERSION]: SCHEMA_VERSION,
  };
}

/** Returns an event as plain JSON, ready to append. */
export function jsonEvent(
  { type, data }: EventShape<string, unknown>,
  id: string,
  metadata: EventMetadata,
): NewEvent {
  return { id, type, format: 'json', data: Buffer.from(JSON.stringify(data)), metadata };
}

/** Returns a decoded event in the envelope of the stored one. */
export function logged<E>(recorded: RecordedEvent, event: E, id: string = recorded.id): Logged<E> {
  const { metadata } = recorded;
  return {
    event,
    id,
    stream: recorded.stream,
    revision: recorded.revision,
    position: recorded.position,
    time: metadata['time'] ?? '',
    requestId: metadata['$correlationId'] ?? '',
    actor: metadata['actor'] ?? '',
    account: metadata['account'] === undefined ? null : (Number(metadata['account']) as AccountId),
  };
}

/** Returns the time for the next event of a stream: now, or the last event's time where that is later. */
export const nextTime = (now: Date, last: string | null): string => {
  const time = now.toISOString();
  return last !== null && last > time ? last : time;
};

/** Returns the bytes of a stored event, for every codec. @throws UnknownEventError for a later version */
export function bytesOf(recorded: RecordedEvent): Buffer {
  const { data, metadata } = recorded;
  const version = metadata[VERSION] ?? SCHEMA_VERSION;
  if (version !== SCHEMA_VERSION && version !== DEFLATED_VERSION) throw new UnknownEventError(recorded);
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/** Returns the parsed JSON. @throws UnknownEventError for deflated bytes or a later version */
export function jsonOf(recorded: RecordedEvent): unknown {
  if (isDeflated(recorded)) throw new UnknownEventError(recorded);
  return JSON.parse(bytesOf(recorded).toString('utf8'));
}

/** An event that this version of the program can't read. A lane stops at it or parks its subject. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';
  constructor(recorded: RecordedEvent) {
    super(
      `event ${recorded.id} in ${recorded.stream} has the unknown type or shape ${recorded.type} (v ${recorded.metadata[VERSION] ?? 'none'})`,
    );
  }
}

/** An act whose actor has not seen the newest events of the stream. Nothing was written. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError';
  constructor() {
    super('somebody else acted in between; nothing was written');
  }
}
