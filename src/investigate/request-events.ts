/**
 * Finds the events with a request's id. A read model names their streams up to its lane's position; the log
 * is searched from there on. Without the read model the whole log is searched, with the same result.
 */
import {
  REQUEST_PLACES,
  requestPlaceKeys,
} from '../../projections/request-places/request-places.document.js';
import type { LoggedEvent } from '../streams/index.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import type {
  Position,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { whenReady } from '../../packages/platform/src/projector/generation-reader.js';
import { laneCheckpoint } from '../../packages/platform/src/projector/lane-checkpoint.js';
import { allFields } from '../../packages/platform/src/projector/projector-state.js';
import type { ReadModelReader } from '../../packages/platform/src/read-models/read-models.js';
import { inLogOrder, readStreamEvents, scanLog, type InvestigatedLog } from './log-reading.js';

export interface RequestEventSources {
  readonly eventStore: InvestigatedLog;
  /** Null: the whole log is searched. */
  readonly readModels: Pick<ReadModelReader, 'range' | 'checkpoint'> | null;
}

/** The categories in the read model. Rows have too many events for it; `investigate row` shows those. */
const INDEXED_CATEGORIES = ['account', 'idempotency', 'job'];
/** Categories in no read model, because their streams get deleted. They have few events. */
const UNINDEXED_CATEGORIES = ['contact'];
/** Streams that are read in parallel. */
const STREAMS_AT_ONCE = 16;

interface IndexedStreams {
  readonly streams: readonly StreamName[];
  /** Every event of the request up to this position is in one of the streams. */
  readonly upTo: Position;
}

const NO_INDEXED_STREAMS: IndexedStreams = { streams: [], upTo: LOG_START };

/** The part of the streams to read. They are sorted by name: accounts, idempotency keys, then jobs. */
export interface StreamWindow {
  readonly skip: number;
  readonly limit: number;
}

const EVERY_STREAM: StreamWindow = { skip: 0, limit: Infinity };

/** @returns also the number of streams that the read model names, including those that were not read */
export async function eventsOfRequest(
  { eventStore, readModels }: RequestEventSources,
  requestId: string,
  { skip, limit }: StreamWindow = EVERY_STREAM,
) {
  const { streams, upTo } =
    readModels === null ? NO_INDEXED_STREAMS : await indexedStreamsOf(readModels, requestId);
  const indexedEvents = await readStreams(eventStore, streams.slice(skip, skip + limit));
  const entries = indexedEvents.filter((entry) => entry.requestId === requestId && entry.position <= upTo);
  const filter = ({ metadata }: RecordedEvent): boolean => metadata['$correlationId'] === requestId;
  const logScans = [
    { categories: INDEXED_CATEGORIES, after: upTo, filter },
    { categories: UNINDEXED_CATEGORIES, filter },
  ];
  // Events that no read model names are returned with the first streams only.
  for (const scan of skip > 0 ? [] : logScans)
    for await (const entry of scanLog(eventStore, scan)) entries.push(entry);
  return { entries: inLogOrder(entries), streams: streams.length };
}

/** The streams that the read model names; none if no projector has filled it yet. */
async function indexedStreamsOf(
  reader: Pick<ReadModelReader, 'range' | 'checkpoint'>,
  requestId: string,
): Promise<IndexedStreams> {
  const upTo = await reader.checkpoint(laneCheckpoint('support'));
  if (upTo === null) return NO_INDEXED_STREAMS;
  return whenReady(async () => {
    const places = await allFields(reader, REQUEST_PLACES, requestPlaceKeys(requestId));
    const placesOfRequest = places.filter(({ request_id }) => request_id === requestId);
    return { streams: placesOfRequest.map(({ stream }) => stream), upTo };
  }, NO_INDEXED_STREAMS);
}

async function readStreams(log: InvestigatedLog, streams: readonly StreamName[]): Promise<LoggedEvent[]> {
  const entries: LoggedEvent[] = [];
  for (let next = 0; next < streams.length; next += STREAMS_AT_ONCE) {
    const batch = streams.slice(next, next + STREAMS_AT_ONCE);
    for (const events of await Promise.all(batch.map((name) => readStreamEvents(log, name))))
      entries.push(...events);
  }
  return entries;
}
