/** How much work waits: what workers are added by. */
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { ReadModelNotReadyError } from '../../platform/projector/generation-reader.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import { everyDocument } from '../../platform/projector/projector-state.js';

/** Chunks of jobs that aren't over and that no worker has completed; null where the read model isn't there yet. */
export async function openChunks(models: Pick<LiveReadModels, 'range'>): Promise<number | null> {
  let open = 0;
  try {
    const ofOpenJobs = { index: 'by_phase', equals: ['open'] };
    for await (const document of everyDocument(models, JOB_STATUS.name, ofOpenJobs)) {
      const { chunks, chunks_completed } = JOB_STATUS.fields(document);
      open += chunks.length - chunks_completed;
    }
  } catch (error) {
    if (error instanceof ReadModelNotReadyError) return null;
    throw error;
  }
  return open;
}
