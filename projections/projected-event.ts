/** What projections see of the log: its events, with the packs of the `rows-` streams tallied instead of unpacked. */
import type { AccountEvent } from '../src/streams/account/account.events.js';
import type { ContactEvent } from '../src/streams/contact/contact.events.js';
import type { Logged } from '../src/streams/envelope.js';
import { UnknownEventError, logged } from '../src/streams/envelope.js';
import type { DomainEvent } from '../src/streams/event-catalogue.js';
import { decode } from '../src/streams/event-catalogue.js';
import type { IdempotencyEvent } from '../src/streams/idempotency/idempotency.events.js';
import type { JobEvent } from '../src/streams/job/job.events.js';
import type { RowDataEvent } from '../src/streams/rowdata/rowdata.events.js';
import type { RowsRecordedTally } from '../src/streams/rows/rows-tally.js';
import { tallyRows } from '../src/streams/rows/rows-tally.js';
import type { BlockCharged, BlockFilled } from '../src/streams/rows/rows.events.js';
import type { RecordedEvent } from '../src/platform/event-store/event-store.js';
import { categoryOf, STREAM_DELETED } from '../src/platform/event-store/event-store.js';

/** The stream is gone for good, with all it said. */
export type StreamDeleted = { readonly type: typeof STREAM_DELETED; readonly data: Record<string, never> };

export type ProjectedFact =
  | AccountEvent
  | ContactEvent
  | IdempotencyEvent
  | JobEvent
  | RowDataEvent
  | RowsRecordedTally
  | BlockFilled
  | BlockCharged
  | StreamDeleted;

export type ProjectedType = ProjectedFact['type'];
export type ProjectedEvent = Logged<ProjectedFact>;

/** The category of streams that each stored type is found in; the deletion of a stream is found in all. */
export const CATEGORY_OF: Readonly<Record<Exclude<ProjectedType, typeof STREAM_DELETED>, string>> = {
  AccountOpened: 'account',
  AccountSuspended: 'account',
  AccountReinstated: 'account',
  BlocksEnabled: 'account',
  BlocksDisabled: 'account',
  OptionEnabled: 'account',
  OptionDisabled: 'account',
  PricesAgreed: 'account',
  KeyIssued: 'account',
  KeyRevoked: 'account',
  ContactRecorded: 'contact',
  IdempotencyKeyClaimed: 'idempotency',
  JobSubmitted: 'job',
  SubmissionAbandoned: 'job',
  ChunkStarted: 'job',
  ChunkCompleted: 'job',
  JobCancelRequested: 'job',
  JobCancelled: 'job',
  JobCompleted: 'job',
  JobRowsErased: 'job',
  RowsRecorded: 'rows',
  BlockFilled: 'rows',
  BlockCharged: 'rows',
  RowsSubmitted: 'rowdata',
  RowsDelivered: 'rowdata',
  BlockDelivered: 'rowdata',
  RowDataClosed: 'rowdata',
};

const isKnown = (type: string): type is keyof typeof CATEGORY_OF => Object.hasOwn(CATEGORY_OF, type);

/** Logical events of rows are seen as a tally, never one by one. */
const isProjected = (event: DomainEvent): event is DomainEvent & ProjectedFact =>
  event.type !== 'RowResolved' && event.type !== 'RowCharged' && event.type !== 'RowFailed';

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
  if (!isKnown(type) || CATEGORY_OF[type] !== categoryOf(recorded.stream))
    throw new UnknownEventError(recorded);
  if (!wanted.has(type)) return [];
  if (type === 'RowsRecorded') return [tallyRows(recorded)];
  return decodedOnce(recorded);
}

/** Every lane that follows the log gets the same stored event, most of them the few of a job. */
const decodedAlready = new WeakMap<RecordedEvent, readonly ProjectedEvent[]>();

function decodedOnce(recorded: RecordedEvent): readonly ProjectedEvent[] {
  const known = decodedAlready.get(recorded);
  if (known !== undefined) return known;
  const decoded = decode(recorded).flatMap((entry) => {
    const { event } = entry;
    return isProjected(event) ? [{ ...entry, event }] : [];
  });
  decodedAlready.set(recorded, decoded);
  return decoded;
}
