/** Gets live answers for pending blocks. Each block is checked by itself, so a slow check delays no other. */
import type { LiveAnswer, LiveCheck, LiveChecker } from '../../../packages/enrichment/src/index.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { unlessAborted, withLimit } from '../../../packages/platform/src/time/signals.js';
import { UNANSWERED_BLOCK } from './row-answers.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

/** The final answer of one block that was pending when its row was recorded. */
export interface LateAnswer extends Pick<LiveAnswer, 'outcome' | 'envelope'> {
  readonly row: number;
  readonly block: BlockKey;
}

export interface CheckLimits {
  /** The check is given up at this moment, by `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** The answer of a block for which none came in time. */
export const NO_ANSWER: LiveAnswer = {
  outcome: { status: 'not_found', reason: UNANSWERED_BLOCK.reason },
  envelope: UNANSWERED_BLOCK,
};

/** The first and the longest wait before a failed check is repeated. */
export const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/** Returns the next wait in milliseconds: twice the last one, up to the longest. */
export const longerWait = (waitMs: number): number => Math.min(waitMs * 2, MAX_RETRY_MS);

/** Repeats a check until it answers, because a client waits. Returns null if no answer came in time. */
export async function getLiveAnswer(
  checker: Pick<LiveChecker, 'check'>,
  check: LiveCheck,
  limits: CheckLimits,
): Promise<LiveAnswer | null> {
  const { deadlineMs, signal } = limits;
  const remainingMs = (): number => deadlineMs - performance.now();
  for (let waitMs = FIRST_RETRY_MS; remainingMs() > 0 && !signal.aborted; waitMs = longerWait(waitMs)) {
    const answer = await checkOnce(checker, check, limits);
    if (answer !== null) return answer;
    await pause(Math.min(waitMs, Math.max(0, remainingMs())), signal);
  }
  return null;
}

/** Runs one check. Returns null if it threw or did not end in time. */
export async function checkOnce(
  checker: Pick<LiveChecker, 'check'>,
  check: LiveCheck,
  { deadlineMs, signal }: CheckLimits,
): Promise<LiveAnswer | null> {
  const remainingMs = Math.max(1, Math.ceil(deadlineMs - performance.now()));
  const answer = withLimit(remainingMs, signal, (limitSignal) =>
    unlessAborted(checker.check(check, limitSignal), limitSignal),
  );
  return answer.catch(() => null);
}
