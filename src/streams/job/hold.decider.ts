/**
 * Holds: the data streams of a job stay past its expiry for a dispute. Pure. Holds and erasures are events of
 * one stream, so of two at once the second sees the first.
 */
import { decided, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type { JobEvent, JobHeld } from './job.events.js';
import { isActive, isEnded, type Hold, type JobState } from './job.state.js';

export type HoldRefusal = DetailedRefusal<'unknown_job' | 'not_stored' | 'rows_erased' | 'invalid_until'>;
export type HoldDecision = Decision<JobEvent, HoldRefusal>;

/** Whether the time of the hold has come. */
export const isLapsed = (hold: Hold, now: string): boolean => hold.until !== null && hold.until <= now;

/** @param now ISO 8601, UTC */
export function holdRows(state: JobState, terms: JobHeld['data'], now: string): HoldDecision {
  if (!isActive(state) && !isEnded(state)) return refuseWith('unknown_job', 'There is no such job.');
  if (!state.submission.stored)
    return refuseWith('not_stored', 'The request said store=false: nothing of its rows was ever kept.');
  if (state.status === 'erased')
    return refuseWith('rows_erased', `The rows were erased at ${state.erasedAt}: nothing is left to hold.`);
  if (terms.until !== null && terms.until <= now)
    return refuseWith(
      'invalid_until',
      `The hold would end at ${terms.until}, which is over: name a later day.`,
    );
  const { hold } = state;
  return hold !== null && hold.reason === terms.reason && hold.until === terms.until
    ? decided()
    : decided({ type: 'JobHeld', data: { reason: terms.reason, until: terms.until } });
}

export function endHold(state: JobState, reason: string): HoldDecision {
  if (!isActive(state) && !isEnded(state)) return refuseWith('unknown_job', 'There is no such job.');
  return state.hold === null ? decided() : decided({ type: 'JobHoldEnded', data: { reason } });
}
