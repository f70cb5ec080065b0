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

/**
 * Adds a setting; what stands there stays.
 * @throws WrongRequest where it says another value already, there or in the environment
 */
export function keepSetting(
  [name, value]: readonly [name: string, value: string],
  environment: Readonly<Record<string, string | undefined>>,
  directory = process.cwd(),
): void {
  const path = resolve(directory, '.env');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
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
