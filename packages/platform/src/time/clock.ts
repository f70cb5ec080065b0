/** Tells the time. Deciders get the time as an argument; only the edges of the system read a clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Today in UTC, such as `2026-11-21`. */
export const clockDay = (): string => systemClock.now().toISOString().slice(0, 10);
