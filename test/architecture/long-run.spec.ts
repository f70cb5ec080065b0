/** What `npm test` leaves to the long run, and what brings it back. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Group {
  readonly suites: string;
  /** The first is a folder. */
  readonly places: readonly string[];
}

const { GROUPS, digestOf } = jest.requireActual<{
  readonly GROUPS: Readonly<Record<string, Group>>;
  readonly digestOf: (group: Group, root?: string) => string;
}>('../support/jest/where-changed.js');

const ROOT = join(__dirname, '..', '..');
const specs = execFileSync('git', ['ls-files', '*.spec.ts'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .map((path) => `/${path}`);

describe.each(Object.entries(GROUPS))('the suites left to the long run: %s', (_name, group) => {
  it('are there', () => {
    expect(specs.filter((path) => new RegExp(group.suites).test(path))).not.toEqual([]);
  });

  it('come back when a file that decides their outcome has changed, and not before', () => {
    const copy = mkdtempSync(join(tmpdir(), 'long-run-'));
    for (const place of group.places) cpSync(join(ROOT, place), join(copy, place), { recursive: true });
    const before = digestOf(group);
    expect(digestOf(group, copy)).toBe(before);
    writeFileSync(join(copy, group.places[0] ?? '', 'new.ts'), '');
    expect(digestOf(group, copy)).not.toBe(before);
    rmSync(copy, { recursive: true });
  });
});
