/**
 * The editions that unfinished chunks are answered from, as the log says now: it is read as a worker reads it, so that
 * the answer is right without a running service and however far behind the read models are.
 */
import { openJobsOf } from '../../jobs/worker/open-jobs.js';
import { JobRepository } from '../../jobs/job-stream.js';
import type { EventStore, Position } from '../../platform/event-store/event-store.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import { systemClock } from '../../platform/time/clock.js';
import type { JobId } from '../../shared/ids.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { isActive, type JobState } from '../../streams/job/job.state.js';

interface Reading {
  readonly eventStore: EventStore;
  readonly models: Pick<LiveReadModels, 'lanePosition' | 'range'>;
}

/** Whether an unfinished chunk names this edition of this source. */
export type InUse = (source: string, edition: string) => boolean;

export async function editionsInUse({ eventStore, models }: Reading): Promise<InUse> {
  const { after, jobs } = await openJobsOf(models).openJobs();
  const unfinished = new Set([...jobs, ...(await submittedSince(eventStore, after))]);
  const repository = new JobRepository({ store: eventStore, clock: systemClock });
  const used = new Set<string>();
  for (const job of unfinished)
    for (const [source, edition] of namedBy((await repository.load(job)).state))
      used.add(`${source} ${edition}`);
  return (source, edition) => used.has(`${source} ${edition}`);
}

async function submittedSince(eventStore: EventStore, after: Position): Promise<readonly JobId[]> {
  const jobs: JobId[] = [];
  for (let from = after; ;) {
    const page = await eventStore.readAll({ after: from, categories: ['job'] });
    for (const { type, stream } of page.events)
      if (type === 'JobSubmitted') jobs.push(jobOfJobStream(stream));
    if (page.atHead) return jobs;
    from = page.position;
  }
}

const namedBy = (state: JobState): readonly (readonly [source: string, edition: string])[] =>
  isActive(state)
    ? state.chunks.flatMap((chunk) => (chunk.status === 'started' ? Object.entries(chunk.editions) : []))
    : [];
