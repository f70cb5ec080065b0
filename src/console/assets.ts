/** The files that pages load: from this console alone, never from another host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../platform/threads/thread-file.js';

export interface Asset {
  readonly name: string;
  readonly type: string;
  bytes(): Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';

const read = (path: string): (() => Buffer) => {
  let bytes: Buffer | undefined;
  return () => (bytes ??= readFileSync(path));
};
const own = (name: string, type: string, folder = __dirname): Asset => ({
  name,
  type,
  bytes: read(join(folder, 'assets', name)),
});
/** Made by the build alone, which a program that runs from its sources reads too. */
const BUILT = join(packageRoot(__dirname), 'dist', 'src', 'console');

export const ASSETS: readonly Asset[] = [
  own('console.css', 'text/css; charset=utf-8'),
  own('icon.svg', 'image/svg+xml'),
  own('verify-statement.mjs', SCRIPT),
  own('statement-check.mjs', SCRIPT, BUILT),
  { name: 'htmx.min.js', type: SCRIPT, bytes: read(require.resolve('htmx.org/dist/htmx.min.js')) },
];
