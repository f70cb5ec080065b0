/**
 * Deletes data whose time has ended (Architecture 3.8): ends the retention of jobs past `expires_at`, deletes what an
 * erasure that was broken off left behind, and closes submissions that were never finished. Each part can be repeated
 * and begun anywhere; one worker at a time does it, and only while its clock is right (Architecture 7.1, 7.2).
 */
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isActive, isEnded, type JobState } from '../../streams/job/job.state.js';
import { AbandonSubmission, EraseJobRows } from '../commands.js';
import { JobRepository } from '../job-stream.js';
import { ERASE_PENDING } from '../submit/abandon-submission.handler.js';
import { SUBMISSION_LIFETIME_MS } from '../idempotency/claim-chain.js';
import { clockIsOff } from '../../platform/coordination/clock-check.js';
import { Lease } from '../../platform/coordination/lease.js';
import { LOGGER } from '../../platform/nest/tokens.js';
import { parseJobId, timeOfJobId, type JobId } from '../../shared/ids.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { WORK_METRICS, type WorkLog, type WorkMetrics } from '../worker/worker-ports.js';
import { ExpiryGuard } from './expiry-guard.js';
import { RETAINED_JOBS, type RetainedJobs } from './retained-jobs.js';

const LEASE_TERMS = { ttlMs: 10_000, heartbeatMs: 2_500 };
/** Read models lag; an erasure this recent may not be seen yet. */
const OVERLAP_MS = 3_600_000;
const BY = { actor: 'worker', requestId: 'eraser' };

/** How far earlier rounds came; lost with Coordination, and then everything is looked at once more. */
const ERASED_SINCE = 'eraser/erased-since';
const SUBMISSIONS_SEEN = 'eraser/submissions-seen';

@Injectable()
export class Eraser {
  /** Erased jobs whose streams this process has seen deleted, so that no round deletes them again. */
  private readonly gone = new Map<JobId, string>();
  private clockInDoubt = false;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: JobPorts,
    @Inject(WORK_METRICS) private readonly metrics: WorkMetrics,
    @Inject(RETAINED_JOBS) private readonly retained: RetainedJobs,
    private readonly commands: CommandBus,
    private readonly jobs: JobRepository,
    private readonly guard: ExpiryGuard,
    @Inject(LOGGER) private readonly log: WorkLog,
  ) {}

  /** One round; ends early when the process stops, its clock is off or another worker's eraser is at it. */
  async round(signal: AbortSignal): Promise<void> {
    const { coordination, entropy, clock } = this.ports;
    // Every time of this round. It was right if the clock is right afterwards.
    const time = clock.now();
    const now = time.getTime();
    if (await clockIsOff(coordination, clock)) return;
    const isSure = await this.judge(time);
    const lease = await Lease.acquire(coordination, 'eraser/lease', { worker: entropy.ulid() }, LEASE_TERMS);
    if (lease === null) return;
    const goOn = (): boolean => !signal.aborted && lease.isHeld;
    try {
      if (isSure) await this.expire(now, goOn);
      await this.finishErasures(now, isSure, goOn);
      await this.finishClosings(goOn);
      if (!isSure) return;
      await this.closeSubmissions(now, goOn);
      await this.guard.vouchFor(time);
    } finally {
      await lease.release();
    }
  }

  /** Whether anything may end by this time; a doubt is said once, and so is its end. */
  private async judge(time: Date): Promise<boolean> {
    const standing = await this.guard.standing(time);
    const inDoubt = standing === 'in_doubt';
    if (inDoubt && !this.clockInDoubt)
      this.log.error(
        { clock: time.toISOString() },
        'this clock is days ahead of the log: nothing expires before `jobs expire --confirm-clock` or a day of use',
      );
    if (!inDoubt && this.clockInDoubt)
      this.log.warn(
        { clock: time.toISOString() },
        'the clock is not in doubt any more: what is past its time expires',
      );
    this.clockInDoubt = inDoubt;
    return standing === 'sure';
  }

  private async expire(now: number, goOn: () => boolean): Promise<void> {
    for await (const { job, expiresAt } of this.retained.expiredBy(isoOf(now))) {
      if (!goOn()) return;
      await this.commands.execute(new EraseJobRows(job, 'expired', 'worker'));
      await this.streamsGone(job, expiresAt);
    }
  }

  /** Erasures that another process began, an operator's too, and maybe did not end. */
  private async finishErasures(now: number, isSure: boolean, goOn: () => boolean): Promise<void> {
    const begun = isoOf(now - OVERLAP_MS);
    for await (const { job, expiresAt } of this.retained.erasedSince(await this.remembered(ERASED_SINCE))) {
      if (!goOn()) return;
      if (this.gone.has(job)) continue;
      await this.commands.execute(new EraseJobRows(job, 'expired', 'worker'));
      await this.streamsGone(job, expiresAt);
    }
    if (!isSure) return; // by a clock that is ahead, the next rounds would look at nothing
    await this.remember(ERASED_SINCE, begun);
    for (const [job, expiresAt] of this.gone) if (expiresAt < begun) this.gone.delete(job);
  }

  private async streamsGone(job: JobId, expiresAt: string): Promise<void> {
    const { state } = await this.jobs.load(job);
    if (state.status !== 'erased') return;
    this.gone.set(job, expiresAt);
    this.metrics.rowsErased(state.submission.chunks.length);
  }

  /** Submissions that were closed by a request that died before their data were deleted. */
  private async finishClosings(goOn: () => boolean): Promise<void> {
    const { coordination } = this.ports;
    for (const { key } of await coordination.range(ERASE_PENDING, `${ERASE_PENDING}~`)) {
      const job = parseJobId(key.slice(ERASE_PENDING.length));
      if (!goOn()) return;
      if (job === null) continue;
      const { state } = await this.jobs.load(job);
      if (state.status === 'unknown') continue; // not closed yet; the note is removed by the worker that closes it
      if (state.status === 'abandoned') await this.commands.execute(new AbandonSubmission(job, BY));
      else await coordination.delete(key);
    }
  }

  /** Rows of submissions that no key leads back to, a day after they were written. */
  private async closeSubmissions(now: number, goOn: () => boolean): Promise<void> {
    let seen = await this.remembered(SUBMISSIONS_SEEN);
    for (let next = await this.retained.submittedAfter(seen); next !== null && goOn();) {
      if (timeOfJobId(next) > now - SUBMISSION_LIFETIME_MS) break;
      const { state } = await this.jobs.load(next);
      if (!wasAccepted(state)) await this.commands.execute(new AbandonSubmission(next, BY));
      seen = next;
      next = await this.retained.submittedAfter(seen);
    }
    await this.remember(SUBMISSIONS_SEEN, seen);
  }

  private async remembered(key: string): Promise<string> {
    const entry = await this.ports.coordination.get(key);
    const at = entry?.value['at'];
    return typeof at === 'string' ? at : '';
  }

  private async remember(key: string, at: string): Promise<void> {
    await this.ports.coordination.put(key, { at });
  }
}

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

const wasAccepted = (state: JobState): boolean => isActive(state) || isEnded(state);
