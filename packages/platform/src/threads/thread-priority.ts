/** The priority of a thread. On Linux each thread has its own, beside that of its process. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** The priority of work that nobody waits for: a tenth of a core beside a busy thread, else all it wants. */
const BACKGROUND = 10;

/** Puts the calling thread, and those that it starts later, behind all others, where the system can. */
export function workInBackground(): void {
  try {
    // The system's number of the thread (`proc_pid_task(5)`): PID/task/number.
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    if (getPriority(thread) < BACKGROUND) setPriority(thread, BACKGROUND);
  } catch {
    // It works all the same.
  }
}
