/**
 * The events that carry a request's id: in the streams that the read model of places names, and behind its lane in the
 * log. Without that read model the whole log is searched, for the same answer.
 */
import {
  REQUEST_PLACES,
  requestPlaceKeys,
} from '../../projections/request-places/request-places.document.js';
import type { LoggedEvent } from '../streams/index.js';
import { LOG_START, type Position, type StreamName } from '../platform/event-store/event-store.js';
import { ReadModelNotReadyError } from '../platform/projector/generation-reader.js';
import { laneCheckpoint } from '../platform/projector/lane-checkpoint.js';
import { everyDocument } from '../platform/projector/projector-state.js';
import type { ReadModelReader } from '../platform/read-models/read-models.js';
import { inLogOrder } from './evidence.js';
import { readWhole, scan, type InvestigatedLog } from './log-reading.js';

export interface RequestEventSources {
  readonly eventStore: InvestigatedLog;
  /** Null: the whole log is searched. */
  readonly readModels: Pick<ReadModelReader, 'range' | 'checkpoint'> | null;
}

/** Facts of rows are left out, being many; `investigate job` and `row` show them. */
const PLACED_CATEGORIES = ['account', 'idempotency', 'job'];
/** One event an account at most; in no read model, since these streams are deleted. */
const UNPLACED_CATEGORIES = ['contact'];
/** Streams that are read at once. */
const AT_ONCE = 16;

interface Places {
  readonly streams: readonly StreamName[];
  /** Every event up to here stands in one of them. */
  readonly upTo: Position;
}

const NO_PLACES: Places = { streams: [], upTo: LOG_START };

export interface RequestEvents {
  /** In log order. */
  readonly entries: readonly LoggedEvent[];
  /** Streams with events of it that were not read. */
  readonly unread: number;
}

/** @param most streams that are read at most: those of accounts first, of jobs last, the older ones first */
export async function eventsOfRequest(
  { eventStore, readModels }: RequestEventSources,
  requestId: string,
  most = Infinity,
): Promise<RequestEvents> {
  const { streams, upTo } = readModels === null ? NO_PLACES : await placesOf(readModels, requestId);
  const placedEvents = await readStreams(eventStore, streams.slice(0, most));
  const entries = placedEvents.filter((entry) => entry.requestId === requestId && entry.position <= upTo);
  const wanted = carriesRequestId(requestId);
  for await (const entry of scan(eventStore, { categories: PLACED_CATEGORIES, after: upTo, wanted }))
    entries.push(entry);
  for await (const entry of scan(eventStore, { categories: UNPLACED_CATEGORIES, wanted }))
    entries.push(entry);
  return { entries: inLogOrder(entries), unread: Math.max(0, streams.length - most) };
}

/** None where no projector has filled the read model yet. */
async function placesOf(
  reader: Pick<ReadModelReader, 'range' | 'checkpoint'>,
  requestId: string,
): Promise<Places> {
  const upTo = await reader.checkpoint(laneCheckpoint('support'));
  if (upTo === null) return NO_PLACES;
  const streams: StreamName[] = [];
  try {
    for await (const document of everyDocument(reader, REQUEST_PLACES.name, requestPlaceKeys(requestId))) {
      const { request_id, stream } = REQUEST_PLACES.fields(document);
      if (request_id === requestId) streams.push(stream);
    }
    return { streams, upTo };
  } catch (error) {
    if (error instanceof ReadModelNotReadyError) return NO_PLACES;
    throw error;
  }
}

async function readStreams(log: InvestigatedLog, streams: readonly StreamName[]): Promise<LoggedEvent[]> {
  const entries: LoggedEvent[] = [];
  for (let next = 0; next < streams.length; next += AT_ONCE) {
    const batch = streams.slice(next, next + AT_ONCE);
    for (const read of await Promise.all(batch.map((stream) => readWhole(log, stream))))
      entries.push(...read);
  }
  return entries;
}

const carriesRequestId =
  (requestId: string) =>
  ({ metadata }: { metadata: Readonly<Record<string, string>> }): boolean =>
    metadata['$correlationId'] === requestId;
