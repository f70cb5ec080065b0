/** Every stream of the system. What all of them say together, the rest of the program takes from here. */
import type { NewEvent, RecordedEvent, StreamName } from '../platform/event-store/event-store.js';
import { categoryOf, STREAM_DELETED } from '../platform/event-store/event-store.js';
import { accountStreams } from './account/account.events.js';
import { adjustmentsStreams } from './adjustments/adjustments.events.js';
import { supportStreams } from './support/support.events.js';
import { statementStreams } from './statement/statement.events.js';
import { serviceStreams } from './service/service.events.js';
import { suppressionsStreams } from './suppressions/suppressions.events.js';
import { maintenanceStreams } from './maintenance/maintenance.events.js';
import { operatorsStreams } from './operators/operators.events.js';
import { contactStreams } from './contact/contact.events.js';
import { storedTypes, type EventIn, type StreamDefinition } from './define-stream.js';
import { UnknownEventError, type Logged } from './envelope.js';
import { idempotencyStreams } from './idempotency/idempotency.events.js';
import { jobStreams } from './job/job.events.js';
import { rowDataStreams } from './rowdata/rowdata.events.js';
import { rowsStreams } from './rows/rows.events.js';
import type { Subject } from './stream-ids.js';

const DEFINED = [
  accountStreams,
  contactStreams,
  idempotencyStreams,
  jobStreams,
  rowDataStreams,
  rowsStreams,
  adjustmentsStreams,
  supportStreams,
  statementStreams,
  serviceStreams,
  suppressionsStreams,
  operatorsStreams,
  maintenanceStreams,
] as const;

export type DomainEvent = EventIn<(typeof DEFINED)[number]>;
export type LoggedEvent = Logged<DomainEvent>;

/** A definition as those see it who need not know which it is. */
export type AnyStream = Omit<StreamDefinition<never, DomainEvent>, 'streamOf' | 'idOf'>;

export const STREAMS: readonly AnyStream[] = DEFINED;

export const CATEGORIES: readonly string[] = STREAMS.map(({ category }) => category);

const BY_CATEGORY: ReadonlyMap<string, AnyStream> = new Map(
  STREAMS.map((stream) => [stream.category, stream]),
);

/** The category of streams that each stored type is found in. */
const CATEGORY_BY_TYPE: ReadonlyMap<string, string> = new Map(
  STREAMS.flatMap(({ category, events }) =>
    storedTypes(events).map((type): [string, string] => [type, category]),
  ),
);

/** Every type that stands in the store, but for the mark of a deleted stream. */
export const STORED_TYPES: readonly string[] = [...CATEGORY_BY_TYPE.keys()];
export const categoryOfType = (type: string): string | undefined => CATEGORY_BY_TYPE.get(type);

const streamOf = (stream: StreamName): AnyStream | undefined => BY_CATEGORY.get(categoryOf(stream));

/**
 * The logical events of a stored one: several for a pack, none for the deletion of a stream.
 * @throws UnknownEventError
 */
export function decode(recorded: RecordedEvent): readonly LoggedEvent[] {
  if (recorded.type === STREAM_DELETED) return [];
  const stream = streamOf(recorded.stream);
  if (stream === undefined) throw new UnknownEventError(recorded);
  return stream.decodeAll(recorded);
}

/** Whose event a stored event is; null for a stream of an unknown category. */
export const subjectOf = ({ stream }: Pick<RecordedEvent, 'stream'>): Subject | null =>
  streamOf(stream)?.subjectOf(stream) ?? null;

/** Whether streams of this category end; all others live for ever. */
export const canBeDeleted = (stream: StreamName): boolean => streamOf(stream)?.deletable ?? false;

/** The only event of a stream that is deleted right after; null for a stream that lives for ever. */
export const closingEvent = (stream: StreamName, time: string): NewEvent | null =>
  streamOf(stream)?.closingEvent(stream, time) ?? null;
