import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');
const MAX_LINES = 70;
const MAX_LINES_OF_NINE_IN_TEN = 20;
const MAX_FILES = 30;

interface Measured {
  /** `file:line name` */
  readonly place: string;
  readonly lines: number;
}

/**
 * Every function of a text that has a name of its own or is assigned to one; callbacks count with what holds
 * them.
 */
function functionsIn(file: string, text: string): Measured[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (place: number): number => source.getLineAndCharacterOfPosition(place).line + 1;
  const measured: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const named = ts.isConstructorDeclaration(node) ? 'constructor' : nameOf(node)?.getText(source);
      const from = lineAt(node.getStart(source));
      if (named !== undefined)
        measured.push({ place: `${file}:${from} ${named}`, lines: lineAt(node.end) - from + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return measured;
}

function nameOf(node: ts.SignatureDeclaration): ts.Node | undefined {
  const { name, parent } = node;
  if (name !== undefined) return name;
  return ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent)
    ? parent.name
    : undefined;
}

const tooLong = (functions: readonly Measured[]): string[] =>
  functions.filter(({ lines }) => lines > MAX_LINES).map(({ place }) => place);

function ninetiethPercentile(functions: readonly Measured[]): number {
  const lengths = functions.map(({ lines }) => lines).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * 0.9)] ?? 0;
}

/** Files under the folders, as paths from the root; fixtures are data. */
function filesUnder(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['fixtures', 'node_modules'].includes(entry.name) ? [] : filesUnder(file);
    return [file];
  });
}

function fullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder);
}

const PACKAGES = ['contract', 'enrichment', 'platform', 'statement-check', 'words'].map(
  (name) => `packages/${name}/src`,
);
const PRODUCT = ['src', 'projections', ...PACKAGES];
const functions = PRODUCT.flatMap(filesUnder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .flatMap((file) => functionsIn(file, readFileSync(path.join(ROOT, file), 'utf8')));

describe('limits:', () => {
  it(`no function of the product is longer than ${MAX_LINES} lines`, () => {
    expect(tooLong(functions)).toEqual([]);
  });

  it(`nine functions in ten have fewer than ${MAX_LINES_OF_NINE_IN_TEN} lines`, () => {
    expect(functions.length).toBeGreaterThan(1_000);
    expect(ninetiethPercentile(functions)).toBeLessThan(MAX_LINES_OF_NINE_IN_TEN);
  });

  it(`no folder holds more than ${MAX_FILES} files, but for fixtures`, () => {
    expect(fullFolders([...PRODUCT, 'test', 'bench'].flatMap(filesUnder))).toEqual([]);
  });
});

describe('the limits can fail:', () => {
  const body = (lines: number): string => `{\n${'  run();\n'.repeat(lines - 2)}}`;

  it.each([
    ['a function', (lines: number) => `function long() ${body(lines)}`],
    ['an arrow function', (lines: number) => `const long = () => ${body(lines)};`],
    ['an arrow function of an object', (lines: number) => `const all = { long: () => ${body(lines)} };`],
    ['a method', (lines: number) => `class A { long() ${body(lines)} }`],
    ['a property of a class', (lines: number) => `class A { long = () => ${body(lines)}; }`],
    ['a constructor', (lines: number) => `class A { constructor() ${body(lines)} }`],
  ])('%s that is a line too long', (_kind, text) => {
    expect(tooLong(functionsIn('a.ts', text(MAX_LINES)))).toEqual([]);
    expect(tooLong(functionsIn('a.ts', text(MAX_LINES + 1)))).toHaveLength(1);
  });

  it('one function in nine that is long', () => {
    const lengths = (most: number): Measured[] =>
      Array.from({ length: 90 }, (_, index) => ({ place: '', lines: index % 9 === 0 ? most : 3 }));
    expect(ninetiethPercentile(lengths(19))).toBe(19);
    expect(ninetiethPercentile(lengths(21))).toBe(21);
  });

  it('a folder with a file too many', () => {
    const files = Array.from({ length: MAX_FILES }, (_, index) => `src/some/${index}.ts`);
    expect(fullFolders(files)).toEqual([]);
    expect(fullFolders([...files, 'src/some/last.ts'])).toEqual(['src/some']);
  });
});
