/**
 * Allowances that all API processes on one Coordination share. A process that is alone counts in memory and never asks
 * the store. Among others it waits for the store at the first call of a window, and then only as an allowance runs out;
 * where the store can't be asked, it counts for itself until it can.
 */
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Coordination } from '../../platform/coordination/coordination.js';
import type { Presence } from '../../platform/coordination/presence.js';
import { Windows, statesOf, takeFrom, type AllowanceLimit, type Taken } from './allowances.js';
import { SharedWindow } from './shared-window.js';

export interface SharedBy {
  readonly coordination: Coordination;
  /** Of API processes. */
  readonly presence: Pick<Presence, 'hasOthers' | 'start' | 'stop'>;
  /** A monotonic clock in milliseconds, independent of the clock of the windows. */
  readonly now: () => number;
  /** Milliseconds of real time after which a store that doesn't answer is as good as away. Default: 250. */
  readonly patienceMs?: number;
}

/** Milliseconds after which everything untold is told. */
const TOLD_AFTER_MS = 250;
/** How long a store that failed is not asked again. */
const LEFT_ALONE_MS = 1_000;

const entryKey = (keyId: string, name: string): string => `allowance/${keyId}.${name}`;

export class SharedAllowances implements OnModuleInit, OnApplicationShutdown {
  private readonly windows = new Windows((ends, keyId, name) => this.opened(ends, entryKey(keyId, name)));
  /** Windows that may have something to tell. */
  private readonly active = new Set<SharedWindow>();
  private leftAloneUntil = -Infinity;
  private lastTime = 0;
  private telling: NodeJS.Timeout | undefined;

  constructor(private readonly by: SharedBy) {}

  async onModuleInit(): Promise<void> {
    await this.by.presence.start();
    this.telling = setInterval(() => void this.tellAll(), TOLD_AFTER_MS).unref();
  }

  /** No request is under way any more: its counts go to the processes that stay. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.telling);
    await this.tellAll();
    await this.by.presence.stop();
  }

  take(keyId: string, limits: readonly AllowanceLimit[], now: Date): Taken | Promise<Taken> {
    const time = now.getTime();
    const windows = this.windows.of(keyId, limits, time);
    this.lastTime = time;
    if (!this.asksStore() || isSpent(windows, limits)) return takeFrom(windows, limits, time);
    if (!windows.every((window, index) => window.canTake(limits[index]?.limit ?? 0))) {
      return this.claim(windows, keyId, limits, now);
    }
    const taken = takeFrom(windows, limits, time);
    windows.forEach((window, index) => {
      if (window.shouldTell(limits[index]?.limit ?? 0)) void this.tell(window, time);
    });
    return taken;
  }

  /** To be called every `TOLD_AFTER_MS`: tells the store what it doesn't know yet. Never rejects. */
  async tellAll(): Promise<void> {
    const time = this.lastTime;
    for (const window of this.active) if (window.ends <= time) this.active.delete(window);
    if (!this.asksStore()) return;
    const news = [...this.active].filter(({ hasNews }) => hasNews);
    await Promise.all(news.map((window) => this.tell(window, time)));
  }

  private opened(ends: number, key: string): SharedWindow {
    const window = new SharedWindow(ends, key, this.by.patienceMs);
    this.active.add(window);
    return window;
  }

  private asksStore(): boolean {
    return this.by.presence.hasOthers && this.by.now() >= this.leftAloneUntil;
  }

  /** One of each by way of the store, or nothing. */
  private async claim(
    windows: readonly SharedWindow[],
    keyId: string,
    limits: readonly AllowanceLimit[],
    now: Date,
  ): Promise<Taken> {
    const time = now.getTime();
    const granted: SharedWindow[] = [];
    try {
      for (const [index, window] of windows.entries()) {
        if (await window.claim(this.by.coordination, limits[index]?.limit ?? 0, time)) granted.push(window);
        else break;
      }
    } catch {
      this.leaveAlone();
      for (const window of granted) window.giveBack();
      return this.take(keyId, limits, now);
    }
    const allowed = granted.length === windows.length;
    if (!allowed) for (const window of granted) window.giveBack();
    return { allowed, states: statesOf(windows, limits, time) };
  }

  private async tell(window: SharedWindow, time: number): Promise<void> {
    try {
      await window.tell(this.by.coordination, time);
    } catch {
      this.leaveAlone(); // the calls stay untold, and are told when the store is back
    }
  }

  private leaveAlone(): void {
    this.leftAloneUntil = this.by.now() + LEFT_ALONE_MS;
  }
}

const isSpent = (windows: readonly SharedWindow[], limits: readonly AllowanceLimit[]): boolean =>
  windows.some(({ used }, index) => used >= (limits[index]?.limit ?? 0));
