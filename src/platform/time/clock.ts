/** Where the time comes from. Deciders get it as an argument; only the edges of the system read a clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
