/**
 * Where the compiled file of a worker thread lies. A thread can only be started from JavaScript, also when its caller
 * runs from TypeScript (as tests do): then the file of the same name under `dist/` is taken.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The compiled file `name` (without ending) that belongs beside `directory`, the caller's `__dirname`.
 * @throws Error where it has not been built
 */
export function threadFile(directory: string, name: string): string {
  const root = packageRoot(directory);
  const place = relative(root, directory);
  const compiled = place === 'dist' || place.startsWith(`dist${sep}`) ? directory : join(root, 'dist', place);
  const file = join(compiled, `${name}.js`);
  if (!existsSync(file)) throw new Error(`${file} is not there: run "npm run build" first`);
  return file;
}

/** The folder of the package that a folder belongs to. */
export function packageRoot(directory: string): string {
  let root = directory;
  while (!existsSync(join(root, 'package.json'))) {
    const parent = dirname(root);
    if (parent === root) throw new Error(`no package.json above ${directory}`);
    root = parent;
  }
  return root;
}
