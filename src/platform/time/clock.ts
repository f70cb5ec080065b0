/** Where the time comes from. Deciders get it as an argument; only the edges of the system read a clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Today in UTC, `2026-11-21`. */
export const clockDay = (): string => systemClock.now().toISOString().slice(0, 10);
