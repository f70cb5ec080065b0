/** Places of rows without a record: pending ones, and those that a cancel skipped (Contract 2.2). */
import {
  SUBMITTED_ROWS,
  submittedRowsKey,
} from '../../../projections/submitted-rows/submitted-rows.document.js';
import { encoded, errorsEntryJson, failedRowJson } from '../../enrichment/write/failed-row.js';
import { decodeRowDataEvent, rowDataStream, type AskedRow } from '../../streams/rowdata/rowdata.events.js';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { firstEvent } from '../../platform/event-store/stored-events.js';
import type { ReadModelReader } from '../../platform/read-models/read-models.js';
import type { JobId } from '../../shared/ids.js';
import { REASONS } from '../../shared/reason-code.js';
import { RowsVanishedError } from './recorded-rows.js';
import type { ChunkRange } from './row-places.js';

/** Why a row has no record. */
export type Unrecorded = 'pending' | 'skipped';

/** What a page is read from: the read models, and the log for what no lane has shown yet. */
export interface PageSources {
  readonly reader: ReadModelReader;
  readonly events: EventStore;
}

/** All rows of a chunk and the index of the first. */
interface AskedChunk {
  readonly from: number;
  readonly rows: readonly AskedRow[];
}

async function projectedChunk(
  reader: ReadModelReader,
  job: JobId,
  chunk: number,
): Promise<AskedChunk | null> {
  const document = await reader.get(SUBMITTED_ROWS.name, submittedRowsKey(job, chunk));
  if (document?.body === undefined) return null;
  // Written by the projection from what passed validation.
  const rows = JSON.parse(Buffer.from(document.body).toString('utf8')) as readonly AskedRow[];
  return { from: SUBMITTED_ROWS.fields(document).from, rows };
}

/** A page of a job that was accepted just now may be asked for before the pages lane knows of it. */
async function loggedChunk(events: EventStore, job: JobId, chunk: number): Promise<AskedChunk | null> {
  const first = await firstEvent(events, rowDataStream(job, chunk));
  if (first?.type !== 'RowsSubmitted') return null;
  const { event } = decodeRowDataEvent(first);
  return event.type === 'RowsSubmitted' ? event.data : null;
}

/** The rows of the stretch as they were asked. @throws RowsVanishedError */
export async function askedRows(
  { reader, events }: PageSources,
  job: JobId,
  { chunk, first, end }: ChunkRange,
): Promise<readonly AskedRow[]> {
  const asked = (await projectedChunk(reader, job, chunk)) ?? (await loggedChunk(events, job, chunk));
  if (asked === null) throw new RowsVanishedError(`${job} chunk ${chunk}: not there as asked`);
  return asked.rows.slice(first - asked.from, end - asked.from);
}

/** The row of the results page. */
export const unrecordedRowJson = (asked: AskedRow, why: Unrecorded): Uint8Array =>
  why === 'skipped'
    ? failedRowJson(asked, 'not_completed')
    : encoded({ ref: asked.ref ?? '', status: 'pending', blocks: {} });

/** The entry of the errors page. */
export const skippedEntryJson = (row: number, asked: AskedRow): Uint8Array =>
  errorsEntryJson(row, asked, {
    reason: 'not_completed',
    detail: REASONS.not_completed.meaning,
    candidates: [],
  });
