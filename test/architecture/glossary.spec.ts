/** docs/glossary.md says which word is used for what: the code keeps to it. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

interface Entry {
  readonly word: string;
  readonly not: readonly string[];
  /** Folders and files; empty: everywhere. */
  readonly only: readonly string[];
  /** Folders and files whose code still says the words of `not`. */
  readonly still: readonly string[];
}

const listed = (cell = ''): string[] =>
  cell
    .replaceAll('`', '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function entriesOf(page: string): Entry[] {
  const [tables = ''] = page.split('## Renames to come');
  const rows = tables.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:word|-)/.test(line));
  return rows.map((row) => {
    const [, word = '', , not, only, still] = row.split('|').map((cell) => cell.trim());
    return { word, not: listed(not), only: listed(only), still: listed(still) };
  });
}

/**
 * Words of a name are parted as those of a sentence: `deadLetter`, `dead_letter` and `dead letter` are one.
 */
const words = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();

const says = (word: string): RegExp => new RegExp(`\\b${words(word)}s?\\b`);
/** `withhold` is said by `withheld` and `withholding` too. */
const formsOf = (word: string): string[] =>
  word === 'withhold' ? ['withheld', 'withhold', 'withholding'] : [word];

const ENTRIES = entriesOf(readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8'));
const PACKAGES = ['contract', 'enrichment', 'platform', 'statement-check', 'words'].map(
  (name) => `packages/${name}/src`,
);
/** Each file's lines, in words. */
const FILES = ['src', 'projections', ...PACKAGES].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.spec)\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file))
    .map((file) => ({ file, lines: words(readFileSync(path.join(ROOT, file), 'utf8')).split('\n') })),
);

type File = (typeof FILES)[number];

const liesIn =
  (places: readonly string[]) =>
  ({ file }: File): boolean =>
    places.some((place) => file === place || file.startsWith(`${place}/`));

const linesThatSay = (word: string, files: readonly File[]): string[] => {
  const said = says(word);
  return files.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (said.test(line) ? [`${file}:${index + 1}`] : [])),
  );
};

it('the page has words, and some that are not used', () => {
  expect(ENTRIES.length).toBeGreaterThan(25);
  expect(ENTRIES.flatMap(({ not }) => not).length).toBeGreaterThan(15);
});

it.each(['const deadLetter = 1;', "lane: 'dead_letter'", '// The dead letter of the log.'])(
  '%s is seen',
  (line) => expect(words(line)).toMatch(says('dead letter')),
);

it.each(ENTRIES.flatMap(({ word, not, still }) => not.map((other) => [other, word, still] as const)))(
  'nothing is called %s: the word is %s',
  (other, _word, still) => {
    const judged = FILES.filter((file) => !liesIn(still)(file));
    expect(linesThatSay(other, judged)).toEqual([]);
  },
);

it.each(ENTRIES.flatMap(({ word, still }) => still.map((place) => [word, place] as const)))(
  'the exception of %s names a place that there is: %s',
  (_word, place) => expect(FILES.some(liesIn([place]))).toBe(true),
);

it.each([
  'rate limit',
  'live lookup',
  'lookup cache',
  'balance sheet',
  'matched',
  'audit record',
  'control statement',
  'confirmation statement',
  'call budget',
])("has the field's word %s", (word) => expect(ENTRIES.map((entry) => entry.word)).toContain(word));

it.each(ENTRIES.filter(({ only }) => only.length > 0).map(({ word, only }) => [word, only] as const))(
  '%s is said of one thing, in its own folders',
  (word, only) => {
    const elsewhere = FILES.filter((file) => !liesIn(only)(file));
    expect(formsOf(word).flatMap((form) => linesThatSay(form, elsewhere))).toEqual([]);
  },
);
