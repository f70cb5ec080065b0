/**
 * Deletes data whose retention has ended (Architecture 3.8): erases the rows of jobs past `expires_at`,
 * finishes erasures that were interrupted, and closes submissions that were never finished. Each step can be
 * repeated, so a round may stop anywhere. One worker at a time does this, and only while its clock is right
 * (Architecture 7.1, 7.2).
 */
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LAPSED, isLapsed } from '../../streams/job/hold.decider.js';
import { holdOf, isActive, isEnded, type JobState } from '../../streams/job/job.state.js';
import { AbandonSubmission, EndJobHold, EraseJobRows } from '../commands.js';
import { JobRepository } from '../job-stream.js';
import { CLOSING_NOTE_PREFIX } from '../submit/abandon-submission.handler.js';
import { SUBMISSION_LIFETIME_MS } from '../idempotency/judge-claim.js';
import { clockIsOff } from '../../../packages/platform/src/coordination/clock-check.js';
import { Lease } from '../../../packages/platform/src/coordination/lease.js';
import { LOGGER } from '../../../packages/platform/src/nest/tokens.js';
import { parseJobId, timeOfJobId, type JobId } from '../../../packages/contract/src/ids.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { WORK_METRICS, type WorkLog, type WorkMetrics } from '../worker/worker-ports.js';
import { HOLD_ENDING_PREFIX } from './hold-job-rows.handler.js';
import { ExpiryGuard } from './expiry-guard.js';
import { RETAINED_JOBS, type RetainedJobs } from './retained-jobs.js';

const LEASE_TERMS = { ttlMs: 10_000, heartbeatMs: 2_500 };
/** The time that each round looks back, because read models may not show the newest erasures yet. */
const OVERLAP_MS = 3_600_000;
const ERASER_CONTEXT = { actor: 'worker', requestId: 'eraser' };

/** Keys that hold how far earlier rounds have come. Without them, a round starts from the beginning. */
const ERASED_SINCE = 'eraser/erased-since';
const SUBMISSIONS_SEEN = 'eraser/submissions-seen';

@Injectable()
export class Eraser {
  /** Erased jobs whose data this process has deleted. No later round deletes them again. */
  private readonly expiryByDeletedJob = new Map<JobId, string>();
  private isClockInDoubt = false;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: JobPorts,
    @Inject(WORK_METRICS) private readonly metrics: WorkMetrics,
    @Inject(RETAINED_JOBS) private readonly retainedJobs: RetainedJobs,
    private readonly commands: CommandBus,
    private readonly jobs: JobRepository,
    private readonly expiryGuard: ExpiryGuard,
    @Inject(LOGGER) private readonly log: WorkLog,
  ) {}

  /** Runs one round, unless the process stops, its clock is wrong or another worker runs the eraser. */
  async runRound(signal: AbortSignal): Promise<void> {
    const { coordination, entropy, clock } = this.ports;
    // The whole round uses this time. It was right if the clock is still right after this check.
    const time = clock.now();
    const nowMs = time.getTime();
    if (await clockIsOff(coordination, clock)) return;
    const isClockTrusted = await this.checkClock(time);
    const lease = await Lease.acquire(coordination, 'eraser/lease', { worker: entropy.ulid() }, LEASE_TERMS);
    if (lease === null) return;
    const mayContinue = (): boolean => !signal.aborted && lease.isHeld;
    try {
      if (isClockTrusted) await this.expire(nowMs, mayContinue);
      await this.finishErasures(nowMs, isClockTrusted, mayContinue);
      await this.finishHolds(mayContinue);
      await this.finishClosings(mayContinue);
      if (!isClockTrusted) return;
      await this.closeSubmissions(nowMs, mayContinue);
      await this.expiryGuard.trustClock(time);
    } finally {
      await lease.release();
    }
  }

  /** Returns true if rows may expire by this time. Logs when doubt about the clock begins or ends. */
  private async checkClock(time: Date): Promise<boolean> {
    const trust = await this.expiryGuard.clockTrust(time);
    const isInDoubt = trust === 'in_doubt';
    if (isInDoubt && !this.isClockInDoubt)
      this.log.error(
        { clock: time.toISOString() },
        'this clock is days ahead of the log: nothing expires before `jobs expire --confirm-clock` or a day of use',
      );
    if (!isInDoubt && this.isClockInDoubt)
      this.log.warn(
        { clock: time.toISOString() },
        'the clock is no longer in doubt: expired rows are deleted again',
      );
    this.isClockInDoubt = isInDoubt;
    return trust === 'sure';
  }

  private async expire(nowMs: number, mayContinue: () => boolean): Promise<void> {
    for await (const { job, expiresAt } of this.retainedJobs.expiredBy(isoOf(nowMs))) {
      if (!mayContinue()) return;
      await this.commands.execute(new EraseJobRows(job, 'expired', 'worker'));
      let { state } = await this.jobs.load(job);
      const hold = holdOf(state);
      if (hold !== null && isLapsed(hold, isoOf(nowMs))) {
        await this.commands.execute(
          new EndJobHold(job, { reason: LAPSED, since: hold.since }, ERASER_CONTEXT),
        );
        ({ state } = await this.jobs.load(job));
      }
      this.noteErased(job, expiresAt, state);
    }
  }

  /** Finishes erasures that another process (or an operator) began and may not have ended. */
  private async finishErasures(
    nowMs: number,
    isClockTrusted: boolean,
    mayContinue: () => boolean,
  ): Promise<void> {
    const overlapStart = isoOf(nowMs - OVERLAP_MS);
    for await (const { job, expiresAt } of this.retainedJobs.erasedSince(
      await this.readProgress(ERASED_SINCE),
    )) {
      if (!mayContinue()) return;
      if (this.expiryByDeletedJob.has(job)) continue;
      await this.commands.execute(new EraseJobRows(job, 'expired', 'worker'));
      this.noteErased(job, expiresAt, (await this.jobs.load(job)).state);
    }
    if (!isClockTrusted) return; // a clock that is ahead would make the next rounds skip erasures
    await this.storeProgress(ERASED_SINCE, overlapStart);
    for (const [job, expiresAt] of this.expiryByDeletedJob)
      if (expiresAt < overlapStart) this.expiryByDeletedJob.delete(job);
  }

  private noteErased(job: JobId, expiresAt: string, state: JobState): void {
    // The data of a held job stay until its hold ends.
    if (state.status !== 'erased' || state.hold !== null) return;
    this.expiryByDeletedJob.set(job, expiresAt);
    this.metrics.chunksErased(state.submission.chunks.length);
  }

  /** Finishes ends of holds that another process began and may not have ended. */
  private async finishHolds(mayContinue: () => boolean): Promise<void> {
    for (const { key } of await this.ports.coordination.range(HOLD_ENDING_PREFIX, `${HOLD_ENDING_PREFIX}~`)) {
      const job = parseJobId(key.slice(HOLD_ENDING_PREFIX.length));
      if (!mayContinue()) return;
      // A hold that still exists has not ended yet. The process that noted its end may still end it.
      if (job !== null && holdOf((await this.jobs.load(job)).state) === null)
        // No hold began at '', so this command deletes the data but never ends a hold that begins meanwhile.
        await this.commands.execute(new EndJobHold(job, { reason: LAPSED, since: '' }, ERASER_CONTEXT));
    }
  }

  /** Finishes the closing of submissions whose data were not deleted because the closing process died. */
  private async finishClosings(mayContinue: () => boolean): Promise<void> {
    const { coordination } = this.ports;
    for (const { key } of await coordination.range(CLOSING_NOTE_PREFIX, `${CLOSING_NOTE_PREFIX}~`)) {
      const job = parseJobId(key.slice(CLOSING_NOTE_PREFIX.length));
      if (!mayContinue()) return;
      if (job === null) continue;
      const { state } = await this.jobs.load(job);
      if (state.status === 'unknown') continue; // not closed yet; the process that closes it removes the note
      if (state.status === 'abandoned')
        await this.commands.execute(new AbandonSubmission(job, ERASER_CONTEXT));
      else await coordination.delete(key);
    }
  }

  /** Closes submissions that were still not accepted a day after they began. */
  private async closeSubmissions(nowMs: number, mayContinue: () => boolean): Promise<void> {
    let progress = await this.readProgress(SUBMISSIONS_SEEN);
    for (let job = await this.retainedJobs.submittedAfter(progress); job !== null && mayContinue();) {
      if (timeOfJobId(job) > nowMs - SUBMISSION_LIFETIME_MS) break;
      const { state } = await this.jobs.load(job);
      if (!wasAccepted(state)) await this.commands.execute(new AbandonSubmission(job, ERASER_CONTEXT));
      progress = job;
      job = await this.retainedJobs.submittedAfter(progress);
    }
    await this.storeProgress(SUBMISSIONS_SEEN, progress);
  }

  /** Reads how far earlier rounds have come: a time or a job id, or '' if no round has stored one. */
  private async readProgress(key: string): Promise<string> {
    const entry = await this.ports.coordination.get(key);
    const progress = entry?.value['at'];
    return typeof progress === 'string' ? progress : '';
  }

  private async storeProgress(key: string, progress: string): Promise<void> {
    await this.ports.coordination.put(key, { at: progress });
  }
}

const isoOf = (timeMs: number): string => new Date(timeMs).toISOString();

const wasAccepted = (state: JobState): boolean => isActive(state) || isEnded(state);
