/** A document for each job, single resolves included. The Job resource and the schedulers read it. */
import type { RowCounts, Submission } from '../../src/streams/job/job.events.js';
import type { Hold } from '../../src/streams/job/job.state.js';
import { furtherCounts } from '../../src/streams/job/row-counts.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';

export type JobStatus = 'queued' | 'running' | 'cancelling' | 'completed' | 'cancelled' | 'failed';
/** `held`: the rows are erased, but their data are kept for a dispute. `ended` while its rows are kept. */
export type JobPhase = 'open' | 'ended' | 'held' | 'erased';

export const isErasedPhase = (phase: JobPhase): boolean => phase === 'erased' || phase === 'held';

/** A hold for a dispute, with who made it. */
export type JobHold = Hold & { readonly by: string };

export type JobStatusDocument = Omit<Submission, 'digest' | 'options' | 'nested_not_enabled'> & {
  readonly request_id: string;
  readonly phase: JobPhase;
  readonly status: JobStatus;
  /** The counts of the chunks completed so far; of the whole job once it has ended. */
  readonly counts: Readonly<Record<keyof RowCounts, number>>;
  /** Counts of all recorded rows, also in chunks with pending blocks. Version 1 left it out. */
  readonly recorded?: JobStatusDocument['counts'];
  readonly chunks_started: number;
  readonly chunks_completed: number;
  readonly created_at: string;
  readonly cancel_requested_at: string | null;
  readonly finished_at: string | null;
  /** When the rows are erased: as planned, or the time of an earlier erasure. */
  readonly expires_at: string | null;
  readonly erased_at: string | null;
  /** The hold on the data of its rows; null where it ended, absent where there never was one. */
  readonly hold?: JobHold | null;
  /** Position of the end. Answers show the end once the pages and billing lanes are past it. */
  readonly ended_position: Position | null;
  /** The position of the last event of the job's own stream. */
  readonly last_position: Position;
};

/** The key is the job's id. Indexes: an account's jobs by time, all open jobs, and ended jobs by expiry. */
export const JOB_STATUS = typedCollection<JobStatusDocument>('job_status', [
  { name: 'by_account', fields: ['account_id', 'job_id'] },
  { name: 'by_phase', fields: ['phase', 'job_id'] },
  { name: 'by_expiry', fields: ['phase', 'expires_at'] },
]);

/** Returns a job's counts as far as its record goes. */
export const countsSoFar = ({ counts, recorded = counts }: JobStatusDocument): RowCounts =>
  furtherCounts(recorded, counts);
