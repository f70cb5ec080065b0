/** Workers in a `JobWorld`, and what must be true of its log whatever happened to them. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import type { Submission } from '../../../src/streams/job/job.events.js';
import { jobStream } from '../../../src/streams/job/job.events.js';
import type { CancelOutcome } from '../../../src/jobs/commands.js';
import { CancelJob, SubmitJob } from '../../../src/jobs/commands.js';
import type { JobPorts } from '../../../src/jobs/job-ports.js';
import type { OpenJobs } from '../../../src/jobs/worker/open-jobs.js';
import type { WorkMetrics, WorkerOptions } from '../../../src/jobs/worker/worker-ports.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { FakeEnricher } from '../fake-enricher.js';
import { ACCOUNT } from '../logs/job-builders.js';
import type { JobWorld, Process } from './job-world.js';
import { aCaller, aRequest, anIdentity, rowsAsked } from './job-world.js';
import { WorkerUnderTest, WriteSide, type Answers } from './write-side.js';

/** No read model: the worker reads the whole log of jobs, as after the loss of every projection. */
const NO_MODELS = {
  openJobs: async () => ({ after: LOG_START, jobs: [] as JobId[] }),
  expiredBy: async function* () {},
  erasedSince: async function* () {},
  submittedAfter: async () => null,
  newestBefore: async () => null,
};

/** What a lease outlives its worker by, on the world's clock. */
export const LEASE_MS = 40;

export interface WorkerSetup {
  readonly enricher?: Answers;
  readonly options?: Partial<WorkerOptions>;
  readonly metrics?: Partial<WorkMetrics>;
  readonly ports?: Partial<JobPorts>;
  readonly models?: Partial<OpenJobs>;
}

export function aWorker(
  process: Process,
  { enricher = new FakeEnricher(), options, metrics, ports, models }: WorkerSetup = {},
): WorkerUnderTest {
  return new WorkerUnderTest({
    ports: { ...process.ports, ...ports },
    enricher,
    models: { ...NO_MODELS, ...models },
    ...(metrics === undefined ? {} : { metrics }),
    options: {
      gatherMs: 0,
      patrolMs: 5,
      retryMs: 5,
      lease: { ttlMs: LEASE_MS, heartbeatMs: 5 },
      drainMs: 2_000,
      ...options,
    },
  });
}

/** Waits for something to become true of the world; fails after `seconds`. */
export async function until(condition: () => Promise<boolean> | boolean, seconds = 10): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 2).unref());
  }
}

export const hasEnded = (world: JobWorld, job: string) => async (): Promise<boolean> => {
  const slice = await world.log.readStream(jobStream(job as JobId), { direction: 'backwards', limit: 1 });
  const last = slice.status === 'found' ? slice.events[0]?.type : undefined;
  return last === 'JobCompleted' || last === 'JobCancelled';
};

/** What the log says of one job, row by row. */
export interface JobStory {
  readonly submission: Submission;
  readonly ended: 'JobCompleted' | 'JobCancelled' | null;
  readonly counts: { readonly succeeded: number; readonly not_found: number; readonly failed: number };
  readonly skipped: number;
  /** How many records, charges and units each row has. */
  readonly rows: ReadonlyMap<
    number,
    { records: number; charges: number; units: number; reason: string | null }
  >;
  readonly types: readonly string[];
}

export async function storyOf(world: JobWorld, job: string): Promise<JobStory> {
  const rows = new Map<number, { records: number; charges: number; units: number; reason: string | null }>();
  const of = (row: number) => {
    const known = rows.get(row) ?? { records: 0, charges: 0, units: 0, reason: null };
    rows.set(row, known);
    return known;
  };
  const story = {
    submission: undefined as Submission | undefined,
    ended: null as JobStory['ended'],
    counts: { succeeded: 0, not_found: 0, failed: 0 },
    skipped: 0,
    types: [] as string[],
  };
  for (const { event, stream } of await world.events()) {
    if (!stream.startsWith(`job-${job}`) && !stream.startsWith(`rows-${job}.`)) continue;
    story.types.push(event.type);
    if (event.type === 'JobSubmitted') story.submission = event.data;
    if (event.type === 'JobCompleted' || event.type === 'JobCancelled') {
      story.ended = event.type;
      story.counts = event.data.counts;
      story.skipped = 'skipped' in event.data ? event.data.skipped : 0;
    }
    if (event.type === 'RowResolved') of(event.data.row).records++;
    if (event.type === 'RowFailed') {
      of(event.data.row).records++;
      of(event.data.row).reason = event.data.reason;
    }
    if (event.type === 'RowCharged') {
      of(event.data.row).charges++;
      of(event.data.row).units += Object.values(event.data.units).reduce((sum, units) => sum + units, 0);
    }
    if (event.type === 'BlockCharged') of(event.data.row).units++;
  }
  if (story.submission === undefined) throw new Error(`${job} was never submitted`);
  return { ...story, submission: story.submission, rows };
}

/** Invariants 1 and 2 over an ended job's story. */
export function expectWhole({ submission, ended, counts, skipped, rows }: JobStory): void {
  expect(ended).not.toBeNull();
  expect(counts.succeeded + counts.not_found + counts.failed + skipped).toBe(submission.rows);
  expect(rows.size).toBe(submission.rows - skipped);
  for (const { records, charges, reason } of rows.values()) {
    expect(records).toBe(1);
    expect(charges).toBe(reason === null ? 1 : 0);
  }
}

/** A background job, accepted. */
export async function submitIn(
  world: JobWorld,
  rows: readonly SubmittedRow[] = rowsAsked(3),
  account: AccountId = ACCOUNT,
): Promise<JobId> {
  const request = aRequest(rows);
  const outcome = await new WriteSide(world.process().ports).execute(
    new SubmitJob(anIdentity(request, null, { caller: aCaller({ account_id: account }) }), request),
  );
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome);
  return outcome.job_id;
}

export const cancelIn = (world: JobWorld, job: JobId): Promise<CancelOutcome> =>
  new WriteSide(world.process().ports).execute(new CancelJob(aCaller(), 'req_cancel', job));

/** Runs one worker until the job has ended. */
export async function work(world: JobWorld, job: JobId, worker = aWorker(world.process())): Promise<void> {
  await worker.start();
  await until(hasEnded(world, job));
  await worker.stop();
}
