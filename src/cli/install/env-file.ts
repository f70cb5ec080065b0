/** Reads and writes `.env` in the working directory, where `init` keeps settings. A new one is private. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { PRIVATE_FILE_MODE } from '../../../packages/platform/src/secrets/private-files.js';

/** Returns the value as `.env` writes it. @throws WrongRequest for a value that quotes can't hold */
function quoteValue(value: string): string {
  if (/^[\w./:@+-]+$/.test(value)) return value;
  if (/['\r\n]/.test(value)) throw new WrongRequest('wrong_setting', `.env can't hold ${value}`);
  return `'${value}'`;
}

type Environment = Readonly<Record<string, string | undefined>>;

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Returns the value of a setting. The environment wins over `.env`, as at the start of the service. */
export const readSetting = (
  name: string,
  environment: Environment,
  directory = process.cwd(),
): string | undefined => environment[name] ?? parseEnv(readText(resolve(directory, '.env')))[name];

/**
 * Adds a setting to `.env` and keeps the rest of the file.
 * @throws WrongRequest where `.env` or the environment has another value already
 */
export function keepSetting(
  [name, value]: readonly [name: string, value: string],
  environment: Environment,
  directory = process.cwd(),
): void {
  const path = resolve(directory, '.env');
  const text = readText(path);
  const currentValue = parseEnv(text)[name];
  for (const [source, existingValue] of [
    ['The environment', environment[name]],
    ['.env', currentValue],
  ] as const)
    if (existingValue !== undefined && resolve(directory, existingValue) !== value)
      throw new WrongRequest('other_setting', `${source} says ${name}=${existingValue}: change it there.`);
  if (currentValue !== undefined) return;
  const line = `${name}=${quoteValue(value)}\n`;
  appendFileSync(path, text === '' || text.endsWith('\n') ? line : `\n${line}`, { mode: PRIVATE_FILE_MODE });
}
