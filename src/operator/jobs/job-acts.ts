/** Erases a job's rows before they expire, holds them for a dispute, and confirms a clock in doubt. */
import type { Command } from '@nestjs/cqrs';
import { EndJobHold, EraseJobRows, HoldJobRows, type HoldOutcome } from '../../jobs/commands.js';
import { JobsModule } from '../../jobs/job-commands.module.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { clockIsOff } from '../../../packages/platform/src/coordination/clock-check.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { daysBefore } from '../../../packages/words/src/calendar.js';
import { performMaintenance, type ActOptions } from '../maintenance/perform.js';
import { driveLanesToHead, send, sendAccepted, type OperatorServices } from '../operator.js';
import { showJob, unknownJobError, type JobDetails } from './list-jobs.js';
import { holdText } from './job-details.sheet.js';
import { expiryGuardOf } from './job-rows.js';

type ChangedJob = JobDetails & { readonly changed: boolean };

/** Erases the rows of an ended job. @throws WrongRequest for a job that is missing, held or not ended */
export async function eraseJob(
  operator: OperatorServices,
  jobId: JobId,
  reason: string,
): Promise<ChangedJob> {
  const { actor, requestId } = operator.context;
  const result = await send(operator, JobsModule, new EraseJobRows(jobId, reason, actor, requestId));
  const { outcome } = result;
  if (result.outcome === 'job_held')
    throw new WrongRequest(
      'job_held',
      `The rows of ${jobId} are held for a dispute ${holdText(result.hold)}. End the hold first: jobs hold ${jobId} --end.`,
    );
  if (outcome === 'job_not_found') throw unknownJobError(jobId);
  if (outcome === 'job_not_ended')
    throw new WrongRequest('job_not_ended', `Job ${jobId} is not over yet: cancel it first, or wait.`);
  return { ...(await showJob(operator, jobId)), changed: outcome === 'erased' };
}

/**
 * Keeps the data streams of the job until the hold ends. Result pages still end with the retention.
 * @param terms.until the last day of the hold (YYYY-MM-DD, UTC); null: until it is ended
 * @throws WrongRequest for store=false, after the erasure, and for a day that is over
 */
export const holdJob = (
  operator: OperatorServices,
  job: JobId,
  { reason, until }: { readonly reason: string; readonly until: string | null },
): Promise<ChangedJob> => {
  const end = until === null ? null : `${daysBefore(until, -1)}T00:00:00.000Z`;
  return runCommand(operator, job, new HoldJobRows(job, { reason, until: end }, operator.context));
};

/** Ends the hold. Where the rows were erased meanwhile, their data are deleted before this returns. */
export const endJobHold = (operator: OperatorServices, job: JobId, reason: string): Promise<ChangedJob> =>
  runCommand(operator, job, new EndJobHold(job, { reason }, operator.context));

async function runCommand(
  operator: OperatorServices,
  job: JobId,
  command: Command<HoldOutcome>,
): Promise<ChangedJob> {
  const { outcome } = await sendAccepted(operator, JobsModule, command);
  return { ...(await showJob(operator, job)), changed: outcome === 'recorded' };
}

/**
 * Confirms that the clock is right although it is days ahead of the log. From then on rows expire by this
 * clock. The confirmation is recorded if the clock was in doubt.
 * @returns `clock`: the confirmed time; `changed`: true if the clock was in doubt before
 * @throws NotDone where this machine's clock differs from the store's
 */
export async function confirmClock(
  operator: OperatorServices,
  { clock = systemClock, ...options }: ActOptions & { readonly clock?: typeof systemClock } = {},
) {
  await driveLanesToHead(operator, 'work', 'pages');
  const now = clock.now();
  if (await clockIsOff(operator.stores.coordination, clock))
    throw new NotDone('clock_off', "This machine's clock differs from the store's clock: set it first.");
  const guard = expiryGuardOf(operator, clock);
  const confirmation = { clock: now.toISOString(), changed: true };
  if ((await guard.clockTrust(now)) === 'sure') return { ...confirmation, changed: false };
  const maintenance = { kind: 'clock_confirmation', clock: confirmation.clock } as const;
  return performMaintenance(operator, { ...options, what: maintenance }, async () => {
    await guard.trustClock(now);
    return { result: confirmation, verdict: null, changed: true };
  });
}
