/** One request of a key: what the log says of it, what the request log of the last 30 days says, or both. */
import type { Coordination } from '../platform/coordination/coordination.js';
import type { LoggedRequest } from '../platform/http/request-log.js';
import { requestIdKey, requestLogPrefix } from '../platform/http/request-log.js';
import type { JobId, KeyId } from '../shared/ids.js';
import { parseJobId } from '../shared/ids.js';

/**
 * `submitted` and `cancelled` stand in the event log for ever; `replayed`, `refused` and `answered` (a read, or a
 * request that changed nothing) only in the request log.
 */
export type RequestKind = 'submitted' | 'cancelled' | 'replayed' | 'refused' | 'answered';

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
  /** The event that the request led to, or null. */
  readonly event_id: string | null;
}

const PAGE = 1_000;

/** The lines of a key in the request log, by time. */
export async function* requestLogOf(coordination: Coordination, key: KeyId): AsyncGenerator<LoggedRequest> {
  const prefix = requestLogPrefix(key);
  // The character after the separator ends the range.
  const end = `${prefix.slice(0, -1)}0`;
  let from = prefix;
  for (;;) {
    const page = await coordination.range(from, end, PAGE);
    for (const { value } of page) yield loggedRequest(value);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    from = `${last.key}\u0000`;
  }
}

/** The line of one request; undefined where the request log does not have it, or not any more. */
export async function requestLine(
  coordination: Coordination,
  requestId: string,
): Promise<LoggedRequest | undefined> {
  const key = (await coordination.get(requestIdKey(requestId)))?.value['key'];
  if (typeof key !== 'string') return undefined;
  const entry = await coordination.get(key);
  return entry === undefined ? undefined : loggedRequest(entry.value);
}

/** The request log is written by `RequestLog` alone, so its values have this shape. */
const loggedRequest = (value: object): LoggedRequest => value as LoggedRequest;

function kindOf({ replayed, status }: LoggedRequest): RequestKind {
  if (replayed) return 'replayed';
  return status >= 400 ? 'refused' : 'answered';
}

/** What the log says of a request and what the request log says, in one line. */
export function merged(request: LoggedRequest, known: RequestLine | undefined): RequestLine {
  const { request_id, time, method, path, status, detail } = request;
  const base = known ?? {
    request_id,
    time,
    kind: kindOf(request),
    job_id: request.job_id === null ? null : parseJobId(request.job_id),
    operation: null,
    event_id: null,
  };
  return { ...base, method, path, status, detail };
}
