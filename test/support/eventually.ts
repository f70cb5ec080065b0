/** Waits for a condition that others bring about; for tests, which never sleep for a fixed time. */
import { setTimeout as pause } from 'node:timers/promises';

/** A busy machine takes its time; only a hang should end a wait. */
const DEADLINE_MS = 60_000;
/** Between two looks: at first so short that nobody waits for it, then longer, so that looking is no work by itself. */
const INTERVAL_MS = { first: 5, longest: 50, part: 1 / 20 } as const;

/** The first value of `look` that isn't undefined or false. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    const waited = Date.now() - began;
    if (waited > deadlineMs) throw new Error(`waited ${deadlineMs} ms in vain: ${what}`);
    await pause(Math.min(INTERVAL_MS.longest, INTERVAL_MS.first + waited * INTERVAL_MS.part));
  }
}
