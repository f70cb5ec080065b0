/**
 * Counts the calls of keys against their rate limits, in windows of 60 s from a key's first call (Contract
 * 3.7, 3.8). All API processes on one Coordination share the counts. A process that is alone counts in
 * memory. If others run, a call waits for the store only at the start of a window and when a limit is nearly
 * used up. While the store can't be reached, the process counts for itself.
 */
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import type { Presence } from '../../../packages/platform/src/coordination/presence.js';
import { RATE_WINDOW_MS, type RateLimit, type RateLimitResult } from './rate-limits.js';
import { SharedWindow } from './shared-window.js';

export interface SharedRateLimitParts {
  readonly coordination: Coordination;
  /** The presence of API processes. */
  readonly presence: Pick<Presence, 'hasOthers' | 'start' | 'stop'>;
  /** A monotonic clock in milliseconds, independent of the clock of the windows. */
  readonly now: () => number;
  /** Milliseconds after which a store that doesn't answer counts as unreachable. Default: 250. */
  readonly timeoutMs?: number;
}

/** Milliseconds between two reports of all unreported calls. */
const REPORT_EVERY_MS = 250;
/** Milliseconds for which a store that failed is not called again. */
const STORE_BACKOFF_MS = 1_000;
/** Calls between two removals of windows that nobody uses. */
const SWEEP_EVERY = 1_000;

export class SharedRateLimits implements OnModuleInit, OnApplicationShutdown {
  /** The running windows, by key and by name of the limit. */
  private readonly windows = new Map<string, Map<string, SharedWindow>>();
  /** Windows that may have calls to report. */
  private readonly active = new Set<SharedWindow>();
  private callsSinceSweep = 0;
  private backOffUntil = -Infinity;
  private lastTime = 0;
  private reportTimer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: SharedRateLimitParts) {}

  async onModuleInit(): Promise<void> {
    await this.parts.presence.start();
    this.reportTimer = setInterval(() => void this.reportAll(), REPORT_EVERY_MS).unref();
  }

  /** Reports the last counts, for the processes that go on. No request is under way any more. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.reportTimer);
    await this.reportAll();
    await this.parts.presence.stop();
  }

  /** Counts one call against all these limits, or against none where one is used up. */
  countCall(
    keyId: string,
    limits: readonly RateLimit[],
    now: Date,
  ): RateLimitResult | Promise<RateLimitResult> {
    const time = now.getTime();
    const windows = this.windowsOf(keyId, limits, time);
    this.lastTime = time;
    const allowed = !windows.some((window) => window.isUsedUp);
    const countsInStore = allowed && this.usesStore();
    if (countsInStore && !windows.every((window) => window.mayCountAlone)) {
      return this.claim(windows, () => this.countCall(keyId, limits, now), time);
    }
    if (allowed) for (const window of windows) window.used += 1;
    if (countsInStore) for (const window of windows) if (window.shouldReport) void this.report(window, time);
    return { allowed, states: statesOf(windows, time) };
  }

  /** Reports all unreported calls to the store. It runs every `REPORT_EVERY_MS` and never rejects. */
  async reportAll(): Promise<void> {
    const time = this.lastTime;
    for (const window of this.active) if (window.endsAt <= time) this.active.delete(window);
    if (!this.usesStore()) return;
    const unreported = [...this.active].filter(({ hasUnreported }) => hasUnreported);
    await Promise.all(unreported.map((window) => this.report(window, time)));
  }

  /**
   * Returns the running windows. Replaces those that have ended, or end too late because the clock was set
   * back.
   */
  private windowsOf(keyId: string, limits: readonly RateLimit[], time: number): readonly SharedWindow[] {
    this.sweepSometimes(time);
    let keyWindows = this.windows.get(keyId);
    if (keyWindows === undefined) this.windows.set(keyId, (keyWindows = new Map<string, SharedWindow>()));
    const endsAt = time + RATE_WINDOW_MS;
    const windows: SharedWindow[] = [];
    for (const limit of limits) {
      let window = keyWindows.get(limit.name);
      if (window === undefined || window.endsAt <= time || window.endsAt > endsAt) {
        window = new SharedWindow(keyId, limit, endsAt, this.parts.timeoutMs);
        this.active.add(window);
        keyWindows.set(limit.name, window);
      }
      window.limit = limit.limit;
      windows.push(window);
    }
    return windows;
  }

  /** Drops the windows of keys that no longer call. */
  private sweepSometimes(time: number): void {
    if (++this.callsSinceSweep < SWEEP_EVERY) return;
    this.callsSinceSweep = 0;
    for (const [keyId, keyWindows] of this.windows)
      if ([...keyWindows.values()].every(({ endsAt }) => endsAt <= time)) this.windows.delete(keyId);
  }

  private usesStore(): boolean {
    return this.parts.presence.hasOthers && this.parts.now() >= this.backOffUntil;
  }

  /** Claims one call of each window from the store, or none. If the store fails, the call is counted here. */
  private async claim(
    windows: readonly SharedWindow[],
    countHere: () => RateLimitResult | Promise<RateLimitResult>,
    time: number,
  ): Promise<RateLimitResult> {
    const grantedWindows: SharedWindow[] = [];
    const giveBack = (): void => grantedWindows.forEach((window) => (window.used -= 1));
    try {
      for (const window of windows) {
        if (!(await window.claim(this.parts.coordination, time))) break;
        grantedWindows.push(window);
      }
    } catch {
      this.backOff();
      giveBack();
      return countHere();
    }
    const allowed = grantedWindows.length === windows.length;
    if (!allowed) giveBack();
    return { allowed, states: statesOf(windows, time) };
  }

  private async report(window: SharedWindow, time: number): Promise<void> {
    try {
      await window.report(this.parts.coordination, time);
    } catch {
      this.backOff(); // the calls are reported once the store is back
    }
  }

  private backOff(): void {
    this.backOffUntil = this.parts.now() + STORE_BACKOFF_MS;
  }
}

const statesOf = (windows: readonly SharedWindow[], time: number): RateLimitResult['states'] =>
  windows.map(({ name, limit, used, endsAt }) => ({
    remaining: Math.max(0, limit - used),
    reset_ms: endsAt - time,
    name,
    limit,
  }));
