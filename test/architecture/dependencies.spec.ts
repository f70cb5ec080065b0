/** The lock file installs on the oldest supported Node, and decision 0043 says which packages stay behind. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Locked {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };

const NAMES = /^.*node_modules\//;
const installed = Object.entries(packages).filter(([place]) => NAMES.test(place));
const namesOf = (chosen: readonly (readonly [string, Locked])[]): string[] =>
  [...new Set(chosen.map(([place]) => place.replace(NAMES, '')))].toSorted();

/** Whether one of the alternatives of a range holds for the oldest Node that the project supports. */
const runsOnOldest = (range: string): boolean =>
  range.split('||').some((alternative) => {
    const [, major = 0, minor = 0] = (/(\d+)(?:\.(\d+))?/.exec(alternative) ?? []).map((part) =>
      Number(part ?? 0),
    );
    return />/.test(alternative) || major === 0
      ? major < 20 || (major === 20 && minor <= 19)
      : major === 20 && minor <= 19;
  });

const decision = read('docs/decisions/0043-packages-that-stay-on-node-20.md');
const rows = (third: string): { name: string; version: string }[] =>
  [...decision.matchAll(new RegExp(`^\\| \`([^\`]+)\` +\\| ([\\d.]+) +\\| ${third} +\\|`, 'gm'))].map(
    ([, name = '', version = '']) => ({ name, version }),
  );
/** Packages that stay behind: each with the version that is kept, and the newest. */
const kept = rows('[\\d.]+');
/** Packages that npm warns of on Node 20: each with its version, and the range that it asks for. */
const warned = rows('`[^`]+`');

describe('the lock file', () => {
  it('holds packages that run on Node 20.19, and those that decision 0043 says npm warns of', () => {
    const asking = installed.filter(([, { engines }]) => !runsOnOldest(engines?.node ?? '*'));
    expect(namesOf(asking)).toEqual(warned.map(({ name }) => name));
    expect(asking.map(([, { version }]) => version).toSorted()).toEqual(
      warned.map(({ version }) => version).toSorted(),
    );
  });

  it('has a word in package.json on every package with an install script', () => {
    expect(Object.keys(allowScripts).toSorted()).toEqual(
      namesOf(installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)),
    );
  });

  it('has the versions that decision 0043 keeps', () => {
    expect(kept.length).toBeGreaterThan(10);
    for (const { name, version } of kept)
      expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  });

  it.each([
    ['>=20.19.0', true],
    ['^18.18.0 || ^20.9.0 || >=21.1.0', true],
    ['>= 10', true],
    ['*', true],
    ['>=22', false],
    ['^22.22.2 || >=24.15.0', false],
    ['^20.20.0 || >=22', false],
    ['^18 || >=22', false],
  ])('is judged by ranges: %s', (range, runs) => {
    expect(runsOnOldest(range)).toBe(runs);
  });
});
