/**
 * `investigate job`: reads a job from the log alone: its request, the work on its chunks, its result and its
 * cost. Rows are only counted; `investigate row` shows one row.
 */
import { decode, type LoggedEvent } from '../streams/index.js';
import { rowsStream } from '../streams/rows/rows.events.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import { eventReference, readStreamEvents, scanLog } from './log-reading.js';
import type { EventReference, InvestigatedLog } from './log-reading.js';
import { type JobChunkFacts, type JobFacts, chunkProgress, readJobFacts, jobStatusOf } from './job-facts.js';
import { JobTally } from './job-tally.js';
import { KEY_ACTIVITY, keyActivityKey } from '../../projections/key-activity/key-activity.document.js';
import { idempotencyStream } from '../streams/idempotency/idempotency.events.js';
import { whenReady } from '../../packages/platform/src/projector/generation-reader.js';
import type { ReadModelReader } from '../../packages/platform/src/read-models/read-models.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';

/** A job with its request, the work on its chunks, its result and its cost. */
export type JobHistory = ReturnType<typeof historyOf>;

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

function historyOf(job: JobFacts, tally: JobTally, claim: LoggedEvent | null) {
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
    /** The event that claimed its idempotency key; null if the request had no key. */
    idempotency: claim === null ? null : eventReference(claim),
    /** Counted from the records of the rows, not taken from the job's own events. */
    counts: { ...tally.counts, skipped: skippedRows(job) },
    failures: Object.fromEntries([...tally.failuresByReason].sort(([, a], [, b]) => b - a)),
    billed: tally.billed,
    chunks: job.chunks.map((chunk) => chunkHistory(job, chunk)),
    /** Events of the job's own stream, after the claim of its idempotency key. */
    events: [...(claim === null ? [] : [claim]), ...job.entries].map(eventReference),
  };
}

const chunkHistory = (job: JobFacts, chunk: JobChunkFacts) => ({
  chunk: chunk.chunk,
  from: chunk.from,
  count: chunk.count,
  state: chunkProgress(job, chunk),
  attempts: chunk.starts.map(({ event, time }) => ({ attempt: event.data.attempt, started_at: time })),
  completed_at: chunk.completion?.time ?? null,
});

const skippedRows = (job: JobFacts): number =>
  job.chunks.reduce((sum, chunk) => sum + (chunkProgress(job, chunk) === 'skipped' ? chunk.count : 0), 0);

export type ClaimReader = Pick<ReadModelReader, 'get'>;

/**
 * Finds the event that claimed a job's idempotency key. Reads the stream that the read model of key activity
 * names. If it names none, searches all claims. The text of the key is stored nowhere.
 */
async function findClaim(
  log: InvestigatedLog,
  job: JobFacts,
  readModels: ClaimReader | null,
): Promise<LoggedEvent | null> {
  const keyHash = readModels === null ? null : await keyHashOf(readModels, job);
  if (keyHash !== null) {
    const entries = await readStreamEvents(log, idempotencyStream(job.submission.account_id, keyHash));
    const claim = entries.find((entry) => isClaimOf(job, entry));
    if (claim !== undefined) return claim;
  }
  const account = String(job.submission.account_id);
  const claims = scanLog(log, {
    categories: ['idempotency'],
    filter: ({ metadata }) => metadata['account'] === account,
  });
  for await (const entry of claims) if (isClaimOf(job, entry)) return entry;
  return null;
}

const isClaimOf = ({ submission }: JobFacts, { event }: LoggedEvent): boolean =>
  event.type === 'IdempotencyKeyClaimed' && event.data.submission.job_id === submission.job_id;

/** Looks the claim up by the time of the submission: all events of a submission have the same time. */
async function keyHashOf(
  reader: ClaimReader,
  { submission: { key_id, job_id }, submittedEvent: { time } }: JobFacts,
): Promise<string | null> {
  const key = keyActivityKey(key_id, time, job_id, 'claimed');
  const document = await whenReady(() => reader.get(KEY_ACTIVITY.name, key), undefined);
  return document === undefined ? null : KEY_ACTIVITY.fields(document).key_hash;
}
