/** Where a worker begins: the jobs that were open when a read model was written, and what of the log it had seen. */
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { LOG_START, type Position } from '../../platform/event-store/event-store.js';
import { ReadModelNotReadyError } from '../../platform/projector/generation-reader.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import type { KeyedDocument } from '../../platform/read-models/read-models.js';
import type { JobId } from '../../shared/ids.js';

export const OPEN_JOBS = Symbol('OPEN_JOBS');

export interface OpenJobs {
  /** Every job that isn't over is among `jobs` or was submitted after `after`. */
  openJobs(): Promise<{ readonly after: Position; readonly jobs: readonly JobId[] }>;
}

const PAGE = 1_000;

export function openJobsOf(models: Pick<LiveReadModels, 'lanePosition' | 'range'>): OpenJobs {
  return {
    openJobs: async () => {
      // The position first: what is read after it is at least as new.
      const after = (await models.lanePosition('work')) ?? LOG_START;
      try {
        return { after, jobs: await read(models) };
      } catch (error) {
        // No read model yet: then the whole log of jobs is the list.
        if (error instanceof ReadModelNotReadyError) return { after: LOG_START, jobs: [] };
        throw error;
      }
    },
  };
}

async function read(models: Pick<LiveReadModels, 'range'>): Promise<JobId[]> {
  const jobs: JobId[] = [];
  for (let after: KeyedDocument | undefined; ;) {
    const page = await models.range(JOB_STATUS.name, {
      index: 'by_phase',
      equals: ['open'],
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    jobs.push(...page.map((document) => JOB_STATUS.fields(document).job_id));
    after = page.at(-1);
    if (page.length < PAGE || after === undefined) return jobs;
  }
}
