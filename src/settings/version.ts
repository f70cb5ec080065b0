/** Reads the version of this package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../packages/platform/src/errors/error-code.js';

export function packageVersion(): string {
  // The folders `dist/src/settings` and `src/settings` have different depths.
  const manifest =
    readManifest(join(__dirname, '..', '..', '..')) ?? readManifest(join(__dirname, '..', '..'));
  return manifest?.version ?? 'unknown';
}

function readManifest(folder: string): { version?: string } | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
