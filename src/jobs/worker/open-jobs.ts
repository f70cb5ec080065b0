/** Reads the jobs with which a worker begins, from a read model, and the position of that read model. */
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { allFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { JobId } from '../../../packages/contract/src/ids.js';

export const OPEN_JOBS = Symbol('OPEN_JOBS');

export const openJobsOf = (models: Pick<LiveReadModels, 'lanePosition' | 'range'>) => ({
  /** Returns jobs and a position. Each open job is among these jobs or was submitted after the position. */
  async openJobs(): Promise<{ readonly after: Position; readonly jobs: readonly JobId[] }> {
    // The position is read first: documents that are read later are at least as new.
    const after = (await models.lanePosition('work')) ?? LOG_START;
    const readJobs = async (): Promise<{ after: Position; jobs: JobId[] }> => {
      const jobs = await allFields(models, JOB_STATUS, { index: 'by_phase', equals: ['open'] });
      return { after, jobs: jobs.map(({ job_id }) => job_id) };
    };
    // Without a read model the whole log of jobs is read.
    return whenReady(readJobs, { after: LOG_START, jobs: [] });
  },
});

export type OpenJobs = ReturnType<typeof openJobsOf>;
