/** Connects commands on the register with the operator's settings, stores, suppressions and jobs. */
import { Register } from '../../../packages/enrichment/src/index.js';
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { JobRepository } from '../../jobs/job-stream.js';
import { changedSuppressions } from '../../jobs/suppressions/changed-suppressions.js';
import { SuppressionList } from '../../jobs/suppressions/suppressed-hashes.js';
import { openJobsOf } from '../../jobs/worker/open-jobs.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { isActive, type JobState } from '../../streams/job/job.state.js';
import { performMaintenance, type ActOptions } from '../maintenance/perform.js';
import type { OperatorServices } from '../operator.js';

/** Makes the context of commands on the register from the operator's settings and stores. */
export const registerContext = ({
  settings,
  stores,
  models,
  context,
}: OperatorServices): Register.RegisterContext => ({
  settings,
  coordination: stores.coordination,
  requestId: context.requestId,
  editionsInUse: () => editionUseCheck(stores.eventStore, models),
  suppressed: async () => {
    const list = new SuppressionList({ store: stores.eventStore, secret: settings.keyHashSecret });
    await list.bringUpToDate();
    return list;
  },
  changedSuppressions: (window) =>
    changedSuppressions({ store: stores.eventStore, secret: settings.keyHashSecret }, window),
});

/** Puts an edition of a source in force, as a recorded maintenance act. @throws WrongRequest, NotDone */
export function activateAndRecordEdition(
  operator: OperatorServices,
  { source, edition, ...options }: ActOptions & Pick<Register.EditionInForce, 'source' | 'edition'>,
): Promise<Register.EditionInForce> {
  const maintenance = { kind: 'edition_activation', source, edition } as const;
  return performMaintenance(operator, { ...options, what: maintenance }, async () => ({
    result: await Register.activateEdition(operator.settings, source, edition),
    verdict: null,
    changed: true,
  }));
}

/**
 * Finds the editions that unfinished chunks are answered from. Jobs are found in the log too, so the answer
 * is right without a running service and with read models that are behind.
 */
export async function editionUseCheck(
  eventStore: EventStore,
  models: Pick<LiveReadModels, 'lanePosition' | 'range'>,
): Promise<Register.IsEditionInUse> {
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
