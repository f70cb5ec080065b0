/** The version of the package that this belongs to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../platform/errors/error-code.js';

export function packageVersion(): string {
  // `dist/src/cli` and `src/cli` lie at different depths under the package.
  const manifest = read(join(__dirname, '..', '..', '..')) ?? read(join(__dirname, '..', '..'));
  return manifest?.version ?? 'unknown';
}

function read(folder: string): { version?: string } | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
