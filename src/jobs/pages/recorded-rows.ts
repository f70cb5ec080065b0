/** Reads recorded rows as the bytes that are served. A pack that is wanted whole is sent as stored. */
import {
  RESULT_PACKS,
  resultPackKey,
  resultPackKeys,
  type ResultChunkDocument,
  type ResultPackDocument,
  LATE_BLOCKS,
  lateBlockKeys,
} from '../../../projections/results/results.document.js';
import type {
  KeyedDocument,
  ReadModelReader,
} from '../../../packages/platform/src/read-models/read-models.js';
import { NotNowError } from '../../../packages/platform/src/errors/not-now-error.js';
import { keptAs, plainBytes, plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import { everyDocument } from '../../../packages/platform/src/projector/projector-state.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { withEnvelopes } from '../record/row-answers.js';

/** Rows disappeared during the read: they were erased, or the read model is being repaired. Read again. */
export class RowsVanishedError extends NotNowError {
  override readonly name = 'RowsVanishedError';
}

/** Rows of one chunk from `first` (inclusive) to `end` (exclusive). */
interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The served envelopes of late blocks, by row. */
export type LateBlocksByRow = ReadonlyMap<number, ReadonlyMap<BlockKey, { readonly status: string }>>;

/** Reads the late blocks of the rows. Several attempts may have written a block; the recorded one counts. */
export async function readLateBlocks(
  reader: ReadModelReader,
  job: JobId,
  { first, end }: RowRange,
): Promise<LateBlocksByRow> {
  type Envelopes = Map<BlockKey, { readonly status: string }>;
  const blocksByRow = new Map<number, Envelopes>();
  const keys = lateBlockKeys(job, first, end);
  for await (const document of everyDocument(reader, LATE_BLOCKS.name, keys)) {
    const { row, block, recorded, outcome } = LATE_BLOCKS.fields(document);
    if (!recorded || outcome === null) continue;
    // If no envelope was delivered, the recorded outcome serves as the envelope.
    const { body } = document;
    const envelope = body?.length
      ? (JSON.parse(Buffer.from(body).toString('utf8')) as typeof outcome)
      : outcome;
    blocksByRow.set(row, (blocksByRow.get(row) ?? (new Map() as Envelopes)).set(block, envelope));
  }
  return blocksByRow;
}

async function readPacks(
  reader: ReadModelReader,
  chunk: ResultChunkDocument,
  { first, end }: RowRange,
): Promise<readonly KeyedDocument[]> {
  const { job_id, attempt } = chunk;
  const keys = resultPackKeys(job_id, chunk.chunk, attempt);
  const keyAfterFirst = resultPackKey(job_id, chunk.chunk, attempt, first + 1);
  const endKey = resultPackKey(job_id, chunk.chunk, attempt, end);
  const [firstPack, laterPacks] = await Promise.all([
    reader.range(RESULT_PACKS.name, { from: keys.from, to: keyAfterFirst, order: 'descending', limit: 1 }),
    keyAfterFirst < endKey ? reader.range(RESULT_PACKS.name, { from: keyAfterFirst, to: endKey }) : [],
  ]);
  return [...firstPack, ...laterPacks];
}

/** Yields the bounds of each wanted row in the bytes of a pack. */
function* rowBytesIn(
  pack: KeyedDocument,
  { first, end }: RowRange,
): Generator<{ row: number; from: number; to: number }> {
  const { from: firstRow, lengths } = RESULT_PACKS.fields(pack);
  let offset = 0;
  for (let index = 0; index < lengths.length; index++) {
    const length = lengths[index] ?? 0;
    const row = firstRow + index;
    if (row >= first && row < end) yield { row, from: offset, to: offset + length };
    // Rows are separated by a comma.
    offset += length + 1;
  }
}

/** Consecutive rows that are served as stored: their bounds in the bytes of a pack, and their number. */
interface RowRun {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

const extendRun = (run: RowRun | null, from: number, to: number): RowRun => ({
  from: run?.from ?? from,
  to,
  rows: (run?.rows ?? 0) + 1,
});

const isWholeIn = ({ from, lengths }: ResultPackDocument, { first, end }: RowRange): boolean =>
  from >= first && from + lengths.length <= end;

/** Yields runs of rows as stored, commas included. Rows with late blocks are rewritten one by one. */
function* piecesOf(pack: KeyedDocument, range: RowRange, lateBlocks: LateBlocksByRow) {
  const fields = RESULT_PACKS.fields(pack);
  const storedBytes = keptAs(pack.body ?? new Uint8Array(), fields);
  if (isWholeIn(fields, range) && lateBlocks.size === 0) {
    yield { rows: fields.lengths.length, json: storedBytes };
    return;
  }
  const body = plainOf(storedBytes);
  let run: RowRun | null = null;
  for (const { row, from, to } of rowBytesIn(pack, range)) {
    const blocks = lateBlocks.get(row);
    if (blocks === undefined) {
      run = extendRun(run, from, to);
      continue;
    }
    if (run !== null) yield { rows: run.rows, json: plainBytes(body.subarray(run.from, run.to)) };
    run = null;
    yield { rows: 1, json: plainBytes(withEnvelopes(body.subarray(from, to), blocks)) };
  }
  if (run !== null) yield { rows: run.rows, json: plainBytes(body.subarray(run.from, run.to)) };
}

/** Reads the rows of the range, in order. @throws RowsVanishedError */
export async function readRecordedRows(
  reader: ReadModelReader,
  chunk: ResultChunkDocument,
  range: RowRange,
  lateBlocks: LateBlocksByRow,
) {
  const packs = await readPacks(reader, chunk, range);
  const pieces = packs.flatMap((pack) => [...piecesOf(pack, range, lateBlocks)]);
  const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0);
  if (rows !== range.end - range.first) {
    throw new RowsVanishedError(
      `${chunk.job_id} chunk ${chunk.chunk}: ${rows} rows of ${range.end - range.first}`,
    );
  }
  return pieces;
}
