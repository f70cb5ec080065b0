/** What projections see of the log: its events, with the packs of the `rows-` streams summed up instead of unpacked. */
import { UnknownEventError, logged, type Logged } from '../src/streams/envelope.js';
import { categoryOfType, decode, type DomainEvent } from '../src/streams/index.js';
import { tallyRows, type RowsRecordedTally } from '../src/streams/rows/rows-tally.js';
import { categoryOf, STREAM_DELETED, type RecordedEvent } from '../src/platform/event-store/event-store.js';

/** The stream is deleted for good. */
export type StreamDeleted = { readonly type: typeof STREAM_DELETED; readonly data: Record<string, never> };

/** Rows are seen as a sum for each pack, never one by one. */
type SeenAsTally = 'RowsRecorded' | 'RowResolved' | 'RowCharged' | 'RowFailed';
type SeenAsIs = Exclude<DomainEvent, { readonly type: SeenAsTally }>;

export type Projectable = SeenAsIs | RowsRecordedTally | StreamDeleted;
export type ProjectedType = Projectable['type'];
export type ProjectedEvent = Logged<Projectable>;

const isSeenAsIs = (entry: Logged<DomainEvent>): entry is Logged<SeenAsIs> => {
  const { type } = entry.event;
  return type !== 'RowsRecorded' && type !== 'RowResolved' && type !== 'RowCharged' && type !== 'RowFailed';
};

/**
 * The events to project in a stored one; those of known types that nobody wants are not decoded.
 * @throws UnknownEventError
 */
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
 * Every lane that follows the log gets the same stored event, so it is kept decoded with it, and goes with it. What a
 * `WeakMap` holds would be copied by each collection of young objects until the next full one.
 */
interface DecodedEvent extends RecordedEvent {
  [DECODED]?: readonly ProjectedEvent[];
}

const decodedOnce = (recorded: DecodedEvent): readonly ProjectedEvent[] =>
  (recorded[DECODED] ??=
    recorded.type === 'RowsRecorded' ? [tallyRows(recorded)] : decode(recorded).filter(isSeenAsIs));
