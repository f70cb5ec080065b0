/** Counts unfinished jobs, chunks and rows. Operators scale workers by these counts. */
import { JOB_STATUS, countsSoFar } from '../../../projections/job-status/job-status.document.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { processedRows } from '../../streams/job/row-counts.js';

/** Jobs that have not ended, with their unfinished chunks and rows. */
export interface OpenWork {
  readonly jobs: number;
  /** Chunks that no worker has completed. */
  readonly chunks: number;
  /** Rows without an answer. */
  readonly rows: number;
}

/** Returns null if the read model is not built yet. */
export async function readOpenWork(models: Pick<LiveReadModels, 'range'>): Promise<OpenWork | null> {
  return whenReady(async () => {
    let [jobs, chunks, rows] = [0, 0, 0];
    for await (const job of everyFields(models, JOB_STATUS, { index: 'by_phase', equals: ['open'] })) {
      jobs++;
      chunks += job.chunks.length - job.chunks_completed;
      rows += job.rows - processedRows(countsSoFar(job));
    }
    return { jobs, chunks, rows };
  }, null);
}
