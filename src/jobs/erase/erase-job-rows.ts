/**
 * The end of a job's rows: JobRowsErased first, from which on nothing is shown, then every data stream for good. Safe
 * to repeat, also where an earlier try ended in between.
 */
import type { JobId } from '../../shared/ids.js';
import type { EraseOutcome } from '../commands.js';
import { eraseRows } from '../../streams/job/job.decider.js';
import type { JobPorts } from '../job-ports.js';
import { isEnded } from '../../streams/job/job.state.js';
import { appendDecision, loadJob } from '../job-stream.js';
import { deleteDataStreams } from './data-streams.js';

export async function eraseJobRows(
  ports: Pick<JobPorts, 'store' | 'clock'>,
  jobId: JobId,
  reason: string,
  by: { actor: string; /** Default: the request that the job began with. */ requestId?: string },
): Promise<EraseOutcome> {
  const job = await loadJob(ports.store, jobId);
  if (!isEnded(job.state) && job.state.status !== 'unknown' && job.state.status !== 'abandoned')
    return { outcome: 'job_not_ended' };
  if (!isEnded(job.state)) return { outcome: 'job_not_found' };
  const { submission } = job.state;
  const context = { requestId: job.requestId, ...by, account: submission.account_id };
  // Every eraser writes the same event: two at once write it once.
  const erased = await appendDecision(ports, job, { context, purpose: '' }, (state) =>
    eraseRows(state, reason),
  );
  if (erased.outcome === 'refused') return { outcome: 'job_not_found' };
  if (submission.stored) await deleteDataStreams(ports, jobId, submission.chunks.length, context);
  const outcome = erased.outcome === 'appended' ? 'erased' : 'unchanged';
  return { outcome, position: erased.job.position };
}
