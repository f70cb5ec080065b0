/** `.env` of the working directory, which only its own user may read: `init` keeps settings in it. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { WrongRequest } from '../../operator/refusal.js';
import { PRIVATE_FILE_MODE } from '../../platform/secrets/private-files.js';

/** As it stands in the file: quoted where the file's form gives a letter a meaning. @throws WrongRequest */
function quoted(value: string): string {
  if (/^[\w./:@+-]+$/.test(value)) return value;
  if (/['\r\n]/.test(value)) throw new WrongRequest('wrong_setting', `.env can't hold ${value}`);
  return `'${value}'`;
}

type Environment = Readonly<Record<string, string | undefined>>;

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** What a setting is: the environment wins over `.env`, as at the start of the service. */
export const namedSetting = (
  name: string,
  environment: Environment,
  directory = process.cwd(),
): string | undefined => environment[name] ?? parseEnv(textOf(resolve(directory, '.env')))[name];

/**
 * Adds a setting; what stands there stays.
 * @throws WrongRequest where it says another value already, there or in the environment
 */
export function keepSetting(
  [name, value]: readonly [name: string, value: string],
  environment: Environment,
  directory = process.cwd(),
): void {
  const path = resolve(directory, '.env');
  const text = textOf(path);
  const kept = parseEnv(text)[name];
  for (const [where, other] of [
    ['The environment', environment[name]],
    ['.env', kept],
  ] as const)
    if (other !== undefined && resolve(directory, other) !== value)
      throw new WrongRequest('other_setting', `${where} says ${name}=${other}: change it there.`);
  if (kept !== undefined) return;
  const line = `${name}=${quoted(value)}\n`;
  appendFileSync(path, text === '' || text.endsWith('\n') ? line : `\n${line}`, { mode: PRIVATE_FILE_MODE });
}
