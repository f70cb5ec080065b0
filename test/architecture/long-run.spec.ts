/** What `npm test` leaves to the long run, and what brings it back. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reachedFrom } from './rooms.js';

interface Group {
  readonly suites: string;
  /** The first is a folder. */
  readonly places: readonly string[];
  readonly whole?: true;
}

const { GROUPS, digestOf } = jest.requireActual<{
  readonly GROUPS: Readonly<Record<string, Group>>;
  readonly digestOf: (group: Group, root?: string) => string;
}>('../support/jest/where-changed.js');

const ROOT = join(__dirname, '..', '..');
const specs = execFileSync('git', ['ls-files', '*.spec.ts'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .map((path) => `/${path}`);

const whole = Object.entries(GROUPS).filter(([, group]) => group.whole === true);
it.each(whole)('%s imports no file outside of its places', (_name, { suites, places }) => {
  const own = specs.map((path) => path.slice(1)).filter((path) => new RegExp(suites).test(`/${path}`));
  const outside = [...reachedFrom(own)].filter(
    (file) => !places.some((place) => file === place || file.startsWith(`${place}/`)) && !own.includes(file),
  );
  expect(outside).toEqual([]);
});

describe.each(Object.entries(GROUPS))('the suites left to the long run: %s', (_name, group) => {
  it('are there', () => {
    expect(specs.filter((path) => new RegExp(group.suites).test(path))).not.toEqual([]);
  });

  it('name places that are there', () => {
    expect(group.places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
  });
});

describe('a digest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'long-run-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'rules', 'prices.ts'), 'one');
  writeFileSync(join(folder, 'lock.json'), '{}');
  const group = { suites: '', places: ['rules', 'lock.json'] };
  const first = digestOf(group, folder);

  it('is the same where nothing has changed', () => expect(digestOf(group, folder)).toBe(first));

  it.each([
    ['a file that is new', 'rules/new.ts', ''],
    ['a file with other bytes', 'rules/prices.ts', 'two'],
    ['a place that is a file', 'lock.json', '{ }'],
  ])('is another one with %s', (_case, file, text) => {
    const before = digestOf(group, folder);
    writeFileSync(join(folder, file), text);
    expect(digestOf(group, folder)).not.toBe(before);
  });
});
