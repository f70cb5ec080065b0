/** Runs one command of the command line to its end, without a shell. */
import { execFile } from 'node:child_process';

/** The command gave no answer. */
export class CommandFailed extends Error {
  constructor(
    /** What it printed of the reason. */
    readonly said: unknown,
  ) {
    super('The command gave no answer.');
  }
}

const LONGEST_MS = 600_000;
const MAX_BYTES = 8_000_000;

export interface Ran {
  /** False: it answered, and a check that it makes failed. */
  readonly ok: boolean;
  readonly answer: unknown;
}

/** @throws CommandFailed where it printed no JSON, or too much, or did not end in ten minutes */
export async function runCommand(program: string, words: readonly string[]): Promise<Ran> {
  const [command, all] = /\.[cm]?js$/.test(program)
    ? [process.execPath, [program, ...words]]
    : [program, [...words]];
  return new Promise((resolve, reject) => {
    const limits = { timeout: LONGEST_MS, maxBuffer: MAX_BYTES };
    const child = execFile(command, all, limits, (error, stdout, stderr) => {
      process.off('exit', end);
      const answer = jsonIn(stdout);
      if (answer !== undefined && (error === null || error.code === 1))
        return resolve({ ok: error === null, answer });
      const last = stderr.trimEnd().split('\n').at(-1) ?? '';
      reject(new CommandFailed(jsonIn(last) ?? { error: 'failed', detail: last || error?.message }));
    });
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.stdin?.end();
  });
}

/** Undefined for what is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
