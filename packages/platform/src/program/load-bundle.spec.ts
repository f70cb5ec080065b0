import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compiledOf } from './load-bundle.js';

const LOADER = join(resolve(__dirname, '../../../..'), 'dist/packages/platform/src/program/load-bundle.js');

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'bundle-'));
  mkdirSync(join(dist, 'bundled', 'src'), { recursive: true });
});
afterEach(() => rmSync(dist, { recursive: true }));

const at = (name: string): string => join(dist, 'bundled', 'src', name);

const compiled = (): string => compiledOf(at('program.bundle.js'));

/** A bundle of one statement, as the build makes it. */
function bundle(statement: string): void {
  const parameters = 'exports,require,module,__filename,__dirname,__dist';
  writeFileSync(at('program.bundle.js'), `(function(${parameters}){\n${statement}\n})`);
  writeFileSync(at('program.js'), `require(${JSON.stringify(LOADER)}).loadBundle(__filename);`);
}
const run = (env: Record<string, string> = {}): string =>
  execFileSync(process.execPath, [at('program.js')], { env, encoding: 'utf8' });

it('runs a program of one file as a module of its folder, and tells it where the compiled modules are', () => {
  bundle('process.stdout.write([__filename, __dirname, __dist, typeof require("node:fs").stat].join("\\n"))');
  expect(run().split('\n')).toEqual([
    at('program.bundle.js'),
    join(dist, 'bundled', 'src'),
    dist,
    'function',
  ]);
});

it('keeps what was compiled of it only where it is told to', () => {
  bundle('process.stdout.write("ran")');
  run();
  expect(existsSync(compiled())).toBe(false);
  expect(run({ KEEP_COMPILED_CODE: '1' })).toBe('ran');
  expect(readFileSync(compiled()).length).toBeGreaterThan(0);
  expect(run()).toBe('ran');
});

it.each([
  ['that is cut short', (code: Buffer) => code.subarray(0, 40)],
  [
    'of another version of V8',
    (code: Buffer) => Buffer.concat([code.subarray(0, 4), Buffer.alloc(4), code.subarray(8)]),
  ],
  ['that is empty', () => Buffer.alloc(0)],
])('runs the program itself beside compiled code %s', (_, spoil) => {
  bundle('process.stdout.write("ran")');
  run({ KEEP_COMPILED_CODE: '1' });
  writeFileSync(compiled(), spoil(readFileSync(compiled())));
  expect(run()).toBe('ran');
});

it('leaves code alone that another version of Node compiled', () => {
  bundle('process.stdout.write("old")');
  run({ KEEP_COMPILED_CODE: '1' });
  renameSync(compiled(), compiled().replace(process.version, 'v20.0.0'));
  // V8 compares only lengths: it would take the code, and run the old program.
  bundle('process.stdout.write("new")');
  expect(run()).toBe('new');
});
