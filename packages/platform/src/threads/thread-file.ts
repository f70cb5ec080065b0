/** Finds the compiled file of a worker thread, also for a caller that runs from TypeScript, as tests do. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** True if this runs from a program in one file (`program/load-bundle.ts`). */
const IN_BUNDLE = __filename.endsWith('.bundle.js');

/**
 * The compiled file `name` (without ending) beside the caller's `__dirname`. A program in one file starts
 * threads in one file, where they exist. @throws Error where it has not been built
 */
export function threadFile(directory: string, name: string): string {
  const dist = join(packageRoot(directory), 'dist');
  const file = join(placeBelow(dist, directory), `${name}.js`);
  const bundled = join(dist, 'bundled', file);
  if (IN_BUNDLE && existsSync(bundled)) return bundled;
  const compiled = join(dist, file);
  if (!existsSync(compiled)) throw new Error(`${compiled} is not there: run "npm run build" first`);
  return compiled;
}

/** The same place for a folder below the source or below `dist`. */
function placeBelow(dist: string, directory: string): string {
  const place = relative(dist, directory);
  return place.startsWith('..') ? relative(dirname(dist), directory) : place;
}

/** The folder of the program that a folder belongs to: a package below `packages` is a part of it. */
export function packageRoot(directory: string): string {
  let root = directory;
  while (!existsSync(join(root, 'package.json')) || basename(dirname(root)) === 'packages') {
    const parent = dirname(root);
    if (parent === root) throw new Error(`no package.json above ${directory}`);
    root = parent;
  }
  return root;
}
