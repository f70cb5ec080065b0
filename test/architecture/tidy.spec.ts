import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '__pycache__']);

/** Every file of the project, as paths from its root. */
function filesUnder(folder = ''): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(file) : entry.isFile() ? [file] : [];
  });
}

const FILES = filesUnder();
const SOURCES = FILES.filter((file) => /^(src|projections|test|bench|packages)\/.*\.ts$/.test(file));
const MADE = 'packages/client/src/openapi.ts';
const TEXTS = FILES.filter(
  (file) => !/^(samples|test\/fixtures)\//.test(file) && !/\.(gz|zip|bin|sqlite|log)$/.test(file),
);

const linesOf = (file: string): string[] => readFileSync(path.join(ROOT, file), 'utf8').split('\n');
/** `file:line` of every line that matches. */
const linesWith = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    linesOf(file).flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );

describe('the house is tidy:', () => {
  it('no file of code is longer than 300 lines (a spec than 500)', () => {
    const written = SOURCES.filter((file) => file !== MADE);
    const long = written.filter((file) => linesOf(file).length > (file.endsWith('.spec.ts') ? 501 : 301));
    expect(long).toEqual([]);
  });

  it('the names of files of code are kebab-case, with their role as suffix', () => {
    expect(SOURCES.filter((file) => !/^[a-z0-9.-]+$/.test(path.basename(file)))).toEqual([]);
  });

  it('no barrel exports everything of another file', () => {
    expect(linesWith(SOURCES, /^\s*export \* from/)).toEqual([]);
  });

  it('relative imports say which file they mean', () => {
    expect(linesWith(SOURCES, /from '\.{1,2}\/(?![^']*\.(js|cjs|json)')/)).toEqual([]);
  });

  it('whoever opens the stores tells them of the log, so that its stamp is raised before newer kinds of event', () => {
    const product = SOURCES.filter((file) => file.startsWith('src/') && !file.endsWith('.spec.ts'));
    const opening = linesWith(product, /(?<!function )openStores\(/);
    expect(opening.length).toBeGreaterThan(2);
    expect(opening).toEqual(linesWith(product, /openStores\(\{.*\.\.\.LOG_FORMAT/));
  });

  it('nothing is left to be done later', () => {
    expect(
      linesWith(TEXTS, new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')})\\b`)),
    ).toEqual([]);
  });

  it('no file names a folder of the machine that it was written on', () => {
    const folders = ['home', 'Users', 'work', 'root', 'tmp/wt'].map((folder) => `/${folder}/`).join('|');
    expect(linesWith(TEXTS, new RegExp(`(^|[\\s"'\`(=])(${folders})`))).toEqual([]);
  });

  it('packages come from the public registry', () => {
    const resolved = linesOf('package-lock.json').filter((line) => /"resolved": "(?!packages\/)/.test(line));
    expect(resolved.filter((line) => !line.includes('"https://registry.npmjs.org/'))).toEqual([]);
    expect(
      FILES.filter((file) => path.basename(file) === '.npmrc')
        .flatMap(linesOf)
        .join('\n'),
    ).not.toContain('//');
  });

  it('no lonely or failing-by-design test is checked in', () => {
    const specs = SOURCES.filter((file) => /\.(spec|contract)\.ts$/.test(file));
    expect(linesWith(specs, /\b(describe|it|test)\.(only|todo|failing)\b|\b(fit|fdescribe)\(/)).toEqual([]);
  });
});
