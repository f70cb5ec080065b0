/** A page of results (Spec 3.5): every row in submission order, its bytes as they were recorded. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import type { ResultChunkDocument } from '../../../projections/results/results.document.js';
import { RESULT_CHUNKS, resultChunkKey } from '../../../projections/results/results.document.js';
import type { ReadModelReader } from '../../platform/read-models/read-models.js';
import { plainBytes, type KeptBytes } from '../../shared/deflated.js';
import { readLateBlocks, type LateBlocks } from './late-blocks.js';
import { recordedRows } from './recorded-rows.js';
import { stretches, type ChunkRange } from './row-places.js';
import { askedRows, unrecordedRowJson, type PageSources } from './unrecorded-rows.js';

/** A stretch of the page, and what is recorded of its chunk. */
interface Part {
  readonly stretch: ChunkRange;
  /** Undefined: nothing is. */
  readonly record: ResultChunkDocument | undefined;
  readonly late: LateBlocks;
}

export interface ResultsPage {
  /** The row after the last of this page; null: there is none. */
  readonly next: number | null;
  readonly remaining: number;
  readonly rows: number;
  /** Changes whenever the rows of the page do. */
  readonly state: string;
  /** The rows' JSON in order, joined by commas when written one after the other. */
  rowsJson(): AsyncGenerator<KeptBytes>;
}

export interface PageOf {
  readonly job: JobStatusDocument;
  /** Shown as ended: a row without a record was skipped. */
  readonly ended: boolean;
  readonly from: number;
  readonly limit: number;
}

const NO_LATE_BLOCKS: LateBlocks = new Map();

async function partsOf(reader: ReadModelReader, { job, from }: PageOf, end: number): Promise<Part[]> {
  const parts = stretches(job, from, end);
  const documents = await reader.getMany(
    RESULT_CHUNKS.name,
    parts.map(({ chunk }) => resultChunkKey(job.job_id, chunk)),
  );
  const records = new Map(
    documents.map((document) => RESULT_CHUNKS.fields(document)).map((it) => [it.chunk, it]),
  );
  return Promise.all(
    parts.map(async (stretch): Promise<Part> => {
      const record = records.get(stretch.chunk);
      const pending = record?.pending.some((row) => row >= stretch.first && row < stretch.end) ?? false;
      const late = pending ? await readLateBlocks(reader, job.job_id, stretch) : NO_LATE_BLOCKS;
      return { stretch, record, late };
    }),
  );
}

/** The recorded beginning of a stretch and the rest; a record's packs may become visible one after the other. */
function split({ stretch, record }: Part): { recorded: ChunkRange; unrecorded: ChunkRange } {
  const visible = record === undefined ? stretch.first : record.from + record.count;
  const border = Math.min(stretch.end, Math.max(stretch.first, visible));
  return { recorded: { ...stretch, end: border }, unrecorded: { ...stretch, first: border } };
}

async function* jsonOf(sources: PageSources, page: PageOf, part: Part): AsyncGenerator<KeptBytes> {
  const { recorded, unrecorded } = split(part);
  if (part.record !== undefined && recorded.first < recorded.end) {
    for (const { json } of await recordedRows(sources.reader, part.record, recorded, part.late)) yield json;
  }
  if (unrecorded.first < unrecorded.end) {
    for (const asked of await askedRows(sources, page.job.job_id, unrecorded)) {
      yield plainBytes(unrecordedRowJson(asked, page.ended ? 'skipped' : 'pending'));
    }
  }
}

const lateState = (late: LateBlocks): unknown => [...late].map(([row, blocks]) => [row, blocks.length]);

export async function resultsPage(sources: PageSources, page: PageOf): Promise<ResultsPage> {
  const end = Math.min(page.from + page.limit, page.job.rows);
  const parts = await partsOf(sources.reader, page, end);
  return {
    next: end < page.job.rows ? end : null,
    remaining: page.job.rows - end,
    rows: end - page.from,
    state: JSON.stringify(
      parts.map(({ stretch, record, late }) => [
        stretch.first,
        stretch.end,
        record?.attempt ?? null,
        record?.count ?? 0,
        lateState(late),
      ]),
    ),
    async *rowsJson() {
      for (const part of parts) yield* jsonOf(sources, page, part);
    },
  };
}
