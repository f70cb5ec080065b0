/**
 * The rooms of the product: the folders right below `src`, and the packages that it is made of. Which of them
 * imports which. Specs don't count.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { memoize } from '../../packages/words/src/memoize.js';

const ROOT = path.join(__dirname, '..', '..');

/** A file as a path that begins with its room, with the files that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;
/** The rooms by name, each with those that it imports, in the order of names. */
export type Arrows = ReadonlyMap<string, readonly string[]>;

const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file);
const roomOf = (file: string): string => file.slice(0, Math.max(0, file.indexOf('/')));

/** The packages that the product is made of. */
export const PACKAGES = ['contract', 'enrichment', 'platform', 'statement-check', 'words'];
/** `src/jobs/job.ts` is `jobs/job.ts`, and `packages/words/src/day.ts` is `words/day.ts`. */
export const placeInRoom = (file: string): string =>
  file.replace(/^src\/|^packages\/([^/]+)\/src\//, '$1/').replace(/^\//, '');

/**
 * What the files of the rooms import of each other.
 * @param outside the folders of files that lie in no package
 */
export function importsIn(root: string, outside: readonly string[] = ['src']): Imports {
  const folders = [...outside, ...PACKAGES.map((name) => `packages/${name}/src`)];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((file) => `${folder}/${file}`),
  );
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true);
      const named = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
      const paths = named.map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName));
      return [placeInRoom(file), paths.map(placeInRoom)];
    }),
  );
}

/** Files that a file imports by relative paths, as paths from the root. */
const importedBy = memoize(10_000, (file: string): readonly string[] => {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(ROOT, file), 'utf8'), true, true);
  const relative = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  const named = relative.map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName));
  return named
    .flatMap((place) => [place.replace(/\.js$/, '.ts'), place.replace(/\.js$/, '.tsx'), place])
    .filter((place) => /\.(?:tsx?|js)$/.test(place) && existsSync(path.join(ROOT, place)));
});

/**
 * The files that some files import, directly or by way of others, themselves included.
 * @param files as paths from the root, as the result's are
 */
export function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files);
  for (const file of reached) for (const imported of importedBy(file)) reached.add(imported);
  return reached;
}

/** Files that lie in no room, as the program's entry does, and read models are left out. */
export function arrowsOf(imports: Imports): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    const from = roomOf(file);
    if (from === '') continue;
    const to = arrows.get(from) ?? new Set();
    arrows.set(from, to);
    for (const room of imported.map(roomOf)) if (!['', 'projections', from].includes(room)) to.add(room);
  }
  const sorted = [...arrows].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([room, to]) => [room, [...to].sort()]));
}

/**
 * The floors that the rooms lie on, the lowest first: a room imports only from floors below its own. What is
 * left when no room can be laid any more imports itself by way of others.
 */
export function floorsOf(arrows: Arrows): {
  readonly floors: readonly string[][];
  readonly circle: readonly string[];
} {
  const floors: string[][] = [];
  let left = [...arrows.keys()];
  for (;;) {
    const floor = left.filter((room) => !arrows.get(room)?.some((other) => left.includes(other)));
    if (floor.length === 0) return { floors, circle: left };
    floors.push(floor);
    left = left.filter((room) => !floor.includes(room));
  }
}
