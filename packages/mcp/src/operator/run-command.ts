/** Runs one command of the command line to its end, without a shell. */
import { spawn } from 'node:child_process';

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
const MOST_BYTES = 8_000_000;

export interface Ran {
  /** False: it answered, and a check that it makes failed. */
  readonly ok: boolean;
  readonly answer: unknown;
}

/** @throws CommandFailed where it printed no JSON, or too much, or did not end in ten minutes */
export async function runCommand(program: string, words: readonly string[]): Promise<Ran> {
  const isScript = /\.[cm]?js$/.test(program);
  const command = isScript ? process.execPath : program;
  const child = spawn(command, isScript ? [program, ...words] : words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  });
  const [stdout, stderr] = [new Printed(), new Printed()];
  child.stdout.on('data', (piece: Buffer) => stdout.add(piece, () => child.kill()));
  child.stderr.on('data', (piece: Buffer) => stderr.add(piece, () => child.kill()));
  const end = (): void => void child.kill();
  process.once('exit', end);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new CommandFailed({ error: 'not_started', detail: error.message })),
    );
    child.once('close', resolve);
  }).finally(() => process.off('exit', end));
  const answer = jsonIn(stdout.text);
  if (code === 0 || (code === 1 && answer !== undefined))
    return { ok: code === 0, answer: answer ?? stdout.text };
  const last = stderr.text.trimEnd().split('\n').at(-1) ?? '';
  throw new CommandFailed(jsonIn(last) ?? { error: 'failed', code, detail: last });
}

class Printed {
  private readonly pieces: Buffer[] = [];
  private bytes = 0;

  add(piece: Buffer, tooMuch: () => void): void {
    this.bytes += piece.length;
    if (this.bytes > MOST_BYTES) tooMuch();
    else this.pieces.push(piece);
  }

  get text(): string {
    return Buffer.concat(this.pieces).toString('utf8');
  }
}

/** Undefined for what is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
