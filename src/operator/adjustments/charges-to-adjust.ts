/** Reads the charges for an adjustment from the log. Only ended jobs count: they get no new charges. */
import { endOfPrefix } from '../../../projections/key-parts.js';
import { USAGE_JOBS } from '../../../projections/usage/usage.document.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { ChargedBlocks } from '../../streams/adjustments/charged-blocks.js';
import { decodeJobEvent, jobStream } from '../../streams/job/job.events.js';
import { NO_JOB, evolve, isEnded, type JobState } from '../../streams/job/job.state.js';
import { decodeRowsEvents, rowsStream } from '../../streams/rows/rows.events.js';
import type { OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

/** Selects the charges of a job or one of its rows, or those of a range of days (both inclusive, UTC). */
export type ChargeSelection = { readonly block: BlockKey | null } & (
  | { readonly job: JobId; readonly row: number | null }
  | { readonly from: string; readonly to: string }
);

/**
 * Selecting by days needs a billing lane that is up to date. @throws WrongRequest
 * @returns `unfinishedJobs`: jobs that were left out, since they may still be charged
 */
export async function chargesToAdjust(
  operator: Pick<OperatorServices, 'stores' | 'models'>,
  account: AccountId,
  selection: ChargeSelection,
) {
  const { eventStore } = operator.stores;
  const charged: ChargedBlocks[] = [];
  const unfinishedJobs: JobId[] = [];
  if ('job' in selection) {
    charged.push(await checkedChargesOf(eventStore, account, selection.job, selection.row));
    return { charged, unfinishedJobs };
  }
  // The read model names the jobs that were charged in these days. Their charges are read from the log.
  const jobs = new Set<JobId>();
  const query = { index: 'by_day', equals: [account], from: selection.from, to: endOfPrefix(selection.to) };
  for await (const { job_id } of everyFields(operator.models, USAGE_JOBS, query)) jobs.add(job_id);
  for (const job of [...jobs].sort()) {
    const state = await readJobState(eventStore, job);
    if (isEnded(state)) charged.push(await readCharges(eventStore, state.submission));
    else unfinishedJobs.push(job);
  }
  return { charged, unfinishedJobs };
}

/**
 * Checks that the account has the job and the row, and that the job has ended. Returns the charges of the
 * whole job.
 * @throws WrongRequest
 */
async function checkedChargesOf(
  log: EventStore,
  account: AccountId,
  job: JobId,
  row: number | null,
): Promise<ChargedBlocks> {
  const state = await readJobState(log, job);
  if (!('submission' in state) || state.submission.account_id !== account)
    throw new WrongRequest('unknown_job', `Account ${account} has no job ${job}.`);
  if (!isEnded(state))
    throw new WrongRequest('job_not_ended', `Job ${job} is not over yet: what it is charged may still grow.`);
  const { rows } = state.submission;
  if (row !== null && row >= rows)
    throw new WrongRequest('unknown_row', `Job ${job} has rows 0 to ${rows - 1}, no row ${row}.`);
  return readCharges(log, state.submission);
}

async function readJobState(log: EventStore, job: JobId): Promise<JobState> {
  let state = NO_JOB;
  for await (const recorded of storedEvents(log, jobStream(job)))
    state = evolve(state, decodeJobEvent(recorded));
  return state;
}

async function readCharges(
  log: EventStore,
  { job_id, rows, chunks }: Readonly<{ job_id: JobId; rows: number; chunks: readonly number[] }>,
): Promise<ChargedBlocks> {
  const charged = new ChargedBlocks(job_id, rows);
  for (const chunk of chunks.keys())
    for await (const recorded of storedEvents(log, rowsStream(job_id, chunk)))
      for (const entry of decodeRowsEvents(recorded)) charged.add(entry);
  return charged;
}
