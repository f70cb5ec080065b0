/**
 * Delivers an attempt's rows and records them. Data first, then the whole record in one append at "no stream": of
 * several attempts one is recorded, and a later attempt continues from that record (Architecture 3.5).
 */
import type { EnrichedRow } from '../../enrichment/enricher.js';
import { metadataOf, nextTime } from '../../streams/envelope.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import type { RowsEvent } from '../../streams/rows/rows.events.js';
import { decodeRowsEvents, rowsStream } from '../../streams/rows/rows.events.js';
import { appendSurely } from '../../platform/event-store/append-surely.js';
import type { EventStore, NewEvent, RecordedEvent } from '../../platform/event-store/event-store.js';
import type { JobId } from '../../shared/ids.js';
import type { JobPorts } from '../job-ports.js';
import type { ChunkAttempt } from './chunk-attempt.js';
import type { ChunkRecord } from './chunk-record.js';
import { foldRecord } from './chunk-record.js';
import type { StreamHead } from './data-stream.js';
import { appendData } from './data-stream.js';
import { deliveredPacks, fitting } from './delivered-packs.js';
import { recordEvents } from './record-events.js';

/** A chunk's record with where its stream stands. */
export interface LoadedRecord {
  readonly record: ChunkRecord;
  readonly revision: number | 'no_stream';
  readonly lastTime: string | null;
}

const NO_RECORD: LoadedRecord = { record: foldRecord([]), revision: 'no_stream', lastTime: null };
const PAGE = 1_000;

/** Reads a chunk's record, or what is new since `known`. */
export async function loadRecord(
  store: EventStore,
  job: JobId,
  chunk: number,
  known: LoadedRecord = NO_RECORD,
): Promise<LoadedRecord> {
  let loaded = known;
  for (;;) {
    const from = loaded.revision === 'no_stream' ? 0 : loaded.revision + 1;
    const slice = await store.readStream(rowsStream(job, chunk), { from, limit: PAGE });
    if (slice.status !== 'found') return loaded;
    loaded = withEvents(loaded, slice.events);
    if (slice.events.length < PAGE) return loaded;
  }
}

function withEvents(loaded: LoadedRecord, events: readonly RecordedEvent[]): LoadedRecord {
  const last = events.at(-1);
  if (last === undefined) return loaded;
  const logical: RowsEvent[] = events.flatMap((event) =>
    decodeRowsEvents(event).map((decoded) => decoded.event),
  );
  return {
    record: foldRecord(logical, loaded.record),
    revision: last.revision,
    lastTime: last.metadata['time'] ?? loaded.lastTime,
  };
}

export interface Recorded {
  readonly loaded: LoadedRecord;
  /** Whether the record stands on this attempt; else another's rows were delivered and these never will be. */
  readonly won: boolean;
  /** This attempt's rows as they were delivered. */
  readonly rows: readonly EnrichedRow[];
}

/** What goes into the data stream ahead of the rows delivered, and where that stream stands. */
export interface DataStart extends StreamHead {
  readonly before?: readonly NewEvent[];
}

/** An attempt's rows, delivered but not yet recorded: until they are, they are neither served nor charged. */
export interface Delivered {
  readonly attempt: ChunkAttempt;
  /** As they were delivered: a row whose data are too wide has failed. */
  readonly rows: readonly EnrichedRow[];
  /** The record that stands on these data. */
  readonly record: readonly NewEvent[];
}

type Ports = Pick<JobPorts, 'store' | 'clock' | 'entropy'>;

/** @throws StreamDeletedError where the job's data were erased meanwhile */
export async function deliver(
  { store, clock, entropy }: Ports,
  attempt: ChunkAttempt,
  answers: readonly EnrichedRow[],
  data: DataStart,
): Promise<Delivered> {
  const { submission, chunk } = attempt;
  const rows = fitting(answers, attempt);
  const metadata = metadataOf(attempt.context, nextTime(clock.now(), data.lastTime));
  const salt = Buffer.from(entropy.bytes(16)).toString('hex');
  const packs = deliveredPacks(attempt, rows, salt, metadata);
  if (submission.stored) {
    const events = [...(data.before ?? []), ...packs.map(({ event }) => event)];
    await appendData(store, rowDataStream(submission.job_id, chunk), events, data);
  }
  return { attempt, rows, record: recordEvents(attempt, rows, packs, metadata) };
}

/** Both steps of a chunk that was started before. @throws StreamDeletedError, as `deliver` */
export async function deliverAndRecord(
  ports: Ports,
  attempt: ChunkAttempt,
  answers: readonly EnrichedRow[],
  data: DataStart,
): Promise<Recorded> {
  return record(ports.store, await deliver(ports, attempt, answers, data));
}

/** The record in one append, at "no stream": of several attempts one wins. */
export async function record(
  store: EventStore,
  { attempt, rows, record: events }: Delivered,
): Promise<Recorded> {
  const { submission, chunk } = attempt;
  const stream = rowsStream(submission.job_id, chunk);
  const result = await appendSurely(store, { stream, expected: 'no_stream', events });
  if (result.outcome === 'conflict') {
    return { loaded: await loadRecord(store, submission.job_id, chunk), won: false, rows };
  }
  const first = result.revision - events.length + 1;
  const recorded = events.map((event, index) => ({
    ...event,
    stream,
    revision: first + index,
    position: result.position,
  }));
  return { loaded: withEvents(NO_RECORD, recorded), won: true, rows };
}
