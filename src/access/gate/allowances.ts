/**
 * How many calls a key may make in a minute: fixed windows of 60 s from a key's first call (Contract 3.7, 3.8). A call
 * uses all of its allowances or none: a resolve uses two allowances, or neither when one is spent.
 */

const WINDOW_SECONDS = 60;
export const WINDOW_MS = WINDOW_SECONDS * 1_000;

export interface AllowanceLimit {
  readonly name: string;
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

/** A key's window of one allowance. */
export interface Window {
  ends: number;
  /** Calls so far, as far as this process knows. */
  used: number;
}

const SWEEP_EVERY = 1_000;

/** The running windows of every key. */
export class Windows<W extends Window> {
  /** By key, then by name of the allowance. */
  private readonly windows = new Map<string, Map<string, W>>();
  private sinceSweep = 0;

  constructor(private readonly fresh: (ends: number, keyId: string, name: string) => W) {}

  of(keyId: string, limits: readonly AllowanceLimit[], time: number): readonly W[] {
    this.sweepSometimes(time);
    let ofKey = this.windows.get(keyId);
    if (ofKey === undefined) this.windows.set(keyId, (ofKey = new Map<string, W>()));
    const windows: W[] = [];
    for (const { name } of limits) windows.push(this.running(ofKey, keyId, name, time));
    return windows;
  }

  /**
   * A window that has ended is replaced, and so is one that ends later than a new one would: the clock was set back.
   */
  private running(ofKey: Map<string, W>, keyId: string, name: string, time: number): W {
    const running = ofKey.get(name);
    if (running !== undefined && time < running.ends && running.ends <= time + WINDOW_MS) return running;
    const fresh = this.fresh(time + WINDOW_MS, keyId, name);
    ofKey.set(name, fresh);
    return fresh;
  }

  /** Windows of keys that no longer call are dropped. */
  private sweepSometimes(time: number): void {
    if (++this.sinceSweep < SWEEP_EVERY) return;
    this.sinceSweep = 0;
    for (const [keyId, ofKey] of this.windows)
      if ([...ofKey.values()].every(({ ends }) => ends <= time)) this.windows.delete(keyId);
  }
}

/** One call of each allowance, or of none where one is spent. */
export function takeFrom(windows: readonly Window[], limits: readonly AllowanceLimit[], time: number): Taken {
  const allowed = windows.every((window, index) => window.used < (limits[index]?.limit ?? 0));
  if (allowed) for (const window of windows) window.used += 1;
  return { allowed, states: statesOf(windows, limits, time) };
}

export const statesOf = (
  windows: readonly Window[],
  limits: readonly AllowanceLimit[],
  time: number,
): readonly AllowanceState[] =>
  limits.map((limit, index): AllowanceState => {
    const window = windows[index] ?? { ends: time, used: limit.limit };
    return { remaining: Math.max(0, limit.limit - window.used), reset_ms: window.ends - time, ...limit };
  });

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** `RateLimit-Policy` and `RateLimit` in the form of the IETF rate limit draft 10. */
export const rateLimitHeaders = (states: readonly AllowanceState[]): Record<string, string> => ({
  'RateLimit-Policy': states.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS}`).join(', '),
  RateLimit: states
    .map(({ name, remaining, reset_ms }) => `"${name}";r=${remaining};t=${seconds(reset_ms)}`)
    .join(', '),
});

/** Seconds until every spent allowance is fresh again. */
export const retryAfterSeconds = (states: readonly AllowanceState[]): number =>
  Math.max(1, ...states.filter(({ remaining }) => remaining === 0).map(({ reset_ms }) => seconds(reset_ms)));
