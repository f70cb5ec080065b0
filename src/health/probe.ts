/** A probe: asks one thing again and again in the background, and keeps its last answer and failure. */
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { ANSWER_WITHIN_MS, inTime } from '../../packages/platform/src/time/in-time.js';
import { redact } from '../../packages/platform/src/telemetry/redact.js';
import { withoutTrailing } from '../../packages/words/src/text/trailing.js';

/** A thing that gave no answer for this time is out of reach. A slower answer within this time is fine. */
export const OUT_OF_REACH_MS = 10_000;

export class Probe<T> {
  lastAnswer: T | undefined;
  private failure: string | undefined;
  private answeredAtMs: number;
  private answerMs = 0;
  private isAsking = false;

  /** @param nowMs milliseconds of a monotonic clock */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.answeredAtMs = nowMs();
  }

  /** Asks again. Resolves after `OUT_OF_REACH_MS` at the latest, so no answer that hangs is the last. */
  async probe(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    await inTime(this.askOnce(), OUT_OF_REACH_MS, () => undefined);
    this.isAsking = false;
  }

  /** The reason why the thing is out of reach, without a full stop at the end; null if it is in reach. */
  unreachableReason(): string | null {
    const silentMs = this.nowMs() - this.answeredAtMs;
    if (silentMs < OUT_OF_REACH_MS) return null;
    return this.failure ?? `no answer for ${Math.floor(silentMs / 1_000)} s`;
  }

  /** The reason why requests don't wait for a thing that answers too slowly; null if it is fast enough. */
  slownessReason(): string | null {
    if (this.answerMs <= ANSWER_WITHIN_MS) return null;
    return `it took ${(this.answerMs / 1_000).toFixed(1)} s to answer, and requests wait no longer than ${ANSWER_WITHIN_MS / 1_000} s`;
  }

  private async askOnce(): Promise<void> {
    const askedAtMs = this.nowMs();
    try {
      this.lastAnswer = await this.ask();
      this.answeredAtMs = this.nowMs();
      this.answerMs = this.answeredAtMs - askedAtMs;
      this.failure = undefined;
    } catch (error) {
      this.failure = redact(withoutTrailing(errorMessage(error), '.'));
    }
  }
}
