/**
 * What every event has beside its own data: an id, a place in the log, and who did it when. Metadata are flat
 * strings, so that the store's own console and filters can read them.
 */
import type {
  EventMetadata,
  NewEvent,
  Position,
  RecordedEvent,
  StreamName,
} from '../platform/event-store/event-store.js';
import type { AccountId } from '../shared/ids.js';

/** An event as the domain sees it: one thing that became true. */
export interface EventShape<Type extends string, Data> {
  readonly type: Type;
  readonly data: Data;
}

/** Who caused an event, in which request, for which account. */
export interface EventContext {
  /** The request or command that led here; joins the log with the request log and `X-Request-ID`. */
  readonly requestId: string;
  /** `key:<key id>`, `operator:<name>` (`operator` where no name was recorded) or `worker`. */
  readonly actor: string;
  readonly account?: AccountId;
  /** The event that this one answers, where there is one. */
  readonly causationId?: string;
}

/** An event with the time that it carries. */
export interface Timed<E> {
  readonly event: E;
  /** ISO 8601 UTC, set by the appender, never going back within a stream. */
  readonly time: string;
}

/** An event as the rest of the program sees it: decoded, with its envelope. */
export interface Logged<E> extends Timed<E> {
  readonly id: string;
  readonly stream: StreamName;
  readonly revision: number;
  readonly position: Position;
  readonly requestId: string;
  readonly actor: string;
  readonly account: AccountId | null;
}

/** The version of every event shape written today; raised with an upcaster beside it. */
export const SCHEMA_VERSION = '1';

const OPERATOR = 'operator';

/** The actor of what an operator of this name does. */
export const operatorActor = (name: string): string => `${OPERATOR}:${name}`;

/** The name of the operator who acted, `operator` where none was recorded; null for keys and workers. */
export function operatorNamed(actor: string): string | null {
  if (actor === OPERATOR) return OPERATOR;
  return actor.startsWith(`${OPERATOR}:`) ? actor.slice(OPERATOR.length + 1) : null;
}

/**
 * The same shape with its bytes deflated as its codec says. A program that knows only plain ones takes it for another
 * version and stops, rather than serve what it can't read.
 */
const DEFLATED_VERSION = `${SCHEMA_VERSION}+deflate`;

export const deflatedMetadata = (metadata: EventMetadata): EventMetadata => ({
  ...metadata,
  v: DEFLATED_VERSION,
});

export const isDeflated = ({ metadata }: RecordedEvent): boolean => metadata['v'] === DEFLATED_VERSION;

export function metadataOf(context: EventContext, time: string): EventMetadata {
  return {
    $correlationId: context.requestId,
    ...(context.causationId === undefined ? {} : { $causationId: context.causationId }),
    ...(context.account === undefined ? {} : { account: String(context.account) }),
    actor: context.actor,
    time,
    v: SCHEMA_VERSION,
  };
}

/** An event as plain JSON, ready to append. */
export function jsonEvent(
  { type, data }: EventShape<string, unknown>,
  id: string,
  metadata: EventMetadata,
): NewEvent {
  return { id, type, format: 'json', data: Buffer.from(JSON.stringify(data)), metadata };
}

/** The envelope of a recorded event around what was decoded from it. */
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

/** The time for the next event of a stream: now, but never before the stream's last event. */
export const nextTime = (now: Date, last: string | null): string => {
  const time = now.toISOString();
  return last !== null && last > time ? last : time;
};

/**
 * The bytes of an event whose shape this version of the program knows; codecs read them through here alone.
 * @throws UnknownEventError for a version that a later program wrote
 */
export function bytesOf(recorded: RecordedEvent): Buffer {
  const { data, metadata } = recorded;
  const version = metadata['v'] ?? SCHEMA_VERSION;
  if (version !== SCHEMA_VERSION && version !== DEFLATED_VERSION) throw new UnknownEventError(recorded);
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/**
 * The JSON of a recorded event.
 * @throws UnknownEventError
 */
export function jsonOf(recorded: RecordedEvent): unknown {
  if (isDeflated(recorded)) throw new UnknownEventError(recorded);
  return JSON.parse(bytesOf(recorded).toString('utf8'));
}

/** An event that this version of the program can't read; a lane stops at it. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';
  constructor(recorded: RecordedEvent) {
    super(
      `event ${recorded.id} in ${recorded.stream} has the unknown type or shape ${recorded.type} (v ${recorded.metadata['v'] ?? 'none'})`,
    );
  }
}
