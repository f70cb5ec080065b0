/** Runs a command of the command line inside the test, with streams that are kept. */
import { Writable } from 'node:stream';
import type { CommandGroup, ExitCode } from '../../src/cli/command-line.js';
import { CommandLine } from '../../src/cli/command-line.js';

export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

class Kept extends Writable {
  text = '';
  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.text += piece.toString();
    done();
  }
}

export async function runCommand(
  groups: readonly CommandGroup[],
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const code = await new CommandLine({ stdout, stderr, env }, words).run(groups, '1.0.0');
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** The one JSON document on stdout. */
export const documentOf = <T = Record<string, unknown>>(ran: Ran): T => {
  if (ran.code === 2) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as T;
};

/** The failure on stderr, after whatever messages. */
export const failureOf = (ran: Ran): { error: string; detail: string } =>
  JSON.parse(ran.stderr.trimEnd().split('\n').at(-1) ?? '') as { error: string; detail: string };
