/** Lists the files that pages load. The console serves all of them; none comes from another host. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Asset {
  readonly name: string;
  readonly type: string;
  readonly bytes: () => Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';

const readOnce = (path: () => string): (() => Buffer) => {
  let bytes: Buffer | undefined;
  return () => (bytes ??= readFileSync(path()));
};
/** The folder beside this file, then the built one: a run from sources finds generated files only there. */
const FOLDERS = ['assets', '../../dist/src/console/assets'].map((folder) => join(__dirname, folder));
const consoleAsset = (name: string, type: string): Asset => ({
  name,
  type,
  bytes: readOnce(() => FOLDERS.map((folder) => join(folder, name)).find(existsSync) ?? name),
});

export const ASSETS: readonly Asset[] = [
  consoleAsset('console.css', 'text/css; charset=utf-8'),
  consoleAsset('icon.svg', 'image/svg+xml'),
  consoleAsset('verify-statement.mjs', SCRIPT),
  consoleAsset('statement-check.mjs', SCRIPT),
  consoleAsset('page.mjs', SCRIPT),
  consoleAsset('own-opening.mjs', SCRIPT),
  consoleAsset('passkey.mjs', SCRIPT),
  { name: 'htmx.min.js', type: SCRIPT, bytes: readOnce(() => require.resolve('htmx.org/dist/htmx.min.js')) },
];
