/**
 * Runs a program that the build made into one file (`scripts/bundle.mjs`), with the code that V8 compiled in
 * an earlier run: compiling thousands of modules is most of a start (`docs/performance.md`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script, constants } from 'node:vm';
import { errorCode } from '../errors/error-code.js';

/** The build sets it and runs each program once, so that the program's compiled code is kept. */
const KEEP = 'KEEP_COMPILED_CODE';

type Body = (
  exports: object,
  require: NodeJS.Require,
  module: object,
  filename: string,
  folder: string,
  dist: string,
) => void;

/**
 * The file of the code that this version of Node compiled of a bundle. V8 refuses code of another version
 * of V8, but takes that of another version of Node with the same V8: the program then ends in a fault.
 */
export const compiledOf = (filename: string): string =>
  `${filename}.${process.version}-${process.arch}.compiled`;

/**
 * Runs `NAME.bundle.js` beside `NAME.js`, a file below `dist/bundled`. Without code that V8 takes, the
 * program is compiled as usual.
 */
export function loadBundle(file: string): void {
  const filename = file.replace(/\.js$/, '.bundle.js');
  const compiled = compiledOf(filename);
  // The bundle is ASCII. Read as latin1 it takes one byte a character, outside of V8's heap.
  const script = new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: contentOf(compiled),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (process.env[KEEP] !== undefined)
    process.on('exit', () => writeFileSync(compiled, script.createCachedData()));
  const module = { exports: {} };
  const run = script.runInThisContext() as Body; // the function that the bundle is (`scripts/bundle.mjs`)
  run(module.exports, createRequire(filename), module, filename, dirname(filename), distAbove(filename));
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The compiler's output folder: `dist` of `dist/bundled/src/cli.bundle.js`. */
function distAbove(filename: string): string {
  let folder = dirname(filename);
  while (!folder.endsWith('bundled')) folder = dirname(folder);
  return join(folder, '..');
}
