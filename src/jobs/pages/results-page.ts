/** Reads a page of results (Spec 3.5): every row in submission order, with the bytes that were recorded. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import type { ResultChunkDocument } from '../../../projections/results/results.document.js';
import { RESULT_CHUNKS, resultChunkKey } from '../../../projections/results/results.document.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import { plainBytes, type KeptBytes } from '../../../packages/platform/src/bytes/deflated.js';
import { readLateBlocks, type LateBlocksByRow, readRecordedRows } from './recorded-rows.js';
import { splitByChunk, type ChunkRange } from './row-places.js';
import { readSubmittedRows, unrecordedRowJson, type PageSources } from './unrecorded-rows.js';

/** The rows of the page that lie in one chunk, and the record of that chunk. */
interface PagePart {
  readonly range: ChunkRange;
  /** Undefined if the chunk is not recorded. */
  readonly record: ResultChunkDocument | undefined;
  readonly lateBlocks: LateBlocksByRow;
}

export interface ResultsPage {
  /** The first row of the next page, or null if no page follows. */
  readonly nextRow: number | null;
  readonly remaining: number;
  readonly rows: number;
  /** Changes whenever a row is recorded or a late block comes. It does not tell if the job has ended. */
  readonly state: string;
  /** Yields the rows' JSON in order. The caller joins the pieces by commas. */
  rowsJson(): AsyncGenerator<KeptBytes>;
}

export interface PageRequest {
  readonly job: JobStatusDocument;
  /** True if the job is shown as ended. Then a row without a record was skipped. */
  readonly isEnded: boolean;
  readonly firstRow: number;
  readonly limit: number;
}

const NO_LATE_BLOCKS: LateBlocksByRow = new Map();

async function readParts(
  reader: ReadModelReader,
  { job, firstRow }: PageRequest,
  end: number,
): Promise<PagePart[]> {
  const ranges = splitByChunk(job, firstRow, end);
  const documents = await reader.getMany(
    RESULT_CHUNKS.name,
    ranges.map(({ chunk }) => resultChunkKey(job.job_id, chunk)),
  );
  const recordByChunk = new Map(
    documents.map((document) => RESULT_CHUNKS.fields(document)).map((record) => [record.chunk, record]),
  );
  return Promise.all(
    ranges.map(async (range): Promise<PagePart> => {
      const record = recordByChunk.get(range.chunk);
      const hasPending = record?.pending.some((row) => row >= range.first && row < range.end) ?? false;
      const lateBlocks = hasPending ? await readLateBlocks(reader, job.job_id, range) : NO_LATE_BLOCKS;
      return { range, record, lateBlocks };
    }),
  );
}

/** Splits a range into its visible recorded rows and the rest. Packs may become visible one by one. */
function splitAtRecorded({ range, record }: PagePart): Record<'recorded' | 'unrecorded', ChunkRange> {
  const visibleEnd = record === undefined ? range.first : record.from + record.count;
  const border = Math.min(range.end, Math.max(range.first, visibleEnd));
  return { recorded: { ...range, end: border }, unrecorded: { ...range, first: border } };
}

async function* jsonOf(sources: PageSources, page: PageRequest, part: PagePart): AsyncGenerator<KeptBytes> {
  const { recorded: range, unrecorded } = splitAtRecorded(part);
  if (part.record !== undefined && range.first < range.end) {
    for (const { json } of await readRecordedRows(sources.reader, part.record, range, part.lateBlocks))
      yield json;
  }
  if (unrecorded.first < unrecorded.end) {
    for (const row of await readSubmittedRows(sources, page.job.job_id, unrecorded)) {
      yield plainBytes(unrecordedRowJson(row, page.isEnded ? 'skipped' : 'pending'));
    }
  }
}

export async function readResultsPage(sources: PageSources, page: PageRequest): Promise<ResultsPage> {
  const end = Math.min(page.firstRow + page.limit, page.job.rows);
  const parts = await readParts(sources.reader, page, end);
  return {
    nextRow: end < page.job.rows ? end : null,
    remaining: page.job.rows - end,
    rows: end - page.firstRow,
    state: JSON.stringify(
      parts.map(({ range, record, lateBlocks }) => [
        range.first,
        range.end,
        record?.attempt ?? null,
        record?.count ?? 0,
        [...lateBlocks].map(([row, blocks]) => [row, blocks.size]),
      ]),
    ),
    async *rowsJson() {
      for (const part of parts) yield* jsonOf(sources, page, part);
    },
  };
}
