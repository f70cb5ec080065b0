/**
 * Builds list entries of rows that have their final answer, without reading the delivered rows. It uses the
 * record in the log, the index of names and the submitted rows. A delivered row lies in a pack of many rows,
 * so reading a few scattered rows would inflate many packs.
 */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import {
  resultChunkKey,
  resultPackKeys,
  RESULT_CHUNKS,
} from '../../../projections/results/results.document.js';
import { ROW_NAMES } from '../../../projections/row-names/row-names.document.js';
import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import { inParallel } from '../../../packages/platform/src/tasks/in-parallel.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { RowFacts } from '../../investigate/row-facts.js';
import { chunkAt, chunkOfRow } from '../../jobs/pages/row-places.js';
import { readSubmittedRows, type PageSources } from '../../jobs/pages/unrecorded-rows.js';
import { CHUNKS_AT_ONCE, namesIn, type RowLabels, type ServedRow } from './find-rows.js';

/**
 * Returns the settled rows among these. The others have no record yet, wait for a block, or have no name in
 * the index, so the caller reads them as they are served.
 * @param labels names and refs that a search has read before
 */
export async function settledRows(
  sources: PageSources,
  job: JobStatusDocument,
  factsByRow: ReadonlyMap<number, RowFacts>,
  labels: RowLabels,
): Promise<ReadonlyMap<number, ServedRow>> {
  const settledByRow = new Map<number, ServedRow>();
  const rowsByChunk = groupBy([...factsByRow.keys()], (row) => String(chunkOfRow(job, row)));
  await inParallel(rowsByChunk, CHUNKS_AT_ONCE, async ([chunk, rows]) => {
    const isNamed = (row: number): boolean => labels.names[row] !== undefined;
    const names = rows.every(isNamed) ? labels.names : await namesOfChunk(sources, job, Number(chunk));
    if (names.length === 0) return;
    const range = chunkAt(job, Number(chunk));
    const hasRef = (row: number): boolean => labels.refByRow.has(row);
    const submittedRows = rows.every(hasRef) ? [] : await readSubmittedRows(sources, job.job_id, range);
    for (const row of rows) {
      const facts = factsByRow.get(row);
      const ref = labels.refByRow.get(row) ?? submittedRows[row - range.first]?.ref ?? '';
      const servedRow = facts && settledRow({ row, ref, name: names[row] ?? '' }, facts);
      if (servedRow !== undefined) settledByRow.set(row, servedRow);
    }
  });
  return settledByRow;
}

function settledRow(
  { row, ref, name }: { readonly row: number; readonly ref: string; readonly name: string },
  { resolution, failure, fills }: RowFacts,
): ServedRow | undefined {
  const base = { row, ref, status: 'done' };
  if (failure !== null) return { ...base, reason: failure.event.data.reason, blocks: {} };
  const company_number = resolution?.event.data.company_number ?? null;
  if (resolution === null || company_number === null || name === '') return undefined;
  const blocks: Record<string, BlockOutcome> = { ...resolution.event.data.blocks };
  for (const { event } of fills) blocks[event.data.block] = event.data.outcome;
  if (Object.values(blocks).some(({ status }) => status === 'pending')) return undefined;
  return { ...base, matched: { company_number, company_name: name }, blocks };
}

/** Returns the names of a chunk's recorded attempt by row; none while the index is first made. */
const namesOfChunk = (
  { reader }: PageSources,
  { job_id }: JobStatusDocument,
  chunk: number,
): Promise<readonly string[]> =>
  whenReady(async () => {
    const names: string[] = [];
    const record = await reader.get(RESULT_CHUNKS.name, resultChunkKey(job_id, chunk));
    if (record === undefined) return names;
    const { attempt } = RESULT_CHUNKS.fields(record);
    // A document of names has the same key as its pack of results.
    const documents = await reader.range(ROW_NAMES.name, resultPackKeys(job_id, chunk, attempt));
    for (const document of documents)
      for (const [index, name] of namesIn(document).entries())
        names[ROW_NAMES.fields(document).from + index] = name;
    return names;
  }, []);
