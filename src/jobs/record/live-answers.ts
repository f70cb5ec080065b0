/** Gets live answers for pending blocks. Each block is checked by itself, so a slow check delays no other. */
import type { LiveAnswer, LiveCheck, LiveChecker } from '../../../packages/enrichment/src/index.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { unlessAborted, withLimit } from '../../../packages/platform/src/time/signals.js';
import { UNANSWERED_BLOCK } from './row-json.js';

/** The limits of a live check. */
export interface CheckLimits {
  /** The check is given up at this moment, by `performance.now()`. */
  readonly until: number;
  /** Aborts the check when the process stops. */
  readonly signal: AbortSignal;
}

/** The answer of a block for which none came in time. */
export const NO_ANSWER: LiveAnswer = {
  outcome: { status: 'not_found', reason: UNANSWERED_BLOCK.reason },
  envelope: UNANSWERED_BLOCK,
};

/** Milliseconds before a failed check is repeated: the first and the longest wait. */
export const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/** Returns the next wait in milliseconds: twice the last one, up to the longest. */
export const longerWait = (wait: number): number => Math.min(wait * 2, MAX_RETRY_MS);

/** Repeats a check until it answers, because a client waits. Returns null if no answer came in time. */
export async function liveAnswer(
  checker: Pick<LiveChecker, 'check'>,
  check: LiveCheck,
  limits: CheckLimits,
): Promise<LiveAnswer | null> {
  const { until, signal } = limits;
  const remainingMs = (): number => until - performance.now();
  for (let wait = FIRST_RETRY_MS; remainingMs() > 0 && !signal.aborted; wait = longerWait(wait)) {
    const answer = await checkOnce(checker, check, limits);
    if (answer !== null) return answer;
    await pause(Math.min(wait, Math.max(0, remainingMs())), signal);
  }
  return null;
}

/** Runs one check. Returns null if it threw or did not end in time. */
export async function checkOnce(
  checker: Pick<LiveChecker, 'check'>,
  check: LiveCheck,
  { until, signal }: CheckLimits,
): Promise<LiveAnswer | null> {
  const remainingMs = Math.max(1, Math.ceil(until - performance.now()));
  const answer = withLimit(remainingMs, signal, (limitSignal) =>
    unlessAborted(checker.check(check, limitSignal), limitSignal),
  );
  return answer.catch(() => null);
}
