/**
 * Finds the editions that unfinished chunks are answered from. Jobs are found in the log too, so the answer
 * is right without a running service and with read models that are behind.
 */
import type { Register } from '../../../packages/enrichment/src/index.js';
import { openJobsOf } from '../../jobs/worker/open-jobs.js';
import { JobRepository } from '../../jobs/job-stream.js';
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { isActive, type JobState } from '../../streams/job/job.state.js';

interface EditionUseSources {
  readonly eventStore: EventStore;
  readonly models: Pick<LiveReadModels, 'lanePosition' | 'range'>;
}

export async function editionUseCheck({
  eventStore,
  models,
}: EditionUseSources): Promise<Register.IsEditionInUse> {
  const { after, jobs } = await openJobsOf(models).openJobs();
  const unfinishedJobs = new Set([...jobs, ...(await submittedSince(eventStore, after))]);
  const repository = new JobRepository({ store: eventStore, clock: systemClock });
  const usedEditions = new Set<string>();
  for (const job of unfinishedJobs)
    for (const [source, edition] of editionsNamedBy((await repository.load(job)).state))
      usedEditions.add(`${source} ${edition}`);
  return (source, edition) => usedEditions.has(`${source} ${edition}`);
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

const editionsNamedBy = (state: JobState): readonly (readonly [source: string, edition: string])[] =>
  isActive(state)
    ? state.chunks.flatMap((chunk) => (chunk.status === 'started' ? Object.entries(chunk.editions) : []))
    : [];
