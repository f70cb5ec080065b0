/** Finds the jobs that the eraser needs: with expired rows, with erased rows, and with submitted rows. */
import { keysUnder } from '../../../projections/key-parts.js';
import { JOB_STATUS, type JobPhase } from '../../../projections/job-status/job-status.document.js';
import { SUBMITTED_ROWS } from '../../../projections/submitted-rows/submitted-rows.document.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import { jobIdsFrom, timeOfJobId, type JobId } from '../../../packages/contract/src/ids.js';

export interface RetainedJob {
  readonly job: JobId;
  /** The time at which the job's rows expire or were erased. */
  readonly expiresAt: string;
}

export const RETAINED_JOBS = Symbol('RETAINED_JOBS');

type Reader = Pick<ReadModelReader, 'range'>;

const DOCUMENTS_PER_PAGE = 200;
/** A text before every time. Rows that were never stored have no time, and null sorts before this text. */
const EARLIEST = '0';

/** Returns empty ranges until a projector has started. The eraser reads again in a later round. */
const emptyUntilReady = (models: Reader): Reader => ({
  range: (collection, query) => whenReady(() => models.range(collection, query), []),
});

async function* jobsIn(
  models: Reader,
  phase: JobPhase,
  bounds: { from: string; to?: string },
): AsyncGenerator<RetainedJob> {
  const query = { index: 'by_expiry', equals: [phase], ...bounds, limit: DOCUMENTS_PER_PAGE };
  const jobDocuments = everyFields(emptyUntilReady(models), JOB_STATUS, query);
  for await (const { job_id: job, expires_at: expiresAt } of jobDocuments)
    if (expiresAt !== null) yield { job, expiresAt };
}

export const retainedJobsOf = (models: Reader) => ({
  /** Yields ended jobs with stored rows that had expired by `time` (ISO), oldest first, then held jobs. */
  async *expiredBy(time: string): AsyncIterable<RetainedJob> {
    for (const phase of ['ended', 'held'] as const)
      yield* jobsIn(models, phase, { from: EARLIEST, to: time });
  },

  /** Yields erased jobs whose rows expired or were erased at `time` (ISO) or later, the earliest first. */
  erasedSince: (time: string): AsyncIterable<RetainedJob> => jobsIn(models, 'erased', { from: time }),

  /** Returns the first job after `job`, in the order of submission, that has submitted rows. */
  async submittedAfter(job: string): Promise<JobId | null> {
    const query = { from: keysUnder(job).to, limit: 1 };
    const [first] = await emptyUntilReady(models).range(SUBMITTED_ROWS.name, query);
    return first === undefined ? null : SUBMITTED_ROWS.fields(first).job_id;
  },

  /** Returns the start of the newest job before `timeMs`, or null. @throws ReadModelNotReadyError */
  async newestBefore(timeMs: number): Promise<number | null> {
    const query = { to: jobIdsFrom(timeMs), order: 'descending', limit: 1 } as const;
    const startTimesMs = await Promise.all(
      [JOB_STATUS, SUBMITTED_ROWS].map(async (collection) => {
        const [document] = await models.range(collection.name, query);
        // The keys of both collections begin with the id.
        return document === undefined ? -Infinity : timeOfJobId(document.key as JobId);
      }),
    );
    const newestMs = Math.max(...startTimesMs);
    return newestMs === -Infinity ? null : newestMs;
  },
});

export type RetainedJobs = ReturnType<typeof retainedJobsOf>;
