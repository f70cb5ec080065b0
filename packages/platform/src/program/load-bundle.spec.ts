import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const LOADER = join(resolve(__dirname, '../../../..'), 'dist/packages/platform/src/program/load-bundle.js');

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'bundle-'));
  mkdirSync(join(dist, 'bundled', 'src'), { recursive: true });
});
afterEach(() => rmSync(dist, { recursive: true }));

const at = (name: string): string => join(dist, 'bundled', 'src', name);

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
  expect(existsSync(at('program.bundle.js.compiled'))).toBe(false);
  expect(run({ KEEP_COMPILED_CODE: '1' })).toBe('ran');
  expect(readFileSync(at('program.bundle.js.compiled')).length).toBeGreaterThan(0);
  expect(run()).toBe('ran');
});

it.each([
  ['that is cut short', (compiled: Buffer) => compiled.subarray(0, 40)],
  [
    'of another version of V8',
    (compiled: Buffer) => Buffer.concat([compiled.subarray(0, 4), Buffer.alloc(4), compiled.subarray(8)]),
  ],
  ['that is empty', () => Buffer.alloc(0)],
])('runs the program itself beside compiled code %s', (_, spoil) => {
  bundle('process.stdout.write("ran")');
  run({ KEEP_COMPILED_CODE: '1' });
  writeFileSync(at('program.bundle.js.compiled'), spoil(readFileSync(at('program.bundle.js.compiled'))));
  expect(run()).toBe('ran');
});
