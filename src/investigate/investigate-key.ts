/**
 * `investigate key`: the life of an API key and all its requests. What it submitted and cancelled stands in the event
 * log; replays, refusals and reads in the request log, for 30 days. The read model of activities is only a short cut:
 * what lies after its lane's position is read from the log, and without it everything is.
 */
import { KEY_ACTIVITY, keyActivityKeys } from '../../projections/key-activity/key-activity.document.js';
import type { KeyActivityDocument } from '../../projections/key-activity/key-activity.document.js';
import { accountOfStream, type KeyIssued, type KeyRevoked } from '../streams/account/account.events.js';
import type { LoggedEvent } from '../streams/index.js';
import type { Logged } from '../streams/envelope.js';
import { jobOfJobStream } from '../streams/job/job.events.js';
import type { Coordination } from '../platform/coordination/coordination.js';
import { LOG_START, type Position } from '../platform/event-store/event-store.js';
import { requestsOfKey } from './request-log/request-batches.js';
import { laneCheckpoint } from '../platform/projector/lane-checkpoint.js';
import { everyDocument } from '../platform/projector/projector-state.js';
import type { ReadModelReader } from '../platform/read-models/read-models.js';
import type { AccountId, KeyId } from '../shared/ids.js';
import { evidenceOf, type Evidence } from './evidence.js';
import { scan, type InvestigatedLog } from './log-reading.js';
import { merged, type RequestLine } from './request-line.js';

export interface KeySources {
  readonly eventStore: InvestigatedLog;
  /** Null: everything is read from the log. */
  readonly readModels: { snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T> } | null;
  /** Null: replays and refusals are not known. */
  readonly coordination: Coordination | null;
}

export interface KeyStory extends Omit<KeyIssued['data'], 'secret_hash'> {
  readonly account_id: AccountId;
  readonly issued_at: string;
  readonly revoked_at: string | null;
  readonly revoke_reason: string | null;
  /** By time. */
  readonly requests: readonly RequestLine[];
  /** Of the key itself. */
  readonly events: readonly Evidence[];
}

export type KeyFound =
  { readonly outcome: 'found'; readonly key: KeyStory } | { readonly outcome: 'key_not_found' };

export async function investigateKey(sources: KeySources, id: KeyId): Promise<KeyFound> {
  const life = await lifeOf(sources.eventStore, id);
  if (life === null) return { outcome: 'key_not_found' };
  const requests = new Map<string, RequestLine>();
  for await (const line of requestsInLog(sources, id)) requests.set(line.request_id, line);
  if (sources.coordination !== null)
    for await (const logged of requestsOfKey(sources.coordination, id))
      requests.set(logged.request_id, merged(logged, requests.get(logged.request_id)));
  return { outcome: 'found', key: storyOf(life, [...requests.values()].sort(byTime)) };
}

const byTime = (a: RequestLine, b: RequestLine): number => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0);

interface Life {
  readonly issued: Logged<KeyIssued>;
  readonly revoked: Logged<KeyRevoked> | null;
}

async function lifeOf(log: InvestigatedLog, id: KeyId): Promise<Life | null> {
  let life: Life | null = null;
  const wanted = new Set<string>(['KeyIssued', 'KeyRevoked']);
  for await (const entry of scan(log, { categories: ['account'], wanted: ({ type }) => wanted.has(type) })) {
    const { event } = entry;
    if (event.type === 'KeyIssued' && event.data.key_id === id)
      life = { issued: { ...entry, event }, revoked: null };
    if (event.type === 'KeyRevoked' && event.data.key_id === id && life !== null)
      life = { ...life, revoked: { ...entry, event } };
  }
  return life;
}

function storyOf({ issued, revoked }: Life, requests: readonly RequestLine[]): KeyStory {
  const { key_id, name, environment, scopes, max_rows, ...limits } = issued.event.data;
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
    requests,
    events: [issued, ...(revoked === null ? [] : [revoked])].map(evidenceOf),
  };
}

/** What the key submitted and cancelled: from the read model as far as its lane has come, from there on from the log. */
async function* requestsInLog(
  { eventStore, readModels }: KeySources,
  id: KeyId,
): AsyncGenerator<RequestLine> {
  const known =
    readModels === null ? NOTHING_KNOWN : await readModels.snapshot((reader) => activityOf(reader, id));
  yield* known.lines;
  const wanted = new Set<string>(['JobSubmitted', 'JobCancelRequested']);
  const rest = {
    categories: ['job'],
    after: known.upTo,
    wanted: ({ type }: { type: string }) => wanted.has(type),
  };
  for await (const entry of scan(eventStore, rest)) {
    const line = lineOf(entry, id);
    if (line !== null) yield line;
  }
}

interface Known {
  readonly lines: readonly RequestLine[];
  readonly upTo: Position;
}
const NOTHING_KNOWN: Known = { lines: [], upTo: LOG_START };

async function activityOf(reader: ReadModelReader, id: KeyId): Promise<Known> {
  const upTo = await reader.checkpoint(laneCheckpoint('support'));
  if (upTo === null) return NOTHING_KNOWN;
  const lines: RequestLine[] = [];
  for await (const document of everyDocument(reader, KEY_ACTIVITY.name, keyActivityKeys(id))) {
    const line = lineOfActivity(KEY_ACTIVITY.fields(document));
    if (line !== null) lines.push(line);
  }
  return { lines, upTo };
}

const NOT_IN_REQUEST_LOG = { method: null, path: null, status: null, detail: null } as const;

function lineOfActivity(activity: KeyActivityDocument): RequestLine | null {
  const { request_id, time, kind, job_id, operation, event_id } = activity;
  const base = { request_id, time, job_id, operation, event_id, ...NOT_IN_REQUEST_LOG };
  switch (kind) {
    case 'submitted':
      return { ...base, kind: 'submitted' };
    case 'cancel_requested':
      return { ...base, kind: 'cancelled' };
    case 'claimed':
    case 'issued':
    case 'revoked':
      return null;
  }
}

function lineOf(
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
