/** One request of a key: what the log says of it, what the request log of the last 30 days says, or both. */
import type { LoggedConflict, LoggedRequest } from './request-log/request-batches.js';
import { parseJobId, type JobId } from '../shared/ids.js';

/**
 * `submitted` and `cancelled` stand in the event log for ever; `replayed`, `refused` and `answered` (a read, or a
 * request that changed nothing) only in the request log.
 */
export const REQUEST_KINDS = ['submitted', 'cancelled', 'replayed', 'refused', 'answered'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface RequestLine {
  readonly request_id: string;
  readonly time: string;
  readonly kind: RequestKind;
  readonly job_id: JobId | null;
  readonly operation: 'enrich_job' | 'resolve' | 'cancel' | null;
  /** From the request log; null once it has forgotten. */
  readonly method: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly detail: string | null;
  /** Of an idempotency key that another request holds. */
  readonly conflict: LoggedConflict | null;
  /** The event that the request led to, or null. */
  readonly event_id: string | null;
}

/** What only the request log knows. */
export const NOT_IN_REQUEST_LOG = {
  method: null,
  path: null,
  status: null,
  detail: null,
  conflict: null,
} as const;

function kindOf({ replayed, status }: LoggedRequest): RequestKind {
  if (replayed) return 'replayed';
  return status >= 400 ? 'refused' : 'answered';
}

/** What the log says of a request and what the request log says, in one line. */
export function mergeRequest(request: LoggedRequest, recorded: RequestLine | undefined): RequestLine {
  const { request_id, time, method, path, status, detail, conflict = null } = request;
  const base = recorded ?? {
    request_id,
    time,
    kind: kindOf(request),
    job_id: request.job_id === null ? null : parseJobId(request.job_id),
    operation: null,
    event_id: null,
  };
  return { ...base, method, path, status, detail, conflict };
}
