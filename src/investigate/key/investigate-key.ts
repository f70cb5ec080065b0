/**
 * `investigate key`: reads the life of an API key and its requests. The event log has its submissions and
 * cancels; the request log has its replays, refusals and reads of the last 30 days. The read model of
 * activities only saves time: events after its lane's position are read from the log. Without that read
 * model, all events are read from the log.
 */
import type { KeyActivityDocument } from '../../../projections/key-activity/key-activity.document.js';
import { KEY_ACTIVITY, activityKeys } from '../../../projections/key-activity/key-activity.document.js';
import { KEYS } from '../../../projections/keys/keys.document.js';
import type { KeyIssued, KeyRevoked } from '../../streams/account/account.events.js';
import { accountOfStream, accountStream } from '../../streams/account/account.events.js';
import type { LoggedEvent } from '../../streams/index.js';
import type { Logged } from '../../streams/envelope.js';
import { contactStream } from '../../streams/contact/contact.events.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import type { TimeRange, LoggedRequest } from '../request-log/request-batches.js';
import { isInTimeRange, requestsOfKey } from '../request-log/request-batches.js';
import { laneCheckpoint } from '../../../packages/platform/src/projector/lane-checkpoint.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { KeyId } from '../../../packages/contract/src/ids.js';
import { eventReference, readStreamEvents, scanLog, type InvestigatedLog } from '../log-reading.js';
import { NOT_IN_REQUEST_LOG, type RequestLine, mergeRequest } from '../request-line.js';
import { RequestGroups, type RequestFilter } from './request-groups.js';

export interface KeySources {
  readonly eventStore: InvestigatedLog;
  /** The read models; null: everything is read from the log. */
  readonly readModels: Pick<ReadModelReader, 'get' | 'range' | 'checkpoint'> | null;
  /** The store of the request log; null: replays and refusals are unknown. */
  readonly coordination: Coordination | null;
}

/** An API key with its life and its requests. */
export type KeyHistory = ReturnType<typeof historyOf>;

export type KeyInvestigation =
  | { readonly outcome: 'found'; readonly key: KeyHistory }
  | { readonly outcome: 'key_not_found' };

/** Chooses the requests in a key's history. */
export interface KeyQuery extends TimeRange, RequestFilter {}

const EVERYTHING: KeyQuery = { from: null, before: null, only: null, limit: 1_000 };

export async function investigateKey(
  sources: KeySources,
  id: KeyId,
  query: KeyQuery = EVERYTHING,
): Promise<KeyInvestigation> {
  const lifetime = await readLifetime(sources, id);
  if (lifetime === null) return { outcome: 'key_not_found' };
  const groups = new RequestGroups(query);
  const { coordination } = sources;
  const calls = coordination === null ? [] : requestsOfKey(coordination, id, query);
  for await (const line of timeline(requestsInLog(sources, id, query), calls)) groups.add(line);
  const name = await readKeyName(sources.eventStore, lifetime.issued);
  return { outcome: 'found', key: historyOf(lifetime, name, groups) };
}

interface KeyLifetime {
  readonly issued: Logged<KeyIssued>;
  readonly revoked: Logged<KeyRevoked> | null;
}

/** Reads the stream of the key's account if the read model knows it, else the streams of all accounts. */
async function readLifetime({ eventStore, readModels }: KeySources, id: KeyId): Promise<KeyLifetime | null> {
  const position = (await readModels?.checkpoint(laneCheckpoint('access'))) ?? null;
  const document = position === null ? undefined : await readModels?.get(KEYS.name, id);
  if (document !== undefined)
    return findLifetime(
      await readStreamEvents(eventStore, accountStream(KEYS.fields(document).account_id)),
      id,
    );
  const types = new Set<string>(['KeyIssued', 'KeyRevoked']);
  const events = scanLog(eventStore, { categories: ['account'], filter: ({ type }) => types.has(type) });
  return findLifetime(events, id);
}

async function findLifetime(
  entries: AsyncIterable<LoggedEvent> | Iterable<LoggedEvent>,
  id: KeyId,
): Promise<KeyLifetime | null> {
  let lifetime: KeyLifetime | null = null;
  for await (const entry of entries) {
    const { event } = entry;
    if (event.type === 'KeyIssued' && event.data.key_id === id)
      lifetime = { issued: { ...entry, event }, revoked: null };
    if (event.type === 'KeyRevoked' && event.data.key_id === id && lifetime !== null)
      lifetime = { ...lifetime, revoked: { ...entry, event } };
  }
  return lifetime;
}

/** The key's name; empty if the contact was erased, even if an older key has a name in its own event. */
async function readKeyName(log: InvestigatedLog, { event, stream }: Logged<KeyIssued>): Promise<string> {
  const { key_id, name } = event.data;
  const contact = contactStream(accountOfStream(stream));
  if ((await log.readStream(contact, { limit: 1 })).status === 'deleted') return '';
  for (const { event: fact } of await readStreamEvents(log, contact))
    if (fact.type === 'KeyNamed' && fact.data.key_id === key_id) return fact.data.name;
  return name;
}

function historyOf({ issued, revoked }: KeyLifetime, name: string, groups: RequestGroups) {
  const { key_id, environment, scopes, max_rows, ...limits } = issued.event.data;
  return {
    key_id,
    account_id: accountOfStream(issued.stream),
    name,
    environment,
    scopes,
    max_rows,
    requests_per_minute: limits.requests_per_minute,
    resolve_per_minute: limits.resolve_per_minute,
    issued_at: issued.time,
    revoked_at: revoked?.time ?? null,
    revoke_reason: revoked?.event.data.reason ?? null,
    totals: groups.totals,
    /** The last requests by time; equal reads or refusals in a row form one group. */
    requests: groups.lastGroups.groups,
    /** Number of earlier groups; a narrower range of time shows them. */
    earlier_requests: groups.lastGroups.earlier,
    events: [issued, ...(revoked === null ? [] : [revoked])].map(eventReference),
  };
}

/** The submissions and cancels of the key: from the read model up to its position, then from the log. */
async function* requestsInLog(
  { eventStore, readModels }: KeySources,
  id: KeyId,
  timeRange: TimeRange,
): AsyncGenerator<RequestLine> {
  const upTo = (await readModels?.checkpoint(laneCheckpoint('support'))) ?? null;
  if (readModels !== null && upTo !== null)
    for await (const activity of everyFields(readModels, KEY_ACTIVITY, activityKeys(id, 'acts', timeRange)))
      yield* linesOfActivity(activity);
  const types = new Set<string>(['JobSubmitted', 'JobCancelRequested']);
  const laterEvents = {
    categories: ['job'],
    after: upTo ?? LOG_START,
    filter: ({ type }: { type: string }) => types.has(type),
  };
  for await (const entry of scanLog(eventStore, laterEvents)) {
    const line = lineOfEvent(entry, id);
    if (line !== null && isInTimeRange(line.time, timeRange)) yield line;
  }
}

/** Returns no line for an activity that is no request: a claim, the key's issue and its end. */
function linesOfActivity(activity: KeyActivityDocument): readonly RequestLine[] {
  const { request_id, time, kind, job_id, operation, event_id } = activity;
  const base = { request_id, time, job_id, operation, event_id, ...NOT_IN_REQUEST_LOG };
  if (kind === 'submitted') return [{ ...base, kind }];
  return kind === 'cancel_requested' ? [{ ...base, kind: 'cancelled' }] : [];
}

function lineOfEvent(
  { event, id: event_id, time, requestId, stream }: LoggedEvent,
  key: KeyId,
): RequestLine | null {
  const base = { request_id: requestId, time, event_id, ...NOT_IN_REQUEST_LOG };
  if (event.type === 'JobSubmitted' && event.data.key_id === key)
    return { ...base, kind: 'submitted', job_id: event.data.job_id, operation: event.data.operation };
  if (event.type === 'JobCancelRequested' && event.data.key_id === key)
    return { ...base, kind: 'cancelled', job_id: jobOfJobStream(stream), operation: 'cancel' };
  return null;
}

/**
 * The inputs are read in slices of this length, and a slice's lines wait for the next slice. An act that is
 * recorded later than this after its request may get a line of its own.
 */
const SLICE_MS = 15 * 60_000;

type Items<T> = AsyncIterable<T> | Iterable<T>;

/** An iterator whose next item can be read without taking it. */
class Peekable<T> {
  private next: Promise<IteratorResult<T>>;
  private readonly items: AsyncIterator<T> | Iterator<T>;

  constructor(items: Items<T>) {
    this.items = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    this.next = Promise.resolve(this.items.next());
  }

  async peek(): Promise<T | undefined> {
    const next = await this.next;
    return next.done === true ? undefined : next.value;
  }

  advance(): void {
    this.next = Promise.resolve(this.items.next());
  }
}

const byTime = (a: RequestLine, b: RequestLine): number =>
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.request_id < b.request_id ? -1 : 1;

/**
 * Joins a key's acts with its calls by request id, in order of time. Both inputs must be nearly in order of
 * time. At most the acts and calls of half an hour are in memory.
 */
export async function* timeline(
  acts: Items<RequestLine>,
  calls: Items<LoggedRequest>,
): AsyncGenerator<RequestLine> {
  const [actQueue, callQueue] = [new Peekable(acts), new Peekable(calls)];
  const waitingById = new Map<string, RequestLine>();
  for (;;) {
    const firstItems = [await actQueue.peek(), await callQueue.peek()].filter((item) => item !== undefined);
    const [firstTime] = firstItems.map(({ time }) => time).sort();
    if (firstTime === undefined) break;
    const end = new Date(Date.parse(firstTime) + SLICE_MS).toISOString();
    await takeUntil(actQueue, end, (act) => {
      waitingById.set(act.request_id, mergeCall(act, waitingById.get(act.request_id)));
    });
    await takeUntil(callQueue, end, (call) => {
      waitingById.set(call.request_id, mergeRequest(call, waitingById.get(call.request_id)));
    });
    yield* removeReady(waitingById, firstTime);
  }
  yield* removeReady(waitingById, null);
}

async function takeUntil<T extends { readonly time: string }>(
  queue: Peekable<T>,
  end: string,
  keep: (item: T) => void,
): Promise<void> {
  for (let item = await queue.peek(); item !== undefined && item.time < end; item = await queue.peek()) {
    keep(item);
    queue.advance();
  }
}

/** The act with the fields of its call, if the call was read before the act. */
function mergeCall(act: RequestLine, call: RequestLine | undefined): RequestLine {
  if (call === undefined) return act;
  const { method, path, status, detail, conflict } = call;
  return { ...act, method, path, status, detail, conflict };
}

/** Removes and returns the lines before a time, in order; null: all lines. */
function removeReady(waitingLines: Map<string, RequestLine>, before: string | null): RequestLine[] {
  const lines = [...waitingLines.values()]
    .filter(({ time }) => before === null || time < before)
    .sort(byTime);
  for (const { request_id } of lines) waitingLines.delete(request_id);
  return lines;
}
