/** Whose event a stored event is: the account or the job that is parked where it can't be projected. */
import { accountOfStream } from '../src/streams/account/account.events.js';
import { categoryOf } from '../src/platform/event-store/event-store.js';
import { jobOfJobStream } from '../src/streams/job/job.events.js';
import { chunkOfStream } from '../src/streams/rows/rows.events.js';
import type { RecordedEvent } from '../src/platform/event-store/event-store.js';
import type { AccountId, JobId } from '../src/shared/ids.js';

export const accountSubject = (account: AccountId): string => `account:${account}`;
export const jobSubject = (job: JobId): string => job;

/** Null for a stream of a category that nobody knows. */
export function subjectOf({ stream }: Pick<RecordedEvent, 'stream'>): string | null {
  switch (categoryOf(stream)) {
    case 'account':
    case 'contact':
    case 'idempotency':
      return accountSubject(accountOfStream(stream));
    case 'job':
      return jobSubject(jobOfJobStream(stream));
    case 'rows':
    case 'rowdata':
      return jobSubject(chunkOfStream(stream).job);
    default:
      return null;
  }
}
