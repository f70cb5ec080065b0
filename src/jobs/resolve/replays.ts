/** Answers a repeated resolve with the original answer, for which it waits (Contract 3.10, 3.11). */
import { Inject, Injectable } from '@nestjs/common';
import type { Submission } from '../../streams/job/job.events.js';
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import type { ResolveOutcome } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { isEnded, type JobState } from '../../streams/job/job.state.js';
import { JobRepository } from '../job-stream.js';
import { ExpiryGuard } from '../retention/expiry-guard.js';
import { readRecordedRow } from './recorded-row.js';
import { replayedOutcome } from './resolved-outcome.js';

/** The first and the longest pause between two reads, in milliseconds. */
const POLL_PAUSE_MS = { first: 5, max: 100 };
/** The time to wait for a worker, from the moment at which it may take the row over. */
const WORKER_TIMEOUT_MS = 5_000;

@Injectable()
export class Replays {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store' | 'clock'>,
    private readonly jobs: JobRepository,
    private readonly expiryGuard: ExpiryGuard,
  ) {}

  /** @throws StoreUnavailableError if the row is not recorded long after it should be */
  async replay(submission: Submission): Promise<ResolveOutcome> {
    const deadlineMs = performance.now() + this.timeoutMs(submission);
    for (let pauseMs = POLL_PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, POLL_PAUSE_MS.max)) {
      // The row is read first: a job that is read later is at least as new.
      const rowLookup = await readRecordedRow(this.ports.store, submission.job_id);
      const job = await this.jobs.load(submission.job_id);
      if (await this.isGone(job.state)) return goneOutcome(submission, job.state);
      if (rowLookup.status === 'recorded') return replayedOutcome(submission, job, rowLookup);
      if (rowLookup.status === 'gone' && isEnded(job.state)) return goneOutcome(submission, job.state);
      if (performance.now() > deadlineMs)
        throw new StoreUnavailableError(`the row of ${submission.job_id} is not recorded yet`);
      await pause(pauseMs);
    }
  }

  private async isGone(state: JobState): Promise<boolean> {
    if (!isEnded(state)) return false;
    if (state.status === 'erased') return true;
    // While the clock may be wrong, only erased rows are gone (Architecture 7.1, 7.2).
    return (
      state.expiresAt <= this.ports.clock.now().toISOString() && !(await this.expiryGuard.isExpiryPaused())
    );
  }

  private timeoutMs({ inline_until }: Submission): number {
    const remainingMs =
      inline_until === null ? 0 : Date.parse(inline_until) - this.ports.clock.now().getTime();
    return Math.max(0, remainingMs) + WORKER_TIMEOUT_MS;
  }
}

function goneOutcome({ stored }: Submission, state: JobState): ResolveOutcome {
  if (!stored) return { outcome: 'gone', detail: 'not_stored', expires_at: null };
  const erasedAt = state.status === 'erased' ? state.erasedAt : null;
  const expiresAt = isEnded(state) ? state.expiresAt : null;
  // The earlier time counts: an operator may have ended the retention early.
  const expires_at = erasedAt !== null && expiresAt !== null && erasedAt < expiresAt ? erasedAt : expiresAt;
  return { outcome: 'gone', detail: 'rows_expired', expires_at };
}
