/** A data directory whose log a test wrote: one account, a job that is over and one that is not. */
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { JOB, aSubmission } from './job-builders.js';
import { LogBuilder } from './log-builder.js';
import { BOTH, NO_INDUSTRY, countsOf } from './row-stories.js';

export const OPEN_JOB = 'job_01JDXB8Z5N0000000000000002' as JobId;
/** The day on which all of it happened. */
export const DAY = '2026-11-21';

/** Account 1001 with one key; `JOB`: two rows delivered with three units, one not found; `OPEN_JOB`: accepted. */
export async function writeLog(dataDir: string): Promise<void> {
  const stores = await openStores({ dataDir, hosting: 'direct' });
  const log = new LogBuilder(stores.eventStore);
  await log.openAccount();
  const job = aSubmission(3, 3, { job_id: JOB });
  const stories = [BOTH, NO_INDUSTRY, 'not_matched'] as const;
  await log.submit(job);
  await log.start(job, 0);
  await log.record(job, 0, stories, await log.deliver(job, 0, stories));
  await log.complete(job, 0, countsOf(stories));
  await log.end(job, countsOf(stories));
  await log.submit(aSubmission(2, 2, { job_id: OPEN_JOB }));
  await stores.close();
}
