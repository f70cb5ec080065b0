/**
 * Reads a page of errors (Contract 2.16): every finished row that failed as a whole, skipped rows included,
 * in submission order. While the job runs, the page shows what is known so far.
 */
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

/** One entry of the errors page, as JSON. */
interface Entry {
  readonly row: number;
  readonly json: Uint8Array;
}

export interface ErrorsPage {
  readonly entries: readonly Uint8Array[];
  /** The first row of the next page; null where no page follows. */
  readonly next: number | null;
  readonly remaining: number;
}

/** Reads the records of the chunks from `chunk` to the last. */
async function recordsFrom(
  reader: ReadModelReader,
  { job_id, chunks }: JobStatusDocument,
  chunk: number,
): Promise<ReadonlyMap<number, ResultChunkDocument>> {
  const keys = { from: resultChunkKey(job_id, chunk), to: resultChunkKey(job_id, chunks.length) };
  const records = await allFields(reader, RESULT_CHUNKS, keys);
  return new Map(records.map((record) => [record.chunk, record]));
}

/** Reads the error entries of a recorded chunk from its packs. @throws RowsVanishedError */
export async function recordedEntries(
  reader: ReadModelReader,
  record: ResultChunkDocument,
): Promise<Entry[]> {
  const packs = await reader.range(
    ERROR_PACKS.name,
    resultPackKeys(record.job_id, record.chunk, record.attempt),
  );
  const entries = packs.flatMap((pack) => {
    const fields = ERROR_PACKS.fields(pack);
    const { rows, lengths } = fields;
    const body = plainOf(keptAs(pack.body ?? new Uint8Array(), fields));
    let offset = 0;
    return rows.map((row, index): Entry => {
      const from = offset;
      const end = from + (lengths[index] ?? 0);
      offset = end + 1;
      return { row, json: body.subarray(from, end) };
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

async function skippedEntries(
  sources: PageSources,
  job: JobStatusDocument,
  range: ChunkRange,
): Promise<Entry[]> {
  const rows = await readSubmittedRows(sources, job.job_id, range);
  return rows.map((row, index) => ({
    row: range.first + index,
    json: skippedEntryJson(range.first + index, row),
  }));
}

export async function readErrorsPage(sources: PageSources, page: PageRequest): Promise<ErrorsPage> {
  const { job, isEnded, from, limit } = page;
  const first = chunkOfRow(job, from);
  const records = await recordsFrom(sources.reader, job, first);
  const entriesIn = (range: ChunkRange): number =>
    records.get(range.chunk)?.failed ?? (isEnded ? range.end - range.first : 0);
  const pageEntries: Entry[] = [];
  let remaining = 0;
  for (let chunk = first; chunk < job.chunks.length; chunk++) {
    const range = chunkAt(job, chunk);
    if (entriesIn(range) === 0) continue;
    if (pageEntries.length >= limit) {
      remaining += entriesIn(range);
      continue;
    }
    const record = records.get(chunk);
    const chunkEntries = await (record === undefined
      ? skippedEntries(sources, job, range)
      : recordedEntries(sources.reader, record));
    const laterEntries = chunkEntries.filter(({ row }) => row >= from);
    const newEntries = laterEntries.slice(0, limit - pageEntries.length);
    pageEntries.push(...newEntries);
    remaining += laterEntries.length - newEntries.length;
  }
  const last = pageEntries.at(-1);
  return {
    entries: pageEntries.map(({ json }) => json),
    next: remaining > 0 && last !== undefined ? last.row + 1 : null,
    remaining,
  };
}
