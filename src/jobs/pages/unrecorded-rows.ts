/** Builds the page entries of rows without a record: pending, or skipped by a cancel (Contract 2.2). */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import {
  SUBMITTED_ROWS,
  submittedRowsKey,
} from '../../../projections/submitted-rows/submitted-rows.document.js';
import { RowBodies } from '../../../packages/enrichment/src/index.js';
import { decodeRowDataEvent, rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { firstEvent } from '../../../packages/platform/src/event-store/stored-events.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { REASONS } from '../../../packages/contract/src/reason-code.js';
import { RowsVanishedError } from './recorded-rows.js';
import type { ChunkRange } from './row-places.js';

export type UnrecordedReason = 'pending' | 'skipped';

/** The sources of a page: the read models, and the log for events that no lane has projected yet. */
export interface PageSources {
  readonly reader: ReadModelReader;
  readonly store: EventStore;
}

/** All rows of a chunk as a JSON array. `from` is the index of the first row in the submission. */
interface SubmittedChunk {
  readonly from: number;
  readonly json: string;
}

async function readProjectedChunk(
  reader: ReadModelReader,
  job: JobId,
  chunk: number,
): Promise<SubmittedChunk | null> {
  const document = await reader.get(SUBMITTED_ROWS.name, submittedRowsKey(job, chunk));
  if (document?.body === undefined) return null;
  return { from: SUBMITTED_ROWS.fields(document).from, json: Buffer.from(document.body).toString('utf8') };
}

/** Reads the rows from the log. A page may be requested before the pages lane has projected the job. */
async function readLoggedChunk(store: EventStore, job: JobId, chunk: number): Promise<SubmittedChunk | null> {
  const storedEvent = await firstEvent(store, rowDataStream(job, chunk));
  if (storedEvent?.type !== 'RowsSubmitted') return null;
  const { event } = decodeRowDataEvent(storedEvent);
  if (event.type !== 'RowsSubmitted') return null;
  return { from: event.data.from, json: JSON.stringify(event.data.rows) };
}

/** Reads all rows of a chunk, as the client sent them. @throws RowsVanishedError */
export async function readSubmittedChunk(
  { reader, store }: PageSources,
  job: JobId,
  chunk: number,
): Promise<SubmittedChunk> {
  const submittedChunk =
    (await readProjectedChunk(reader, job, chunk)) ?? (await readLoggedChunk(store, job, chunk));
  if (submittedChunk === null)
    throw new RowsVanishedError(`${job} chunk ${chunk}: the submitted rows are gone`);
  return submittedChunk;
}

/** Reads submitted rows of one chunk, as the client sent them. @throws RowsVanishedError */
export async function readSubmittedRows(
  sources: PageSources,
  job: JobId,
  { chunk, first, end }: ChunkRange,
): Promise<readonly SubmittedRow[]> {
  const { from, json } = await readSubmittedChunk(sources, job, chunk);
  return parseSubmitted(json).slice(first - from, end - from);
}

/** Parses rows that passed validation before they were written. */
export const parseSubmitted = (json: string): readonly SubmittedRow[] =>
  JSON.parse(json) as readonly SubmittedRow[];

export const unrecordedRowJson = (row: SubmittedRow, reason: UnrecordedReason): Uint8Array =>
  reason === 'skipped'
    ? RowBodies.failedRowJson(row, 'not_completed')
    : RowBodies.encoded({ ref: row.ref ?? '', status: 'pending', blocks: {} });

export const skippedEntryJson = (index: number, row: SubmittedRow): Uint8Array =>
  RowBodies.errorsEntryJson(index, row, {
    reason: 'not_completed',
    detail: REASONS.not_completed.meaning,
    candidates: [],
  });
