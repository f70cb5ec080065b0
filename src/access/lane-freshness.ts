/**
 * Measures how old the documents of the access lane can be at most. The head of the log is sampled now and
 * then; once the lane has passed a sample, it holds everything that was written before that sample.
 */
import type { Position } from '../../packages/platform/src/event-store/event-store.js';

interface Sample {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly head: Position;
}

/** Milliseconds between two samples. More frequent samples would cost more than they show. */
const SAMPLE_INTERVAL_MS = 50;
/** The most samples kept, so that a lane that stands still does not fill the memory. */
const MAX_SAMPLES = 100;

export interface FreshnessSources {
  readonly head: () => Promise<Position>;
  readonly lanePosition: () => Promise<Position | null>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export class LaneFreshness {
  /** Samples that the lane has not passed, oldest first. */
  private samples: Sample[] = [];
  private lastPassed: Sample | null = null;
  private measuredAt = -Infinity;
  private measuring: Promise<void> | null = null;

  constructor(private readonly sources: FreshnessSources) {}

  /**
   * Returns how many milliseconds the documents may be behind the log. Infinity before the first catch-up.
   */
  async age(): Promise<number> {
    if (this.sources.now() - this.measuredAt >= SAMPLE_INTERVAL_MS) {
      this.measuring ??= this.measure().finally(() => (this.measuring = null));
      await this.measuring;
    }
    return this.lastPassed === null ? Infinity : this.sources.now() - this.lastPassed.at;
  }

  /** Returns the newest head seen: a lane that has passed it is up to date. */
  target(): Position | null {
    return (this.samples.at(-1) ?? this.lastPassed)?.head ?? null;
  }

  private async measure(): Promise<void> {
    const at = this.sources.now();
    const head = await this.sources.head();
    const position = await this.sources.lanePosition();
    if (this.samples.length >= MAX_SAMPLES) this.samples.pop();
    this.samples.push({ at, head });
    // In an empty log the lane has no checkpoint, and needs none.
    const upTo = position ?? '';
    for (let first = this.samples[0]; first !== undefined && first.head <= upTo; first = this.samples[0]) {
      this.lastPassed = first;
      this.samples.shift();
    }
    this.measuredAt = at;
  }
}
