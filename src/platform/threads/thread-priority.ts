/** The priority of a thread: on Linux each has its own, beside that of its process. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Of work that nobody waits for: beside a busy thread it gets a tenth of a core, of an idle machine all that it wants. */
const BACKGROUND = 10;

/**
 * Puts the calling thread, and what threads it starts from then on, behind all others. Where the system gives threads no
 * priority of their own, or doesn't allow it, nothing changes.
 */
export function workInBackground(): void {
  try {
    const thread = ownThread();
    if (getPriority(thread) < BACKGROUND) setPriority(thread, BACKGROUND);
  } catch {
    // It works all the same.
  }
}

/**
 * The number by which the system knows the calling thread (`proc_pid_task(5)`): PID/task/number.
 * @throws Error where the system doesn't say
 */
const ownThread = (): number => Number(basename(readlinkSync('/proc/thread-self')));
