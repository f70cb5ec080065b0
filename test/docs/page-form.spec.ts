/** The form of pages: widths of lines, lists apart from paragraphs, links to headings, files that a README's tables name. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { PAGES, absentFromFolder, missingFolders, type Page } from './claims.js';

const COLUMNS = 150;
/** Pages whose lines are not wrapped: those made from texts of the code, and the list of changes with a line a change. */
const NOT_WRAPPED = [
  'docs/blocks.md',
  'docs/blocks-coverage.md',
  'docs/cli.md',
  'docs/coverage.md',
  'docs/events.md',
  'CHANGELOG.md',
];
/** Folders of a customer, of an archive and of another repository. */
const OUTSIDE = ['refused/', 'promises/', 'cic34/', 'mongodb/specifications'];

/** Lines outside tables and blocks of code. */
const proseOf = ({ text }: Pick<Page, 'text'>): readonly string[] =>
  text
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .split('\n')
    .filter((line) => !/^(?:\||    )/.test(line));

const wideLines = (page: Page): readonly string[] => proseOf(page).filter((line) => line.length > COLUMNS);
/** An item of a list that was joined to the end of a paragraph. */
const itemsInParagraphs = (page: Page): readonly string[] =>
  proseOf(page).filter((line) => /[.:;] - \S/.test(line));

/** The part of a link behind `#` that leads to a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
const headingsOf = (page: Page): readonly string[] =>
  proseOf(page).flatMap((line) => {
    const [, heading] = /^#+ (.+)$/.exec(line) ?? [];
    return heading === undefined ? [] : [anchorOf(heading)];
  });
/** Links to a heading that its page does not have. */
const brokenAnchors = (page: Page): readonly string[] =>
  [...page.text.matchAll(/\]\((?!https?:)([^)\s#]*)#([^)\s]+)\)/g)]
    .filter(([, target = '', anchor = '']) => {
      const file = target === '' ? page.file : posix.join(dirname(page.file), target);
      const linked = file === page.file ? page : PAGES.find((other) => other.file === file);
      return linked !== undefined && !headingsOf(linked).includes(anchor);
    })
    .map(([link]) => link);

const wrong = (pages: readonly Page[], judge: (page: Page) => readonly string[]): readonly string[] =>
  pages.flatMap((page) => judge(page).map((what) => `${page.file}: ${what.slice(0, 100)}`));
const written = PAGES.filter(({ file }) => !NOT_WRAPPED.includes(file));

it(`lines of pages have at most ${COLUMNS} columns`, () => {
  expect(written.length).toBeGreaterThan(80);
  expect(wrong(written, wideLines)).toEqual([]);
});

it('items of lists begin a line', () => {
  expect(wrong(written, itemsInParagraphs)).toEqual([]);
});

it('links to a heading find it', () => {
  expect(wrong(PAGES, brokenAnchors)).toEqual([]);
});

it('the table of a room names files of that room', () => {
  const rooms = PAGES.filter(({ file }) =>
    /^(?:src|projections|packages\/(?:enrichment|platform)\/src)\/(?:.*\/)?README\.md$/.test(file),
  );
  expect(rooms.length).toBeGreaterThan(20);
  expect(wrong(rooms, absentFromFolder)).toEqual([]);
});

it('a README names folders that are there', () => {
  const readmes = PAGES.filter(({ file }) => /^(?:src|projections|packages)\/.*README\.md$/.test(file));
  const missing = (page: Page): readonly string[] =>
    missingFolders(page).filter((folder) => !OUTSIDE.includes(folder));
  expect(readmes.length).toBeGreaterThan(60);
  expect(wrong(readmes, missing)).toEqual([]);
});

it('the heading of a decision has the number of its file', () => {
  const folder = join(__dirname, '..', '..', 'docs', 'decisions');
  const headings = readdirSync(folder).map((file) => [
    Number(basename(file).slice(0, 4)),
    Number(/^# (\d+)\. /.exec(readFileSync(join(folder, file), 'utf8'))?.[1]),
  ]);
  expect(headings.filter(([file, heading]) => file !== heading)).toEqual([]);
});

it('the changelog has a heading for each release, newest first, and at most 60 lines of the first', () => {
  const changelog = readFileSync(join(__dirname, '..', '..', 'CHANGELOG.md'), 'utf8');
  const headings = Array.from(changelog.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);
  expect(headings[0]).toBe('Unreleased');
  const releases = headings
    .slice(1)
    .map((heading) => /^\d+\.\d+\.\d+ - (\d{4}-\d\d-\d\d)$/.exec(heading)?.[1]);
  expect(releases).toEqual([...releases].sort().reverse());
  expect(headings.at(-1)).toBe('1.0.0 - 2026-11-28');
  const [, first = ''] = changelog.split('## 1.0.0 - 2026-11-28\n');
  expect(first.trim().split('\n').length).toBeLessThanOrEqual(60);
});

describe('a planted fault is found:', () => {
  const page = (text: string): Page => ({ file: 'src/access/README.md', text });

  it('a wide line', () => {
    expect(wideLines(page(`${'word '.repeat(31)}\n| ${'word '.repeat(31)}|\n`))).toHaveLength(1);
  });
  it('an item within a paragraph', () => {
    expect(itemsInParagraphs(page('It reads. - A row is refused.\n- An item.\n'))).toHaveLength(1);
  });
  it('a link to no heading', () => {
    expect(brokenAnchors(page('# A room\n\n[one](#a-room) [two](#no-room)\n'))).toEqual(['](#no-room)']);
  });
  it('a file of another folder in the table', () => {
    expect(
      absentFromFolder(page('| `account.decider.ts` | decides |\n| `key-secret.ts` | keys |\n')),
    ).toEqual(['account.decider.ts']);
  });
  it('a folder that is gone', () => {
    expect(missingFolders(page('`gate/`, `enrichment/`, `enrichment/suppress`, `src/jobs`'))).toEqual([
      'enrichment/',
      'enrichment/suppress',
    ]);
  });
});
