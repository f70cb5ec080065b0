/**
 * How old what the access lane shows can be at most. The head of the log is sampled now and then; once the lane has
 * passed a sample, it holds everything that was written before that sample was taken.
 */
import type { Position } from '../platform/event-store/event-store.js';

interface Sample {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly head: Position;
}

/** Samples closer together than this would cost more than they tell. */
const SAMPLE_INTERVAL_MS = 50;
/** A lane that stands still must not make this grow. */
const MOST_SAMPLES = 100;

export interface FreshnessSources {
  readonly head: () => Promise<Position>;
  readonly lanePosition: () => Promise<Position | null>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export class LaneFreshness {
  /** Not yet passed by the lane, oldest first. */
  private ahead: Sample[] = [];
  private passed: Sample | null = null;
  private measuredAt = -Infinity;
  private measuring: Promise<void> | null = null;

  constructor(private readonly sources: FreshnessSources) {}

  /** Milliseconds: everything written longer ago than this is in the documents. Infinity before the first catch-up. */
  async age(): Promise<number> {
    if (this.sources.now() - this.measuredAt >= SAMPLE_INTERVAL_MS) {
      this.measuring ??= this.measure().finally(() => (this.measuring = null));
      await this.measuring;
    }
    return this.passed === null ? Infinity : this.sources.now() - this.passed.at;
  }

  /** The newest head seen: where the lane must be to be up to date. */
  target(): Position | null {
    return (this.ahead.at(-1) ?? this.passed)?.head ?? null;
  }

  private async measure(): Promise<void> {
    const at = this.sources.now();
    const head = await this.sources.head();
    const position = await this.sources.lanePosition();
    if (this.ahead.length >= MOST_SAMPLES) this.ahead.pop();
    this.ahead.push({ at, head });
    // The projector may have nothing to do in an empty log; its lane then has no checkpoint, and needs none.
    const reached = position ?? '';
    for (let first = this.ahead[0]; first !== undefined && first.head <= reached; first = this.ahead[0]) {
      this.passed = first;
      this.ahead.shift();
    }
    this.measuredAt = at;
  }
}
