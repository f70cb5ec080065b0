/** Decides if the clock can be trusted enough to delete for good (Architecture 7.1, 7.2). */
import { clockIsOff } from '../../../packages/platform/src/coordination/clock-check.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import type { RetainedJobs } from './retained-jobs.js';

const DAY_MS = 86_400_000;
/**
 * The clock is in doubt if both are longer ago than this: when it was last trusted, and when the newest job
 * that is at least a day old began.
 */
const MAX_SILENCE_MS = 2 * DAY_MS;

/** Key of the last time at which the clock was trusted. If Coordination is lost, the jobs alone decide. */
const CLOCK_TRUSTED_KEY = 'eraser/clock-seen';

/** The times that a clock is compared with, in milliseconds since 1970. */
export interface ClockEvidence {
  readonly nowMs: number;
  /** The last time at which the clock was trusted; null if it is unknown. */
  readonly clockTrustedAtMs: number | null;
  /** The start of the newest job that is a day old or more by this clock; null: there is none. */
  readonly newestDayOldJobMs: number | null;
}

/** Returns true if no evidence is near this clock. A job that began one to two days ago ends the doubt. */
export const isClockInDoubt = ({ nowMs, clockTrustedAtMs, newestDayOldJobMs }: ClockEvidence): boolean =>
  !isNear(nowMs, clockTrustedAtMs) && newestDayOldJobMs !== null && !isNear(nowMs, newestDayOldJobMs);

const isNear = (nowMs: number, timeMs: number | null): boolean =>
  timeMs !== null && Math.abs(nowMs - timeMs) <= MAX_SILENCE_MS;

export type ClockTrust =
  | 'sure'
  /** Nothing may expire until an operator confirms the clock or a day of use does. */
  | 'in_doubt'
  /** The read models that could decide do not exist yet. */
  | 'unknown';

export class ExpiryGuard {
  constructor(
    private readonly parts: {
      readonly coordination: Coordination;
      readonly clock: Clock;
      readonly jobs: Pick<RetainedJobs, 'newestBefore'>;
    },
  ) {}

  /** Returns true if nothing may be deleted or called expired now. */
  async isExpiryPaused(): Promise<boolean> {
    const { coordination, clock } = this.parts;
    return (await this.clockTrust(clock.now())) !== 'sure' || clockIsOff(coordination, clock);
  }

  /** Judges a clock that shows `now` and agrees with the store's clock. */
  async clockTrust(now: Date): Promise<ClockTrust> {
    const nowMs = now.getTime();
    const trustedAtText = (await this.parts.coordination.get(CLOCK_TRUSTED_KEY))?.value['at'];
    const clockTrustedAtMs = typeof trustedAtText === 'string' ? Date.parse(trustedAtText) : null;
    if (isNear(nowMs, clockTrustedAtMs)) return 'sure'; // the jobs need not be read
    return whenReady(async () => {
      const newestDayOldJobMs = await this.parts.jobs.newestBefore(nowMs - DAY_MS);
      return isClockInDoubt({ nowMs, clockTrustedAtMs, newestDayOldJobMs }) ? 'in_doubt' : 'sure';
    }, 'unknown');
  }

  /** Records that the clock is trusted now, because it was found right or an operator confirmed it. */
  async trustClock(now: Date): Promise<void> {
    await this.parts.coordination.put(CLOCK_TRUSTED_KEY, { at: now.toISOString() });
  }
}
