/** Python with packages of one version each, in a folder of its own; where it can't be had, why. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const OLDEST = [3, 10];
const ENDED_WELL = 0;

/** How a command ended, and what it printed. */
export interface Ran {
  readonly end: number | NodeJS.Signals | null;
  readonly output: string;
}

export interface Python {
  readonly program: string;
}

export type Found =
  | { readonly python: Python; readonly why?: undefined }
  | { readonly python?: undefined; readonly why: string };

/** Installs what the file of requirements names into `folder`. */
export async function pythonWith(folder: string, requirements: string): Promise<Found> {
  const enough = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${OLDEST.join(', ')}))`;
  if (spawnSync('python3', ['-c', enough]).status !== ENDED_WELL)
    return { why: `python3 ${OLDEST.join('.')} or newer with venv is not here` };
  const program = join(folder, 'bin', 'python');
  const made = await run('python3', ['-m', 'venv', folder]);
  if (made.end !== ENDED_WELL) return { why: `python3 -m venv failed: ${made.output}` };
  const words = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  const installed = await run(program, words);
  if (installed.end !== ENDED_WELL) return { why: `the packages can't be had: ${installed.output}` };
  return { python: { program } };
}

/** Runs a command to its end. */
export async function run(
  program: string,
  words: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: string): void => void (output = (output + text).slice(-20_000));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { end: code ?? signal, output };
}
