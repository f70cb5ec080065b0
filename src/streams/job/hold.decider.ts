/**
 * Decides on holds, which keep the data streams of a job past its expiry for a dispute. Pure. Holds and
 * erasures are events of one stream, so of two at once the second sees the first.
 */
import { decided, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type { JobEvent, JobHeld } from './job.events.js';
import { isActive, isEnded, type Hold, type JobState } from './job.state.js';

export type HoldRefusal = DetailedRefusal<
  'unknown_job' | 'not_stored' | 'rows_erased' | 'invalid_until' | 'other_hold'
>;
export type HoldDecision = Decision<JobEvent, HoldRefusal>;

/** The reason in the end of a hold whose time has come. */
export const LAPSED = 'its time is over';

export const isLapsed = (hold: Hold, now: string): boolean => hold.until !== null && hold.until <= now;

/** @param now ISO 8601, UTC */
export function holdRows(state: JobState, terms: JobHeld['data'], now: string): HoldDecision {
  if (!isActive(state) && !isEnded(state)) return refuseWith('unknown_job', 'There is no such job.');
  if (!state.submission.stored)
    return refuseWith('not_stored', 'The request said store=false: nothing of its rows was ever kept.');
  if (state.status === 'erased')
    return refuseWith('rows_erased', `The rows were erased at ${state.erasedAt}: nothing is left to hold.`);
  if (terms.until !== null && terms.until <= now)
    return refuseWith('invalid_until', 'The last day of the hold is over: name a later one, or today.');
  const { hold } = state;
  return hold !== null && hold.reason === terms.reason && hold.until === terms.until
    ? decided()
    : decided({ type: 'JobHeld', data: { reason: terms.reason, until: terms.until } });
}

/** Ends the hold that began at `since`. A hold that took its place meanwhile stays. */
export function endHold(
  state: JobState,
  { reason, since }: { readonly reason: string; readonly since: string },
): HoldDecision {
  if (!isActive(state) && !isEnded(state)) return refuseWith('unknown_job', 'There is no such job.');
  const { hold } = state;
  if (hold !== null && hold.since !== since)
    return refuseWith(
      'other_hold',
      `Another hold stands since ${hold.since} (${hold.reason}). Nothing was changed: end that hold if it is meant.`,
    );
  return hold === null ? decided() : decided({ type: 'JobHoldEnded', data: { reason } });
}
