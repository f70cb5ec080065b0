/** Processes that a process has started, as the system lists them. */
import { execFileSync } from 'node:child_process';

interface Listed {
  readonly pid: number;
  readonly command: string;
}

/** Whose command line has `named` in it. */
export function childProcesses(parent: number, named: string): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const listed = lines.flatMap((line): Listed[] => {
    const [, pid, ppid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent ? [{ pid: Number(pid), command }] : [];
  });
  return listed.filter(({ command }) => command.includes(named)).map(({ pid }) => pid);
}

/** A zombie is over, though nobody has asked how it ended. */
export function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return state !== '' && !state.startsWith('Z');
  } catch {
    return false;
  }
}
