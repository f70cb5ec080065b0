/**
 * Streams that may be deleted for good, and what is written into one that never was so that it can be: a store deletes
 * only what is there (Architecture 2, "Deleting a stream is final").
 */
import type { NewEvent, StreamName } from '../platform/event-store/event-store.js';
import { derivedId } from '../shared/derived-id.js';
import { accountOfStream } from './account/account.events.js';
import type { Fact } from './envelope.js';
import { jsonEvent, metadataOf } from './envelope.js';
import type { ContactRecorded } from './contact/contact.events.js';
import type { RowDataClosed } from './rowdata/rowdata.events.js';
import { chunkOfStream } from './rows/rows.events.js';

/** Categories whose streams end; all others live for ever. */
export const DELETABLE_CATEGORIES: readonly string[] = ['rowdata', 'contact'];

export const canBeDeleted = (stream: StreamName): boolean =>
  DELETABLE_CATEGORIES.some((category) => stream.startsWith(`${category}-`));

/** The only event of a stream that is deleted right after; null for a stream that lives for ever. */
export function closingEvent(stream: StreamName, time: string): NewEvent | null {
  const fact = closingFact(stream);
  if (fact === null) return null;
  return jsonEvent(
    fact,
    derivedId('closing', stream),
    metadataOf({ requestId: 'import', actor: 'operator' }, time),
  );
}

function closingFact(stream: StreamName): Fact<string, object> | null {
  if (!canBeDeleted(stream)) return null;
  if (stream.startsWith('contact-')) {
    const data = { account_id: accountOfStream(stream), name: '', email: '' };
    return { type: 'ContactRecorded', data } satisfies ContactRecorded;
  }
  const { job, chunk } = chunkOfStream(stream);
  return { type: 'RowDataClosed', data: { job_id: job, chunk } } satisfies RowDataClosed;
}
