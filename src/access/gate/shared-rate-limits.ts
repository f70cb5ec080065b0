/**
 * Counts the calls of keys against their rate limits, in windows of 60 s (Contract 3.7, 3.8), for all API
 * processes on one Coordination together. A call waits for the store only at the start of a window and when a
 * limit is nearly used up. While the store can't be reached, each process counts by itself.
 */
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import type { Presence } from '../../../packages/platform/src/coordination/presence.js';
import { RATE_WINDOW_MS, type RateLimit, type RateLimitResult } from './rate-limits.js';
import { SharedWindow } from './shared-window.js';

export interface SharedRateLimitParts {
  readonly coordination: Coordination;
  readonly presence: Pick<Presence, 'hasOthers' | 'start' | 'stop'>;
  /** A monotonic clock in milliseconds, independent of the clock of the windows. */
  readonly now: () => number;
  /** Milliseconds after which a store that doesn't answer counts as unreachable. Default: 250. */
  readonly timeoutMs?: number;
}

/** The time between two reports of all unreported calls. */
const REPORT_EVERY_MS = 250;
/** The time for which a store that failed is not called again. */
const STORE_BACKOFF_MS = 1_000;
/** The number of calls between two removals of windows that nobody uses. */
const CALLS_PER_SWEEP = 1_000;

export class SharedRateLimits implements OnModuleInit, OnApplicationShutdown {
  /** The running windows, by key and by name of the limit. */
  private readonly windowsByKey = new Map<string, Map<string, SharedWindow>>();
  private readonly activeWindows = new Set<SharedWindow>();
  private callsSinceSweep = 0;
  private backOffUntilMs = -Infinity;
  private lastTimeMs = 0;
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

  /** Counts one call against all these limits, or against none if one is used up. */
  countCall(
    keyId: string,
    limits: readonly RateLimit[],
    now: Date,
  ): RateLimitResult | Promise<RateLimitResult> {
    const timeMs = now.getTime();
    const windows = this.windowsOf(keyId, limits, timeMs);
    this.lastTimeMs = timeMs;
    const isAllowed = !windows.some((window) => window.isUsedUp);
    const isCountedInStore = isAllowed && this.isStoreUsed();
    if (isCountedInStore && !windows.every((window) => window.mayCountAlone)) {
      return this.claim(windows, () => this.countCall(keyId, limits, now), timeMs);
    }
    if (isAllowed) for (const window of windows) window.used += 1;
    if (isCountedInStore)
      for (const window of windows) if (window.shouldReport) void this.report(window, timeMs);
    return { isAllowed, states: statesOf(windows, timeMs) };
  }

  /** Reports all unreported calls to the store, every `REPORT_EVERY_MS`. Never rejects. */
  async reportAll(): Promise<void> {
    const timeMs = this.lastTimeMs;
    for (const window of this.activeWindows) if (window.endMs <= timeMs) this.activeWindows.delete(window);
    if (!this.isStoreUsed()) return;
    const unreportedWindows = [...this.activeWindows].filter(({ hasUnreported }) => hasUnreported);
    await Promise.all(unreportedWindows.map((window) => this.report(window, timeMs)));
  }

  /** Returns the running windows. A window that has ended, or ends too late by this clock, is replaced. */
  private windowsOf(keyId: string, limits: readonly RateLimit[], timeMs: number): readonly SharedWindow[] {
    this.sweepSometimes(timeMs);
    let windowByLimit = this.windowsByKey.get(keyId);
    if (windowByLimit === undefined)
      this.windowsByKey.set(keyId, (windowByLimit = new Map<string, SharedWindow>()));
    const endMs = timeMs + RATE_WINDOW_MS;
    const windows: SharedWindow[] = [];
    for (const limit of limits) {
      let window = windowByLimit.get(limit.name);
      if (window === undefined || window.endMs <= timeMs || window.endMs > endMs) {
        window = new SharedWindow(keyId, limit, endMs, this.parts.timeoutMs);
        this.activeWindows.add(window);
        windowByLimit.set(limit.name, window);
      }
      window.limit = limit.limit;
      windows.push(window);
    }
    return windows;
  }

  /** Drops the windows of keys that no longer call. */
  private sweepSometimes(timeMs: number): void {
    if (++this.callsSinceSweep < CALLS_PER_SWEEP) return;
    this.callsSinceSweep = 0;
    for (const [keyId, windowByLimit] of this.windowsByKey)
      if ([...windowByLimit.values()].every(({ endMs }) => endMs <= timeMs)) this.windowsByKey.delete(keyId);
  }

  private isStoreUsed(): boolean {
    return this.parts.presence.hasOthers && this.parts.now() >= this.backOffUntilMs;
  }

  /** Claims one call of each window from the store, or none. If the store fails, the call is counted here. */
  private async claim(
    windows: readonly SharedWindow[],
    countHere: () => RateLimitResult | Promise<RateLimitResult>,
    timeMs: number,
  ): Promise<RateLimitResult> {
    const grantedWindows: SharedWindow[] = [];
    const giveBack = (): void => grantedWindows.forEach((window) => (window.used -= 1));
    try {
      for (const window of windows) {
        if (!(await window.claim(this.parts.coordination, timeMs))) break;
        grantedWindows.push(window);
      }
    } catch {
      this.backOff();
      giveBack();
      return countHere();
    }
    const isAllowed = grantedWindows.length === windows.length;
    if (!isAllowed) giveBack();
    return { isAllowed, states: statesOf(windows, timeMs) };
  }

  private async report(window: SharedWindow, timeMs: number): Promise<void> {
    try {
      await window.report(this.parts.coordination, timeMs);
    } catch {
      this.backOff(); // the calls are reported once the store is back
    }
  }

  private backOff(): void {
    this.backOffUntilMs = this.parts.now() + STORE_BACKOFF_MS;
  }
}

const statesOf = (windows: readonly SharedWindow[], timeMs: number): RateLimitResult['states'] =>
  windows.map(({ name, limit, used, endMs }) => ({
    remaining: Math.max(0, limit - used),
    reset_ms: endMs - timeMs,
    name,
    limit,
  }));
