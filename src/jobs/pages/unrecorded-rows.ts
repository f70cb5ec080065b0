/** Places of rows without a record: pending ones, and those that a cancel skipped (Contract 2). */
import {
  SUBMITTED_ROWS,
  submittedRowsKey,
} from '../../../projections/submitted-rows/submitted-rows.document.js';
import { errorsEntryJson, failedRowJson } from '../../enrichment/failed-row.js';
import type { AskedRow } from '../../events/rowdata.events.js';
import type { ReadModelReader } from '../../platform/read-models/read-models.js';
import type { JobId } from '../../shared/ids.js';
import { REASONS } from '../../shared/reason-code.js';
import { RowsVanishedError } from './recorded-rows.js';
import type { ChunkRange } from './row-places.js';

/** Why a row has no record. */
export type Unrecorded = 'pending' | 'skipped';

/** The rows of the stretch as they were asked. @throws RowsVanishedError */
export async function askedRows(
  reader: ReadModelReader,
  job: JobId,
  stretch: ChunkRange,
): Promise<readonly AskedRow[]> {
  const document = await reader.get(SUBMITTED_ROWS.name, submittedRowsKey(job, stretch.chunk));
  if (document?.body === undefined)
    throw new RowsVanishedError(`${job} chunk ${stretch.chunk}: not there as asked`);
  const { from } = SUBMITTED_ROWS.fields(document);
  // Written by the projection from what passed validation.
  const rows = JSON.parse(Buffer.from(document.body).toString('utf8')) as readonly AskedRow[];
  return rows.slice(stretch.first - from, stretch.end - from);
}

/** The row of the results page. */
export const unrecordedRowJson = (asked: AskedRow, why: Unrecorded): Uint8Array =>
  why === 'skipped'
    ? failedRowJson(asked, 'not_completed')
    : Buffer.from(JSON.stringify({ ref: asked.ref ?? '', status: 'pending', blocks: {} }));

/** The entry of the errors page. */
export const skippedEntryJson = (row: number, asked: AskedRow): Uint8Array =>
  errorsEntryJson(row, asked, {
    reason: 'not_completed',
    detail: REASONS.not_completed.meaning,
    candidates: [],
  });
