/** What happens to a write that goes wrong: at what moment, and whether it is in the log afterwards. */
export const WRITE_FAULTS = [
  'drop-before-write',
  'drop-after-write',
  'stall-before-write',
  'stall-after-write',
  'time-out-although-written',
  'time-out-unwritten',
] as const;

export type WriteFault = (typeof WRITE_FAULTS)[number];
