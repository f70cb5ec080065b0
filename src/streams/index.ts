/** Every stream of the system, and look-ups by category, type and stream name. */
import type {
  NewEvent,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { categoryOf, STREAM_DELETED } from '../../packages/platform/src/event-store/event-store.js';
import { accountStreams } from './account/account.events.js';
import { adjustmentsStreams } from './adjustments/adjustments.events.js';
import { supportStreams } from './support/support.events.js';
import { statementStreams } from './statement/statement.events.js';
import { serviceStreams } from './service/service.events.js';
import { suppressionsStreams } from './suppressions/suppressions.events.js';
import { maintenanceStreams } from './maintenance/maintenance.events.js';
import { operatorsStreams } from './operators/operators.events.js';
import { priceListsStreams } from './pricelists/pricelists.events.js';
import { contactStreams } from './contact/contact.events.js';
import { headStreams } from './heads/heads.events.js';
import { sealStreams } from './seals/seals.events.js';
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
  sealStreams,
  headStreams,
  priceListsStreams,
] as const;

export type DomainEvent = EventIn<(typeof DEFINED)[number]>;
export type LoggedEvent = Logged<DomainEvent>;

/** A definition of any stream, without the functions that need to know its id. */
export type AnyStream = Omit<StreamDefinition<never, DomainEvent>, 'streamOf' | 'idOf'>;

export const STREAMS: readonly AnyStream[] = DEFINED;

export const CATEGORIES: readonly string[] = STREAMS.map(({ category }) => category);

const BY_CATEGORY: ReadonlyMap<string, AnyStream> = new Map(
  STREAMS.map((stream) => [stream.category, stream]),
);

const CATEGORY_BY_TYPE: ReadonlyMap<string, string> = new Map(
  STREAMS.flatMap(({ category, events }) =>
    storedTypes(events).map((type): [string, string] => [type, category]),
  ),
);

/** Every type that the store holds, except the mark of a deleted stream. */
export const STORED_TYPES: readonly string[] = [...CATEGORY_BY_TYPE.keys()];
export const categoryOfType = (type: string): string | undefined => CATEGORY_BY_TYPE.get(type);

const VERSIONS: ReadonlyMap<string, number> = new Map(
  STREAMS.flatMap(({ events }) => Object.entries(events).map(([type, { since = 1 }]) => [type, since])),
);

/** Returns the least data version that reads events of this type; 1 for an unknown type. */
export const dataVersionOf = (type: string): number => VERSIONS.get(type) ?? 1;

/** The facts about the log that the stores of a process need to read or append events. */
export const LOG_FORMAT = { categories: CATEGORIES, versionOf: dataVersionOf } as const;

const streamOf = (stream: StreamName): AnyStream | undefined => BY_CATEGORY.get(categoryOf(stream));

/** Decodes a stored event: several events for a pack, none for a deletion. @throws UnknownEventError */
export function decode(recorded: RecordedEvent): readonly LoggedEvent[] {
  if (recorded.type === STREAM_DELETED) return [];
  const stream = streamOf(recorded.stream);
  if (stream === undefined) throw new UnknownEventError(recorded);
  return stream.decodeAll(recorded);
}

/** Returns the subject of a stored event; null for an unknown category. */
export const subjectOf = ({ stream }: Pick<RecordedEvent, 'stream'>): Subject | null =>
  streamOf(stream)?.subjectOf(stream) ?? null;

/** Returns true if this stream may be deleted; others live for ever. */
export const canBeDeleted = (stream: StreamName): boolean => streamOf(stream)?.deletable ?? false;

export const closingEvent = (stream: StreamName, time: string): NewEvent | null =>
  streamOf(stream)?.closingEvent(stream, time) ?? null;
