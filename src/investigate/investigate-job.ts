/**
 * `investigate job`: reads a job from the log alone: its request, the work on its chunks, its result and its
 * cost. Rows are only counted; `investigate row` shows one row.
 */
import type { RowCounts, Submission } from '../streams/job/job.events.js';
import { decode, type LoggedEvent } from '../streams/index.js';
import { rowsStream } from '../streams/rows/rows.events.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import { eventReference, type EventReference } from './event-reference.js';
import type { JobChunkFacts, ChunkProgress, JobFacts } from './job-facts.js';
import { chunkProgress, readJobFacts, jobStatusOf } from './job-facts.js';
import { JobTally, type BilledTotals } from './job-tally.js';
import { findClaim, type ClaimReader } from './job-claim.js';
import type { InvestigatedLog } from './log-reading.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';

type JobIdentity = Pick<Submission, 'job_id' | 'account_id' | 'key_id' | 'operation' | 'environment'>;

export interface JobHistory extends JobIdentity {
  readonly request_id: string;
  readonly status: ReturnType<typeof jobStatusOf>;
  readonly submitted_at: string;
  readonly cancel_requested_at: string | null;
  readonly finished_at: string | null;
  readonly expires_at: string | null;
  readonly erased_at: string | null;
  readonly asked: Pick<Submission, 'rows' | 'blocks' | 'not_enabled' | 'options' | 'stored' | 'collection'>;
  /** The event that claimed its idempotency key; null if the request had no key. */
  readonly idempotency: EventReference | null;
  /** Counted from the records of the rows, not taken from the job's own events. */
  readonly counts: RowCounts & { readonly skipped: number };
  readonly failures: Readonly<Partial<Record<ReasonCode, number>>>;
  readonly billed: BilledTotals;
  readonly chunks: readonly {
    readonly chunk: number;
    readonly from: number;
    readonly count: number;
    readonly state: ChunkProgress;
    readonly attempts: readonly { readonly attempt: string; readonly started_at: string }[];
    readonly completed_at: string | null;
  }[];
  /** Events of the job's own stream, after the claim of its idempotency key. */
  readonly events: readonly EventReference[];
}

export type JobInvestigation =
  | { readonly outcome: 'found'; readonly job: JobHistory }
  | {
      readonly outcome: 'abandoned';
      readonly account_id: AccountId | null;
      readonly events: readonly EventReference[];
    }
  | { readonly outcome: 'job_not_found' };

/** @param readModels finds the claim of the idempotency key fast; null: all claims in the log are searched */
export async function investigateJob(
  log: InvestigatedLog,
  id: JobId,
  readModels: ClaimReader | null = null,
): Promise<JobInvestigation> {
  const lookup = await readJobFacts(log, id);
  if (lookup.outcome === 'not_found') return { outcome: 'job_not_found' };
  if (lookup.outcome === 'abandoned') {
    const account_id = lookup.entries[0]?.account ?? null;
    return { outcome: 'abandoned', account_id, events: lookup.entries.map(eventReference) };
  }
  const { job } = lookup;
  const tally = new JobTally();
  for (const { chunk } of job.chunks)
    for await (const recorded of storedEvents(log, rowsStream(id, chunk)))
      for (const entry of decode(recorded)) tally.add(entry);
  const claim = job.submission.idempotent ? await findClaim(log, job, readModels) : null;
  return { outcome: 'found', job: historyOf(job, tally, claim) };
}

/** The job's own `expires_at` (Contract 8.3), or the time at which its rows were erased earlier. */
function expiryOf({ end, erasure }: JobFacts): string | null {
  const expiry = end?.event.data.expires_at ?? null;
  return expiry !== null && erasure !== null && erasure.time < expiry ? erasure.time : expiry;
}

function historyOf(job: JobFacts, tally: JobTally, claim: LoggedEvent | null): JobHistory {
  const { submission, submittedEvent, end } = job;
  const { job_id, account_id, key_id, operation, environment } = submission;
  const { rows, blocks, not_enabled, options, stored, collection } = submission;
  return {
    job_id,
    account_id,
    key_id,
    request_id: submittedEvent.requestId,
    operation,
    environment,
    status: jobStatusOf(job),
    submitted_at: submittedEvent.time,
    cancel_requested_at: job.cancelRequest?.time ?? null,
    finished_at: end?.time ?? null,
    expires_at: stored ? expiryOf(job) : null,
    erased_at: job.erasure?.time ?? null,
    asked: { rows, blocks, not_enabled, options, stored, collection },
    idempotency: claim === null ? null : eventReference(claim),
    counts: { ...tally.counts, skipped: skippedRows(job) },
    failures: Object.fromEntries([...tally.failuresByReason].sort(([, a], [, b]) => b - a)),
    billed: tally.billed,
    chunks: job.chunks.map((chunk) => chunkHistory(job, chunk)),
    events: [...(claim === null ? [] : [claim]), ...job.entries].map(eventReference),
  };
}

const chunkHistory = (job: JobFacts, chunk: JobChunkFacts): JobHistory['chunks'][number] => ({
  chunk: chunk.chunk,
  from: chunk.from,
  count: chunk.count,
  state: chunkProgress(job, chunk),
  attempts: chunk.starts.map(({ event, time }) => ({ attempt: event.data.attempt, started_at: time })),
  completed_at: chunk.completion?.time ?? null,
});

const skippedRows = (job: JobFacts): number =>
  job.chunks.reduce((sum, chunk) => sum + (chunkProgress(job, chunk) === 'skipped' ? chunk.count : 0), 0);
