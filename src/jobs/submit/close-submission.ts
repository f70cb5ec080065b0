/**
 * Closes a submission that was never finished: SubmissionAbandoned where JobSubmitted would go, so that exactly one of
 * them is ever written, then what it had written of its rows is deleted for good (Architecture 3.1).
 */
import type { EventContext } from '../../streams/envelope.js';
import type { JobId } from '../../shared/ids.js';
import { deleteDataStreams } from '../erase/data-streams.js';
import { abandon } from '../../streams/job/job.decider.js';
import type { JobPorts } from '../job-ports.js';
import { appendDecision, loadJob } from '../job-stream.js';

/** Notes of closings under way, so that the eraser continues where a process died in between. */
export const ERASE_PENDING = 'erase-pending/';
const NOTE_TTL_MS = 30 * 86_400_000;

/** Where the job was accepted after all, nothing happens. `chunks`: how many the submission has. */
export async function abandonUnfinished(
  ports: Pick<JobPorts, 'store' | 'clock' | 'coordination'>,
  job: JobId,
  chunks: number,
  context: EventContext,
): Promise<void> {
  const note = `${ERASE_PENDING}${job}`;
  await ports.coordination.put(note, { chunks }, { ttl: NOTE_TTL_MS });
  const loaded = await loadJob(ports.store, job);
  const closed = await appendDecision(ports, loaded, { context, purpose: '' }, (state) =>
    abandon(state, { job_id: job }, 'not finished within 24 hours'),
  );
  if (closed.outcome !== 'refused') await deleteDataStreams(ports, job, chunks, context);
  await ports.coordination.delete(note);
}
