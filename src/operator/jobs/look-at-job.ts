/** A job as the API shows it: recorded as a look before it is shown. */
import type { JobId } from '../../shared/ids.js';
import { showJob, type JobShown } from './shown-jobs.js';
import type { Operator } from '../operator.js';
import { ofKeyOrAccount, recordLook } from '../support/looks.js';

/** @throws WrongRequest */
export async function tellJobShown(operator: Operator, job: JobId, reason: string | null): Promise<JobShown> {
  const shown = await showJob(operator, job);
  await recordLook(operator, { ...ofKeyOrAccount(shown), about: { kind: 'job', job_id: job }, reason });
  return shown;
}
