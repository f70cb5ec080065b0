/** What `npm test` leaves to the long run, and what brings it back. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Group {
  readonly suites: string;
  readonly folders: readonly string[];
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
    for (const folder of group.folders) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
    const before = digestOf(group);
    expect(digestOf(group, copy)).toBe(before);
    writeFileSync(join(copy, group.folders[0] ?? '', 'new.ts'), '');
    expect(digestOf(group, copy)).not.toBe(before);
    rmSync(copy, { recursive: true });
  });
});
