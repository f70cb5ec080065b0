/** The files that pages load: from this console alone, never from another host. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Asset {
  readonly name: string;
  readonly type: string;
  bytes(): Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';

const read = (path: () => string): (() => Buffer) => {
  let bytes: Buffer | undefined;
  return () => (bytes ??= readFileSync(path()));
};
/** Beside this file; where that is a source, what the build makes is among what was built. */
const FOLDERS = ['assets', '../../dist/src/console/assets'].map((folder) => join(__dirname, folder));
const own = (name: string, type: string): Asset => ({
  name,
  type,
  bytes: read(() => FOLDERS.map((folder) => join(folder, name)).find(existsSync) ?? name),
});

export const ASSETS: readonly Asset[] = [
  own('console.css', 'text/css; charset=utf-8'),
  own('icon.svg', 'image/svg+xml'),
  own('verify-statement.mjs', SCRIPT),
  own('statement-check.mjs', SCRIPT),
  own('own-opening.mjs', SCRIPT),
  own('passkey.mjs', SCRIPT),
  { name: 'htmx.min.js', type: SCRIPT, bytes: read(() => require.resolve('htmx.org/dist/htmx.min.js')) },
];
