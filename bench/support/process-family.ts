/** What a process and those that it started take (Linux; NaN elsewhere). */
import { readdirSync, readFileSync } from 'node:fs';

/** Fields of `/proc/PID/stat` behind the command, the state first. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter((child) => child.trim() !== '')
      .map(Number),
  );
}

/**
 * Bytes that a process has read so far, of whatever file: from the disk or from what the system keeps of it
 * in memory.
 */
export function bytesRead(pid: number): number {
  try {
    return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? NaN);
  } catch {
    return NaN;
  }
}

function sumOf(pids: readonly number[], figure: (pid: number) => number): number {
  try {
    return pids.reduce((sum, pid) => sum + figure(pid), 0);
  } catch {
    return NaN;
  }
}

const started = (): number[] => {
  try {
    return childrenOf(process.pid);
  } catch {
    return [];
  }
};

/** Seconds that the children of this process have used, but those in `without`. */
export const childCpuSeconds = (without: readonly number[] = []): number =>
  sumOf(
    started().filter((pid) => !without.includes(pid)),
    (pid) => (Number(statOf(pid)[11]) + Number(statOf(pid)[12])) / 100,
  );

/** Bytes that they hold. */
export const childBytes = (without: readonly number[] = []): number =>
  sumOf(
    started().filter((pid) => !without.includes(pid)),
    (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1_024,
  );
