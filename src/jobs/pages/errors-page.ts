/** Reads a page of errors (Contract 2.16): the rows that failed as a whole so far, skipped rows included. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { ERROR_PACKS } from '../../../projections/errors/errors.document.js';
import type { ResultChunkDocument } from '../../../projections/results/results.document.js';
import {
  RESULT_CHUNKS,
  resultChunkKey,
  resultPackKeys,
} from '../../../projections/results/results.document.js';
import { allFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import { keptAs, plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import type { PageRequest } from './results-page.js';
import { RowsVanishedError } from './recorded-rows.js';
import { chunkAt, chunkOfRow, type ChunkRange } from './row-places.js';
import { readSubmittedRows, skippedEntryJson, type PageSources } from './unrecorded-rows.js';

interface ErrorEntry {
  readonly row: number;
  readonly json: Uint8Array;
}

export interface ErrorsPage {
  readonly entries: readonly Uint8Array[];
  /** The first row of the next page, or null if no page follows. */
  readonly nextRow: number | null;
  readonly remaining: number;
}

/** Reads the records of the chunks from `firstChunk` to the last, by chunk. */
async function readRecords(
  reader: ReadModelReader,
  { job_id, chunks }: JobStatusDocument,
  firstChunk: number,
): Promise<ReadonlyMap<number, ResultChunkDocument>> {
  const keys = { from: resultChunkKey(job_id, firstChunk), to: resultChunkKey(job_id, chunks.length) };
  const records = await allFields(reader, RESULT_CHUNKS, keys);
  return new Map(records.map((record) => [record.chunk, record]));
}

/** Reads the error entries of a recorded chunk from its packs. @throws RowsVanishedError */
export async function readRecordedEntries(
  reader: ReadModelReader,
  record: ResultChunkDocument,
): Promise<ErrorEntry[]> {
  const packs = await reader.range(
    ERROR_PACKS.name,
    resultPackKeys(record.job_id, record.chunk, record.attempt),
  );
  const entries = packs.flatMap((pack) => {
    const fields = ERROR_PACKS.fields(pack);
    const { rows, lengths } = fields;
    const body = plainOf(keptAs(pack.body ?? new Uint8Array(), fields));
    let offset = 0;
    return rows.map((row, index): ErrorEntry => {
      const start = offset;
      const end = start + (lengths[index] ?? 0);
      offset = end + 1;
      return { row, json: body.subarray(start, end) };
    });
  });
  // The packs of a record may become visible one by one, and `failed` counts only the visible rows.
  const visibleEntries = entries.filter(({ row }) => row < record.from + record.count);
  if (visibleEntries.length !== record.failed) {
    throw new RowsVanishedError(
      `${record.job_id} chunk ${record.chunk}: ${visibleEntries.length} errors of ${record.failed}`,
    );
  }
  return visibleEntries;
}

async function readSkippedEntries(
  sources: PageSources,
  job: JobStatusDocument,
  range: ChunkRange,
): Promise<ErrorEntry[]> {
  const rows = await readSubmittedRows(sources, job.job_id, range);
  return rows.map((row, index) => ({
    row: range.first + index,
    json: skippedEntryJson(range.first + index, row),
  }));
}

export async function readErrorsPage(sources: PageSources, page: PageRequest): Promise<ErrorsPage> {
  const { job, isEnded, firstRow, limit } = page;
  const firstChunk = chunkOfRow(job, firstRow);
  const recordByChunk = await readRecords(sources.reader, job, firstChunk);
  const entryCountOf = (range: ChunkRange): number =>
    recordByChunk.get(range.chunk)?.failed ?? (isEnded ? range.end - range.first : 0);
  const pageEntries: ErrorEntry[] = [];
  let remaining = 0;
  for (let chunk = firstChunk; chunk < job.chunks.length; chunk++) {
    const range = chunkAt(job, chunk);
    if (entryCountOf(range) === 0) continue;
    if (pageEntries.length >= limit) {
      remaining += entryCountOf(range);
      continue;
    }
    const record = recordByChunk.get(chunk);
    const chunkEntries = await (record === undefined
      ? readSkippedEntries(sources, job, range)
      : readRecordedEntries(sources.reader, record));
    const laterEntries = chunkEntries.filter(({ row }) => row >= firstRow);
    const newEntries = laterEntries.slice(0, limit - pageEntries.length);
    pageEntries.push(...newEntries);
    remaining += laterEntries.length - newEntries.length;
  }
  const lastEntry = pageEntries.at(-1);
  return {
    entries: pageEntries.map(({ json }) => json),
    nextRow: remaining > 0 && lastEntry !== undefined ? lastEntry.row + 1 : null,
    remaining,
  };
}
