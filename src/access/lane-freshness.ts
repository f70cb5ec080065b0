/** Measures the age of the access lane's documents, by samples of the head of the log. */
import type { Position } from '../../packages/platform/src/event-store/event-store.js';

interface Sample {
  readonly atMs: number;
  readonly head: Position;
}

/** The time between two samples. More frequent samples would cost more than they show. */
const SAMPLE_INTERVAL_MS = 50;
/** The maximum number of samples, so that a lane that stands still does not fill the memory. */
const MAX_SAMPLES = 100;

export class LaneFreshness {
  /** Samples that the lane has not passed, oldest first. */
  private samples: Sample[] = [];
  private lastPassed: Sample | null = null;
  private measuredAtMs = -Infinity;
  private currentMeasure: Promise<void> | null = null;

  /** @param sources `now` returns monotonic milliseconds */
  constructor(
    private readonly sources: {
      readonly head: () => Promise<Position>;
      readonly lanePosition: () => Promise<Position | null>;
      readonly now: () => number;
    },
  ) {}

  /** Returns how far the documents may be behind; Infinity before the lane caught up for the first time. */
  async readAgeMs(): Promise<number> {
    if (this.sources.now() - this.measuredAtMs >= SAMPLE_INTERVAL_MS) {
      this.currentMeasure ??= this.measure().finally(() => (this.currentMeasure = null));
      await this.currentMeasure;
    }
    return this.lastPassed === null ? Infinity : this.sources.now() - this.lastPassed.atMs;
  }

  /** Returns the newest sampled head. A lane that has passed it is up to date. */
  newestHead(): Position | null {
    return (this.samples.at(-1) ?? this.lastPassed)?.head ?? null;
  }

  private async measure(): Promise<void> {
    const atMs = this.sources.now();
    const head = await this.sources.head();
    const position = await this.sources.lanePosition();
    if (this.samples.length >= MAX_SAMPLES) this.samples.pop();
    this.samples.push({ atMs, head });
    // In an empty log the lane has no checkpoint, and needs none.
    const lanePosition = position ?? '';
    const passedCount = this.samples.findLastIndex((sample) => sample.head <= lanePosition) + 1;
    this.lastPassed = this.samples.splice(0, passedCount).at(-1) ?? this.lastPassed;
    this.measuredAtMs = atMs;
  }
}
