/** Joins what the event log and the request log (the last 30 days) hold about a request of a key. */
import type { LoggedConflict, LoggedRequest } from './request-log/request-batches.js';
import { parseJobId, type JobId } from '../../packages/contract/src/ids.js';

/**
 * The event log keeps `submitted` and `cancelled` requests for ever. Only the request log has `replayed`,
 * `refused` and `answered` ones (a read, or a request that changed nothing).
 */
export const REQUEST_KINDS = ['submitted', 'cancelled', 'replayed', 'refused', 'answered'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface RequestLine {
  readonly request_id: string;
  readonly time: string;
  readonly kind: RequestKind;
  readonly job_id: JobId | null;
  readonly operation: 'enrich_job' | 'resolve' | 'cancel' | null;
  /** Taken from the request log, like the four fields below; null once its 30 days are over. */
  readonly method: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly detail: string | null;
  /** The request that already held the idempotency key. */
  readonly conflict: LoggedConflict | null;
  readonly event_id: string | null;
}

/** Values of the fields that only the request log fills. */
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

/** Joins the request log's entry with the line from the event log, if there is one. */
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
