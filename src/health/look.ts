/** A repeated look at one thing in the background: what it saw last, and since when it fails. */
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { ANSWER_WITHIN_MS, inTime } from '../../packages/platform/src/time/in-time.js';
import { redact } from '../../packages/platform/src/telemetry/redact.js';
import { withoutTrailing } from '../../packages/words/src/text/trailing.js';

/** After so long without an answer the thing counts as out of reach. A slow answer within it doesn't. */
export const OUT_OF_REACH_MS = 10_000;

export class Look<T> {
  /** The last answer. */
  seen: T | undefined;
  private failure: string | undefined;
  private answeredAt: number;
  private tookMs = 0;
  private asking = false;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly look: () => Promise<T>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.answeredAt = now();
  }

  /** Looks again. Resolves without an answer after `OUT_OF_REACH_MS`, so that no hanging look is the last. */
  async again(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    await inTime(this.ask(), OUT_OF_REACH_MS, () => undefined);
    this.asking = false;
  }

  /** Why the thing is out of reach, without a full stop at the end; null where it isn't. */
  trouble(): string | null {
    const silentMs = this.now() - this.answeredAt;
    if (silentMs < OUT_OF_REACH_MS) return null;
    return this.failure ?? `no answer for ${Math.floor(silentMs / 1_000)} s`;
  }

  /** Why requests don't wait for the thing, though it answers; null where they do. */
  slowness(): string | null {
    if (this.tookMs <= ANSWER_WITHIN_MS) return null;
    return `it took ${(this.tookMs / 1_000).toFixed(1)} s to answer, and requests wait no longer than ${ANSWER_WITHIN_MS / 1_000} s`;
  }

  private async ask(): Promise<void> {
    const asked = this.now();
    try {
      this.seen = await this.look();
      this.answeredAt = this.now();
      this.tookMs = this.answeredAt - asked;
      this.failure = undefined;
    } catch (error) {
      this.failure = redact(withoutTrailing(errorMessage(error), '.'));
    }
  }
}
