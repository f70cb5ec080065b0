/**
 * How many calls a key may make in a minute: fixed windows of 60 s from a key's first call (Contract 3). What a call
 * takes is all or nothing: a resolve uses two allowances, or neither when one is spent.
 */
import type { AllowanceName } from '../../platform/http/operation.js';

export const WINDOW_SECONDS = 60;

export interface AllowanceLimit {
  readonly name: AllowanceName;
  /** Calls a window. */
  readonly limit: number;
}

export interface AllowanceState extends AllowanceLimit {
  readonly remaining: number;
  /** Until the window ends. */
  readonly reset_ms: number;
}

export interface Taken {
  /** False: one of them was spent, and nothing was used up. */
  readonly allowed: boolean;
  readonly states: readonly AllowanceState[];
}

/** One process counts in memory; several share through a store. */
export abstract class Allowances {
  abstract take(keyId: string, limits: readonly AllowanceLimit[], now: Date): Promise<Taken> | Taken;
}

interface Window {
  readonly ends: number;
  used: number;
}

const SWEEP_EVERY = 1_000;

export class AllowancesInMemory extends Allowances {
  /** By key, then by name of the allowance. */
  private readonly windows = new Map<string, Map<string, Window>>();
  private sinceSweep = 0;

  override take(keyId: string, limits: readonly AllowanceLimit[], now: Date): Taken {
    const time = now.getTime();
    this.sweepSometimes(time);
    const ofKey = this.windowsOf(keyId);
    const windows = limits.map(({ name }) => windowIn(ofKey, name, time));
    const allowed = windows.every((window, index) => window.used < (limits[index]?.limit ?? 0));
    if (allowed) for (const window of windows) window.used += 1;
    const states = limits.map((limit, index): AllowanceState => {
      const window = windows[index] ?? { ends: time, used: limit.limit };
      return { ...limit, remaining: Math.max(0, limit.limit - window.used), reset_ms: window.ends - time };
    });
    return { allowed, states };
  }

  private windowsOf(keyId: string): Map<string, Window> {
    const known = this.windows.get(keyId);
    if (known !== undefined) return known;
    const fresh = new Map<string, Window>();
    this.windows.set(keyId, fresh);
    return fresh;
  }

  /** Keys that stopped calling are forgotten. */
  private sweepSometimes(time: number): void {
    if (++this.sinceSweep < SWEEP_EVERY) return;
    this.sinceSweep = 0;
    for (const [keyId, windows] of this.windows)
      if ([...windows.values()].every(({ ends }) => ends <= time)) this.windows.delete(keyId);
  }
}

/** The running window. One that ended is replaced; one that would end too late is a clock that was set back. */
function windowIn(windows: Map<string, Window>, name: string, time: number): Window {
  const running = windows.get(name);
  const length = WINDOW_SECONDS * 1000;
  if (running !== undefined && time < running.ends && running.ends <= time + length) return running;
  const fresh = { ends: time + length, used: 0 };
  windows.set(name, fresh);
  return fresh;
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** `RateLimit-Policy` and `RateLimit` in the form of the IETF's draft 10. */
export const rateLimitHeaders = (states: readonly AllowanceState[]): Record<string, string> => ({
  'RateLimit-Policy': states.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS}`).join(', '),
  RateLimit: states
    .map(({ name, remaining, reset_ms }) => `"${name}";r=${remaining};t=${seconds(reset_ms)}`)
    .join(', '),
});

/** Seconds until every spent allowance is fresh again. */
export const retryAfterSeconds = (states: readonly AllowanceState[]): number =>
  Math.max(1, ...states.filter(({ remaining }) => remaining === 0).map(({ reset_ms }) => seconds(reset_ms)));
