/**
 * Invariant 6 for the jobs that end behind a checkpoint: when a job has ended its pages don't change any more, so they
 * are read then and compared with what its events say. Remembers one number a running job.
 */
import { keysOfJob } from '../../../projections/key-parts.js';
import type { LoggedEvent } from '../../streams/index.js';
import { jobStream } from '../../streams/job/job.events.js';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { lastEvent } from '../../platform/event-store/stored-events.js';
import type { JobId } from '../../shared/ids.js';
import { Findings, type InvariantReport } from '../invariant.js';
import { LoggedPages } from '../logged-pages.js';
import { servedIn } from '../pages-comparison.js';
import type { Place } from '../pass-memory.js';
import type { ComparedReadModels } from '../documents.js';

export class RecentPages {
  private readonly logged = new LoggedPages();
  private ended: JobId[] = [];

  /** `judged`: the event lies behind the checkpoint. */
  observe(entry: LoggedEvent, place: Place, judged: boolean): void {
    this.logged.observe(entry, place);
    const { type } = entry.event;
    if ((type !== 'JobCompleted' && type !== 'JobCancelled') || place.job === undefined) return;
    const { id, submission } = place.job;
    if (!judged) this.logged.of.delete(id);
    else if (submission.stored) this.ended.push(id);
  }

  /** Compares the jobs that ended since the last call; the pages lane must have passed them. */
  async settle(
    log: Pick<EventStore, 'readStream'>,
    models: ComparedReadModels,
    pace: () => Promise<void>,
  ): Promise<InvariantReport> {
    const findings = new Findings(6, 'pages give each row once, in order', 'jobs with pages');
    const ended = this.ended;
    this.ended = [];
    for (const job of ended) {
      await pace();
      findings.checked++;
      const logged = this.logged.of.get(job);
      this.logged.of.delete(job);
      if (logged === (await servedOf(models, job))) continue;
      if ((await lastEvent(log, jobStream(job)))?.type === 'JobRowsErased') continue;
      const detail = `the pages of ${job} are not what its records say`;
      findings.offend({ detail, job_id: job, row: null, stream: null, event_id: null });
    }
    return findings.report('compared for the jobs that ended since');
  }
}

const servedOf = (models: ComparedReadModels, job: JobId): Promise<number | undefined> =>
  models.snapshot(async (reader) => (await servedIn(reader, keysOfJob(job))).get(job));
