/** Runs the small programs that some tests need beside them: processes of their own, which can be killed. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProgram {
  readonly process: ChildProcessWithoutNullStreams;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export function startProgram(file: string, ...args: readonly string[]): RunningProgram {
  return start(process.execPath, [file, ...args]);
}

/** Under a limit of the size of any file that it writes, in blocks of 512 bytes. */
export function startWithFileLimit(blocks: number, file: string, ...args: readonly string[]): RunningProgram {
  const command = 'ulimit -f "$1"; shift; exec "$@"';
  return start('sh', ['-c', command, 'sh', String(blocks), process.execPath, file, ...args]);
}

/** Runs it to its end, which must be a good one; gives what it printed. */
export async function runProgram(file: string, ...args: readonly string[]): Promise<string> {
  const program = startProgram(file, ...args);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${program.output()}`);
  return program.output();
}

function start(command: string, args: readonly string[]): RunningProgram {
  const child = spawn(command, args);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => (code ?? signal) as number | string);
  return { process: child, output: () => printed, ended };
}
