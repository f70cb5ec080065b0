/**
 * `investigate request`: finds what a request did by its `X-Request-ID`. The event log has the job that it
 * began or cancelled, or the account that it changed; the request log has replays and reasons of refusals.
 */
import type { LoggedEvent } from '../streams/index.js';
import { jobOfJobStream } from '../streams/job/job.events.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { categoryOf } from '../../packages/platform/src/event-store/event-store.js';
import { parseKeyId, type AccountId, type JobId, type KeyId } from '../../packages/contract/src/ids.js';
import { eventReference, type EventReference } from './log-reading.js';
import { eventsOfRequest, type RequestEventSources, type StreamWindow } from './request-events.js';
import { mergeRequest, type RequestKind, type RequestLine } from './request-line.js';
import { requestById } from './request-log/request-batches.js';

export interface RequestHistory extends Pick<
  RequestLine,
  'request_id' | 'time' | 'method' | 'path' | 'status' | 'detail'
> {
  /** `operated`: an operator's command. */
  readonly kind: RequestKind | 'operated';
  readonly account_id: AccountId | null;
  readonly key_id: KeyId | null;
  /** The job that the request began, cancelled or was answered with. */
  readonly job_id: JobId | null;
  /** Events with the request's id, first to last; the work on a job that it began is among them. */
  readonly events: readonly EventReference[];
}

export type RequestInvestigation =
  | {
      readonly outcome: 'found';
      readonly request: RequestHistory;
      /** Number of streams with events of the request, including those that were not read. */
      readonly streams: number;
    }
  | { readonly outcome: 'request_not_found' };

/** @param window the streams to read: the service's background work may have events in many under one id */
export async function investigateRequest(
  sources: RequestEventSources & { readonly coordination: Coordination | null },
  requestId: string,
  window?: StreamWindow,
): Promise<RequestInvestigation> {
  const { coordination } = sources;
  const loggedRequest = coordination === null ? undefined : await requestById(coordination, requestId);
  const { entries, streams } = await eventsOfRequest(sources, requestId, window);
  const history = entries[0] === undefined ? undefined : historyOfEvent(entries[0]);
  const events = entries.map(eventReference);
  if (loggedRequest === undefined) {
    if (history === undefined) return { outcome: 'request_not_found' };
    return { outcome: 'found', request: { ...history, events }, streams };
  }
  const { operation: _operation, event_id: _event, ...line } = mergeRequest(loggedRequest, undefined);
  const owner = {
    key_id: parseKeyId(loggedRequest.key_id),
    account_id: loggedRequest.account_id as AccountId,
  };
  const kind = history?.kind ?? line.kind;
  return { outcome: 'found', request: { ...line, ...owner, kind, events }, streams };
}

function historyOfEvent(entry: LoggedEvent): Omit<RequestHistory, 'events'> {
  const { event, requestId, time, actor, account, stream } = entry;
  const key = actor.startsWith('key:') ? parseKeyId(actor.slice('key:'.length)) : null;
  const base = {
    request_id: requestId,
    time,
    account_id: account,
    key_id: key,
    method: null,
    path: null,
    status: null,
    detail: null,
  };
  switch (event.type) {
    case 'IdempotencyKeyClaimed':
      return { ...base, kind: 'submitted', job_id: event.data.submission.job_id };
    case 'JobSubmitted':
      return { ...base, kind: 'submitted', key_id: event.data.key_id, job_id: event.data.job_id };
    case 'JobCancelRequested':
      return { ...base, kind: 'cancelled', key_id: event.data.key_id, job_id: jobOfJobStream(stream) };
    default:
      return {
        ...base,
        kind: 'operated',
        job_id: categoryOf(stream) === 'job' ? jobOfJobStream(stream) : null,
      };
  }
}
