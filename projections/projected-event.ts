/** The events that projections see: packs of the `rows-` streams are summed up and not unpacked. */
import { UnknownEventError, logged, type Logged } from '../src/streams/envelope.js';
import { categoryOfType, decode, type DomainEvent } from '../src/streams/index.js';
import { tallyRows, type RowsRecordedTally } from '../src/streams/rows/rows-tally.js';
import {
  categoryOf,
  STREAM_DELETED,
  type RecordedEvent,
} from '../packages/platform/src/event-store/event-store.js';

export type StreamDeleted = { readonly type: typeof STREAM_DELETED; readonly data: Record<string, never> };

/** Projections see these rows' events as one sum for each pack. */
type SeenAsTally = 'RowsRecorded' | 'RowResolved' | 'RowCharged' | 'RowFailed';
type SeenAsIs = Exclude<DomainEvent, { readonly type: SeenAsTally }>;

export type Projectable = SeenAsIs | RowsRecordedTally | StreamDeleted;
export type ProjectedType = Projectable['type'];
export type ProjectedEvent = Logged<Projectable>;

const isSeenAsIs = (entry: Logged<DomainEvent>): entry is Logged<SeenAsIs> => {
  const { type } = entry.event;
  return type !== 'RowsRecorded' && type !== 'RowResolved' && type !== 'RowCharged' && type !== 'RowFailed';
};

/** Returns the events to project; none of a type that no projection wants. @throws UnknownEventError */
export function decodeProjected(
  recorded: RecordedEvent,
  wanted: ReadonlySet<string>,
): readonly ProjectedEvent[] {
  const { type } = recorded;
  if (type === STREAM_DELETED) return wanted.has(type) ? [logged(recorded, { type, data: {} })] : [];
  if (categoryOfType(type) !== categoryOf(recorded.stream)) throw new UnknownEventError(recorded);
  if (!wanted.has(type)) return [];
  return decodedOnce(recorded);
}

const DECODED = Symbol('decoded');

/**
 * Every lane that follows the log gets the same object for a stored event. So its decoded events are kept on
 * it and freed with it. In a `WeakMap` every minor garbage collection would copy them until the next full
 * one.
 */
interface DecodedEvent extends RecordedEvent {
  [DECODED]?: readonly ProjectedEvent[];
}

const decodedOnce = (recorded: DecodedEvent): readonly ProjectedEvent[] =>
  (recorded[DECODED] ??=
    recorded.type === 'RowsRecorded' ? [tallyRows(recorded)] : decode(recorded).filter(isSeenAsIs));
