/**
 * What another process holds while it runs, with those that it started, and what lies in its folder (Linux).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from './process-family.js';

const EVERY_MS = 200;
const BLOCK_BYTES = 512;

interface Look {
  readonly at: number;
  /** Bytes of the process itself, of those below it, and on the disk. */
  readonly own: number;
  readonly below: number;
  readonly disk: number;
}
export type Peaks = Omit<Look, 'at'>;

function bytesOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

function below(pid: number): number {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + bytesOf(child, 'VmRSS') + below(child), 0);
  } catch {
    return 0;
  }
}

function onDisk(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.reduce((sum, file) => {
    const found = statSync(join(folder, file), { throwIfNoEntry: false });
    return sum + (found?.isFile() === true ? found.blocks * BLOCK_BYTES : 0);
  }, 0);
}

export class WatchedProcess {
  /** Of the process itself, as its kernel counts it. */
  peak = 0;
  private readonly looks: Look[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(pid: number, folder: string) {
    this.timer = setInterval(() => {
      this.peak = Math.max(this.peak, bytesOf(pid, 'VmHWM'));
      this.looks.push({
        at: Date.now(),
        own: bytesOf(pid, 'VmRSS'),
        below: below(pid),
        disk: onDisk(folder),
      });
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The most of each between two moments. */
  peaks(from = 0, to = Infinity): Peaks {
    const looks = this.looks.filter(({ at }) => at >= from && at <= to);
    const most = (figure: keyof Peaks): number =>
      looks.reduce((peak, look) => Math.max(peak, look[figure]), 0);
    return { own: most('own'), below: most('below'), disk: most('disk') };
  }
}
