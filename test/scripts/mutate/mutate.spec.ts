/** `npm run mutate` on a small project: what it plants, what it finds, and that it leaves the project alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');
const SCRIPT = join(ROOT, 'scripts', 'mutate.mjs');

const SOURCE = `
type Word = 'more' | 'less';
export const compared = (used: number, limit: number): Word => (used < limit ? 'less' : 'more');
export const half = (n: number): number => n / 2;
export function rounds(to: number): number {
  for (let round = 0; ; round += 2) {
    if (round >= to) return round;
  }
}
export const listed = (list: string[], word: string): string[] => {
  list.push(word);
  return [...list, 'a b'];
};
export const ordered = (a: string, b: string): number => (a < b ? -1 : 1);
`;
const SPEC = `
import { compared, listed, rounds } from './limits.js';
test('compares', () => {
  expect(compared(1, 5)).toBe('less');
  expect(compared(9, 5)).toBe('more');
});
test('rounds', () => {
  expect(rounds(4)).toBe(4);
});
test('lists', () => {
  expect(listed(['a'], 'b')).toHaveLength(3);
});
`;

const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  mkdirSync(folder.file('src'));
  folder.write('src/limits.ts', SOURCE);
  folder.write('src/limits.spec.ts', SPEC);
  folder.write(
    'jest.config.js',
    "module.exports = { projects: [{ testMatch: ['**/*.spec.ts'], transform: { '[.]ts$': ['@swc/jest'] }, moduleNameMapper: { '^([.]/.*)[.]js$': '$1' } }] };",
  );
  folder.write('.gitignore', 'node_modules\n');
  copyFileSync(join(ROOT, '.swcrc'), folder.file('.swcrc'));
  symlinkSync(join(ROOT, 'node_modules'), folder.file('node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder.path });
});

const run = (...words: readonly string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...words, '--root', folder.path], { encoding: 'utf8' });
const linesOf = (...words: readonly string[]): string[] =>
  run(...words)
    .stdout.trimEnd()
    .split('\n');

it('tells which faults no test sees, and leaves the project as it is', () => {
  const { stdout, status, stderr } = run('src/limits.ts');
  expect(stderr).toBe('');
  expect(stdout.split('\n').map((line) => line.trim())).toEqual([
    'src/limits.ts: 18 of 18 mutants in 1 files',
    'lived: src/limits.ts:3 used < limit -> used <= limit',
    'not reached: src/limits.ts:4 n / 2 -> n * 2',
    'not reached: src/limits.ts:4 2 -> 2 + 1',
    'not reached: src/limits.ts:14 a < b ? -1 : 1 -> a < b ? 1 : -1',
    'not reached: src/limits.ts:14 a < b -> a <= b',
    'not reached: src/limits.ts:14 a < b -> a >= b',
    'src/limits.ts: 11 killed, 1 timed out, 1 lived, 5 not reached',
    'src/limits.ts: 11 killed, 1 timed out, 1 lived, 5 not reached; 66.6 % seen',
    '',
  ]);
  expect(status).toBe(1);
  expect(readFileSync(folder.file('src/limits.ts'), 'utf8')).toBe(SOURCE);
  expect(execFileSync('git', ['status', '--short'], { cwd: folder.path, encoding: 'utf8' })).not.toMatch(
    /reached|mutate/,
  );
});

it('plants every kind of fault, in values alone', () => {
  expect(linesOf('src/limits.ts', '--list').slice(1)).toEqual([
    "src/limits.ts:3 used < limit ? 'less' : 'more' -> used < limit ? 'more' : 'less'",
    'src/limits.ts:3 used < limit -> used <= limit',
    'src/limits.ts:3 used < limit -> used >= limit',
    "src/limits.ts:3 'less' -> ''",
    "src/limits.ts:3 'more' -> ''",
    'src/limits.ts:4 n / 2 -> n * 2',
    'src/limits.ts:4 2 -> 2 + 1',
    'src/limits.ts:6 0 -> 0 + 1',
    'src/limits.ts:6 2 -> 2 + 1',
    'src/limits.ts:7 round >= to -> true',
    'src/limits.ts:7 round >= to -> false',
    'src/limits.ts:7 round >= to -> round > to',
    'src/limits.ts:7 round >= to -> round < to',
    'src/limits.ts:11 list.push(word); -> left out',
    "src/limits.ts:12 [...list, 'a b'] -> []",
    'src/limits.ts:14 a < b ? -1 : 1 -> a < b ? 1 : -1',
    'src/limits.ts:14 a < b -> a <= b',
    'src/limits.ts:14 a < b -> a >= b',
  ]);
});

it('draws the same sample for the same seed', () => {
  const sample = (seed: string) => linesOf('src/limits.ts', '--list', '--sample', '6', '--seed', seed);
  const [first, again, other] = [sample('7'), sample('7'), sample('8')];
  expect(first).toHaveLength(7);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(linesOf('src/limits.ts:4', '--list')).toHaveLength(3);
});

it('judges nothing by a test that fails without a fault', () => {
  folder.write('src/limits.spec.ts', "test('fails', () => expect(1).toBe(2));");
  const { stdout, stderr, status } = run('src/limits.ts');
  expect(stdout).not.toContain('killed');
  expect(stderr).toContain('fails without any fault');
  expect(status).toBe(1);
});

describe('the known equivalents', () => {
  const stale = (root: string) =>
    spawnSync(process.execPath, [SCRIPT, '--stale', '--root', root], { encoding: 'utf8' });

  it('all mean a mutant of the source', () => {
    const { status, stdout } = stale(ROOT);
    expect([stdout, status]).toEqual(['', 0]);
  });

  it('are named where their line is gone', () => {
    const { status, stdout } = stale(folder.path);
    expect(status).toBe(1);
    expect(stdout).toContain('src/access/gate/shared-rate-limits.ts 250 -> 250 + 1\n');
  });
});
