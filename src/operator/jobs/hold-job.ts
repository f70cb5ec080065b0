/** Holds the data of a job's rows for a dispute, past their expiry, and ends holds. */
import type { Command } from '@nestjs/cqrs';
import { EndJobHold, HoldJobRows, type HoldOutcome } from '../../jobs/commands.js';
import { JobsModule } from '../../jobs/job-commands.module.js';
import { daysBefore } from '../../../packages/words/src/calendar.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { sendAccepted, type OperatorServices } from '../operator.js';
import { showJob, type JobDetails } from './find-jobs.js';

export type HeldJob = JobDetails & { readonly changed: boolean };

/**
 * Keeps the data streams of the job until the hold ends. Result pages still end with the retention.
 * @param terms.until the last day of the hold (YYYY-MM-DD, UTC); null: until it is ended
 * @throws WrongRequest for store=false, after the erasure, and for a day that is over
 */
export const holdJob = (
  operator: OperatorServices,
  job: JobId,
  { reason, until }: { readonly reason: string; readonly until: string | null },
): Promise<HeldJob> => {
  const end = until === null ? null : `${daysBefore(until, -1)}T00:00:00.000Z`;
  return runCommand(operator, job, new HoldJobRows(job, { reason, until: end }, operator.context));
};

/** Ends the hold. Where the rows were erased meanwhile, their data are deleted before this returns. */
export const endJobHold = (operator: OperatorServices, job: JobId, reason: string): Promise<HeldJob> =>
  runCommand(operator, job, new EndJobHold(job, { reason }, operator.context));

async function runCommand(
  operator: OperatorServices,
  job: JobId,
  command: Command<HoldOutcome>,
): Promise<HeldJob> {
  const { outcome } = await sendAccepted(operator, JobsModule, command);
  return { ...(await showJob(operator, job)), changed: outcome === 'recorded' };
}
