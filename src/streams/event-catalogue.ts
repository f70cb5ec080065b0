/** Every event of the system, and how a stored event becomes what the program sees. */
import type { RecordedEvent } from '../platform/event-store/event-store.js';
import { categoryOf, STREAM_DELETED } from '../platform/event-store/event-store.js';
import type { AccountEvent } from './account/account.events.js';
import { decodeAccountEvent } from './account/account.events.js';
import type { ContactEvent } from './contact/contact.events.js';
import { decodeContactEvent } from './contact/contact.events.js';
import type { Logged } from './envelope.js';
import { UnknownEventError } from './envelope.js';
import type { IdempotencyEvent } from './idempotency/idempotency.events.js';
import { decodeIdempotencyEvent } from './idempotency/idempotency.events.js';
import type { JobEvent } from './job/job.events.js';
import { decodeJobEvent } from './job/job.events.js';
import type { RowDataEvent } from './rowdata/rowdata.events.js';
import { decodeRowDataEvent } from './rowdata/rowdata.events.js';
import type { RowsEvent } from './rows/rows.events.js';
import { decodeRowsEvents } from './rows/rows.events.js';

export type DomainEvent =
  AccountEvent | ContactEvent | IdempotencyEvent | JobEvent | RowsEvent | RowDataEvent;
export type LoggedEvent = Logged<DomainEvent>;

const DECODERS: Readonly<Record<string, (recorded: RecordedEvent) => readonly LoggedEvent[]>> = {
  account: (recorded) => [decodeAccountEvent(recorded)],
  contact: (recorded) => [decodeContactEvent(recorded)],
  idempotency: (recorded) => [decodeIdempotencyEvent(recorded)],
  job: (recorded) => [decodeJobEvent(recorded)],
  rows: decodeRowsEvents,
  rowdata: (recorded) => [decodeRowDataEvent(recorded)],
};

export const CATEGORIES = Object.keys(DECODERS);

/**
 * The logical events of a stored one: several for a pack, none for the deletion of a stream.
 * @throws UnknownEventError
 */
export function decode(recorded: RecordedEvent): readonly LoggedEvent[] {
  if (recorded.type === STREAM_DELETED) return [];
  const decoder = DECODERS[categoryOf(recorded.stream)];
  if (decoder === undefined) throw new UnknownEventError(recorded);
  return decoder(recorded);
}
