/** Waits for a condition that others bring about; for tests, which never sleep for a fixed time. */
import { setTimeout as pause } from 'node:timers/promises';

const DEADLINE_MS = 10_000;
const INTERVAL_MS = 5;

/** The first value of `look` that isn't undefined or false. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain: ${what}`);
    await pause(INTERVAL_MS);
  }
}
