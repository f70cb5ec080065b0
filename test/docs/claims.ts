/** What pages name in backticks and in blocks of shell: files, scripts, settings, commands. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const NOT_OURS = /(^|\/)(node_modules|dist|data|coverage|\.git)$/;

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = posix.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.test(file) ? [] : filesUnder(file);
    return entry.isFile() ? [file] : [];
  });
}

const FILES = filesUnder('');
const FOLDERS = new Set(FILES.flatMap(foldersOf));
const FIRST_NAMES = new Set([...FOLDERS].map((folder) => folder.split('/')[0]));
const FOLDER_NAMES = new Set([...FOLDERS].map((folder) => posix.basename(folder)));

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

export interface Page {
  readonly file: string;
  readonly text: string;
}

/** Every page: the root's, `docs/` and the README of a folder. */
export const PAGES: readonly Page[] = FILES.filter((file) => file.endsWith('.md')).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

const CODE = FILES.filter((file) => /\.(ts|js|mjs|cjs|py|json|yml)$/.test(file) || file === 'Dockerfile');
let code: string | undefined;
const isInCode = (word: string): boolean =>
  (code ??= CODE.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')).includes(word);

const inBackticks = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);

const PATH = /^[\w.-]+(\/[\w.*-]+)+\/?$/;
const FOLDER = /^[\w-]+\/$/;
const FILE_NAME = /^[\w-]+(\.[\w-]+)*\.(ts|mjs|js|cjs|json|md|yml|yaml|html|http)$/;

/** `*` stands for any part of a name, `**` for any folders. */
const asPattern = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'))}(/|$)`,
  );

function exists(path: string): boolean {
  const bare = path.replace(/\/$/, '');
  if (!bare.includes('*')) return FOLDERS.has(bare) || FILES.includes(bare);
  const pattern = asPattern(bare);
  return FILES.some((file) => pattern.test(file));
}

const FROM = ['src', 'test', 'packages/enrichment/src'];

/**
 * A path is given from the root, from the page's folder, from `src` or from enrichment's; only ours are
 * judged, not installed packages.
 */
function pathIsThere(path: string, page: string): boolean {
  return [path, posix.join(dirname(page), path), ...FROM.map((folder) => `${folder}/${path}`)].some(exists);
}

const isOurs = (path: string, page: string): boolean => {
  const [first = ''] = path.split('/');
  if (FILE_NAME.test(posix.basename(path))) return true;
  return [first, ...FROM.map((folder) => `${folder}/${first}`), posix.join(dirname(page), first)].some(
    (name) => FIRST_NAMES.has(name) || FOLDERS.has(name),
  );
};

/** Paths, and names of files, that are not in the repository. */
export function missingFiles({ file, text }: Page): readonly string[] {
  return inBackticks(text).filter((word) => {
    if (PATH.test(word)) return isOurs(word, file) && !pathIsThere(word, file);
    return FILE_NAME.test(word) && !FILES.some((each) => posix.basename(each) === word) && !isInCode(word);
  });
}

/**
 * Folders and paths that a README names and that are not in the repository. Pages of enrichment may name them
 * from its `src`; all pages from the root, from `src` and from the folders that they lie in.
 */
export function missingFolders({ file, text }: Page): readonly string[] {
  const from = file.startsWith('packages/enrichment/')
    ? ['.', 'src', 'packages/enrichment/src']
    : ['.', 'src'];
  const bases = [...from, ...foldersOf(file)];
  return inBackticks(text).filter((word) => {
    const isFolder = FOLDER.test(word) || (PATH.test(word) && FOLDER_NAMES.has(word.split('/')[0] ?? ''));
    return isFolder && !bases.some((base) => exists(posix.join(base, word)));
  });
}

/** Names of files in the first column of a README's tables that lie in another folder than the README's. */
export function absentFromFolder({ file, text }: Page): readonly string[] {
  const first = [...text.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell = '']) => cell).join('\n');
  const folder = `${dirname(file)}/`;
  const names = FILES.filter((each) => each.startsWith(folder)).map((each) => posix.basename(each));
  return inBackticks(first).filter((word) => FILE_NAME.test(word) && !names.includes(word));
}

/** Links between pages that lead nowhere. */
export function brokenLinks({ file, text }: Page): readonly string[] {
  const targets = [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !exists(posix.join(dirname(file), target)));
}

/** Scripts of `package.json` that a page runs. */
export const scriptsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bnpm (?:run|test)(?: -s| --silent)*(?: ([a-z][\w:-]*))?/g)].flatMap(([whole, name]) =>
    name !== undefined && whole.startsWith('npm run') ? [name] : [],
  );

const NOT_BUILT = 'Decided, not built';
/** A paragraph, or an item of a list. */
const paragraphs = (text: string): readonly string[] => text.split(/\n\n|\n(?=- )/);

const isNotBuilt = (paragraph: string): boolean => paragraph.includes(NOT_BUILT);
export const builtText = (text: string): string =>
  paragraphs(text)
    .filter((paragraph) => !isNotBuilt(paragraph))
    .join('\n\n');
export const notBuiltText = (text: string): string => paragraphs(text).filter(isNotBuilt).join('\n\n');

/** Names in capitals with an underscore: settings, and other variables that some code reads. */
export const variablesIn = (text: string): readonly string[] =>
  inBackticks(text).flatMap((words) =>
    [...words.matchAll(/\b[A-Z]+(?:_[A-Z\d]+)+\b/g)].map(([name]) => name),
  );

export const unknownVariables = (text: string, settings: readonly string[]): readonly string[] =>
  variablesIn(text).filter((name) => !settings.includes(name) && !isInCode(name));

/** Commands of the operator, as `npx company-data ...` or by two words in backticks. */
export function commandsIn(text: string, groups: readonly string[]): readonly string[] {
  const called = [...text.matchAll(/\b(?:npx company-data|^company-data|cli --) ([a-z]+)(?: ([a-z]+)\b)?/gm)];
  const named = inBackticks(text).map((words) => /^([a-z]+) ([a-z]+)(?= |$)/.exec(words));
  return [...called, ...named].flatMap((match) => {
    const [, group = '', word] = match ?? [];
    return groups.includes(group) ? [word === undefined ? group : `${group} ${word}`] : [];
  });
}
