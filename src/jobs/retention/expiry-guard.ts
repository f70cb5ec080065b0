/**
 * Whether the time is sure enough to end by it for good: rows past their retention, submissions that nobody finished. A
 * clock that is off the store's is caught by comparing them (Architecture 7.1). One that jumped together with the
 * store's, as on one machine, is not: the log's own times tell (Architecture 7.2).
 */
import { clockIsOff } from '../../platform/coordination/clock-check.js';
import type { Coordination } from '../../platform/coordination/coordination.js';
import { ReadModelNotReadyError } from '../../platform/projector/generation-reader.js';
import type { Clock } from '../../platform/time/clock.js';
import type { RetainedJobs } from './retained-jobs.js';

const DAY_MS = 86_400_000;
/** A service that was used or ran within so long goes on where it was. */
const LONGEST_SILENCE_MS = 2 * DAY_MS;

/** When a clock that was not in doubt was last looked at. Lost with Coordination, and then the jobs alone tell. */
const CLOCK_SEEN = 'eraser/clock-seen';

/** Milliseconds since 1970. */
export interface TimesSeen {
  readonly now: number;
  /** Null: not known. */
  readonly lastLook: number | null;
  /** Of the newest job that is at least a day old by this clock; null: there is none, so nothing is days behind. */
  readonly usedADayAgo: number | null;
}

/**
 * Whether this clock is days ahead of all that it has been seen with. A day of use by it ends the doubt: by then
 * everybody has seen what time it says.
 */
export const clockInDoubt = ({ now, lastLook, usedADayAgo }: TimesSeen): boolean =>
  !isNear(now, lastLook) && usedADayAgo !== null && !isNear(now, usedADayAgo);

const isNear = (now: number, time: number | null): boolean =>
  time !== null && Math.abs(now - time) <= LONGEST_SILENCE_MS;

export interface ExpiryGuardParts {
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly jobs: Pick<RetainedJobs, 'newestBefore'>;
}

export type ExpiryStanding =
  | 'sure'
  /** Nothing may end by it before an operator says that it is right, or a day of use has. */
  | 'in_doubt'
  /** The read models that would tell aren't there yet. */
  | 'unknown';

export class ExpiryGuard {
  constructor(private readonly parts: ExpiryGuardParts) {}

  /** Whether nothing may end by time now, or be called expired. */
  async holds(): Promise<boolean> {
    const { coordination, clock } = this.parts;
    return (await this.standing(clock.now())) !== 'sure' || clockIsOff(coordination, clock);
  }

  /** Of a clock that says `now`, and agrees with the store's. */
  async standing(now: Date): Promise<ExpiryStanding> {
    const time = now.getTime();
    const seen = (await this.parts.coordination.get(CLOCK_SEEN))?.value['at'];
    const lastLook = typeof seen === 'string' ? Date.parse(seen) : null;
    if (isNear(time, lastLook)) return 'sure'; // without a look at the jobs
    try {
      const usedADayAgo = await this.parts.jobs.newestBefore(time - DAY_MS);
      return clockInDoubt({ now: time, lastLook, usedADayAgo }) ? 'in_doubt' : 'sure';
    } catch (error) {
      if (error instanceof ReadModelNotReadyError) return 'unknown';
      throw error;
    }
  }

  /** From now on the time goes on from here: the clock was found sure, or an operator said that it is right. */
  async vouchFor(now: Date): Promise<void> {
    await this.parts.coordination.put(CLOCK_SEEN, { at: now.toISOString() });
  }
}
