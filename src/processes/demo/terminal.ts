/** Writes the demonstration's headings, runs its commands, and shows their output. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { safeLine } from '../../../packages/words/src/text/safe-text.js';

const hasColour = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const paint = (code: string, text: string): string => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);

/** Keeps line breaks, and makes each line safe: control characters in it have no effect. */
const safeText = (text: string): string => text.split('\n').map(safeLine).join('\n');

export const say = (text = ''): void => void process.stdout.write(`${safeText(text)}\n`);
export const heading = (text: string): void => void process.stdout.write(`\n${paint('1', safeText(text))}\n`);
export const sayDimly = (text: string): void => void process.stdout.write(`${paint('2', safeText(text))}\n`);

export const CLI = join(__dirname, '..', '..', '..', '..', 'bin', 'company-data.js');

const quoted = (argument: string): string => (/^[\w./:=,@-]+$/.test(argument) ? argument : `'${argument}'`);

/** Runs one command of the operator's command line, as a person would. Returns its output. */
export async function cli(command: readonly string[], dataDir: string): Promise<string> {
  sayDimly(`$ company-data ${command.map(quoted).join(' ')}`);
  const child = spawn(process.execPath, [CLI, ...command], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`company-data ${command[0]} ended with status ${status}`);
  return output;
}

/** Runs the command with `--json`; returns the parsed answer. */
export const cliJson = async <T>(command: readonly string[], dataDir: string): Promise<T> =>
  JSON.parse(await cli([...command, '--json'], dataDir)) as T;

export const showCli = async (command: readonly string[], dataDir: string): Promise<void> =>
  say((await cli(command, dataDir)).trimEnd());
