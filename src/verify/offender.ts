/** An offender: what `verify` reports for a broken invariant. */
import type { LoggedEvent } from '../streams/index.js';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../packages/contract/src/ids.js';

/** A thing in the log (or in a read model) that breaks an invariant. */
export interface Offender {
  /** A sentence for the operator. */
  readonly detail: string;
  readonly job_id: JobId | null;
  /** 0-based index in the submission. */
  readonly row: number | null;
  readonly stream: StreamName | null;
  readonly event_id: string | null;
}

/** An offender without an event. */
export const finding = (detail: string, job_id: JobId | null = null): Offender => ({
  detail,
  job_id,
  row: null,
  stream: null,
  event_id: null,
});

/** An event as an offender. */
export const offence = (
  { stream, id: event_id }: LoggedEvent,
  detail: string,
  { job_id = null, row = null }: { job_id?: JobId | null | undefined; row?: number | null | undefined } = {},
): Offender => ({ detail, job_id, row, stream, event_id });
