/**
 * Asks the live checker for pending blocks. Each block is its own question; one that is slow holds up no other.
 */
import type { LiveAnswer, LiveCheck, LiveChecker } from '../../enrichment/live-checker.js';
import { pause } from '../../platform/time/pause.js';
import { unlessAborted, withLimit } from '../../platform/time/signals.js';

export interface LiveTerms {
  /** Given up at this moment, by `performance.now()`. */
  readonly until: number;
  /** Given up when the process stops. */
  readonly signal: AbortSignal;
}

/** Milliseconds before a failed check is tried again: at first, and at most. */
export const FIRST_RETRY_MS = 500;
export const LONGEST_RETRY_MS = 30_000;

/** Milliseconds between the next two tries, where these were between the last: doubled each time. */
export const longerWait = (wait: number): number => Math.min(wait * 2, LONGEST_RETRY_MS);

/** For a client that waits: the first answer, whatever a later try might find; null where none came in time. */
export async function liveAnswer(
  checker: Pick<LiveChecker, 'check'>,
  check: LiveCheck,
  terms: LiveTerms,
): Promise<LiveAnswer | null> {
  const { until, signal } = terms;
  const left = (): number => until - performance.now();
  for (let wait = FIRST_RETRY_MS; left() > 0 && !signal.aborted; wait = longerWait(wait)) {
    const answer = await oneTry(checker, check, terms);
    if (answer !== null) return answer;
    await pause(Math.min(wait, Math.max(0, left())), signal);
  }
  return null;
}

/** Null where the check threw, or didn't end in time. */
export async function oneTry(
  checker: Pick<LiveChecker, 'check'>,
  check: LiveCheck,
  { until, signal }: LiveTerms,
): Promise<LiveAnswer | null> {
  const left = Math.max(1, Math.ceil(until - performance.now()));
  const answer = withLimit(left, signal, (limit) => unlessAborted(checker.check(check, limit), limit));
  return answer.catch(() => null);
}
