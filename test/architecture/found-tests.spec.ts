/** Tests are found by the rule of `test/README.md`. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Description } from '../support/description-judge.js';
import { EVERY_OPERATION_FOLDER, OPERATION_FOLDERS } from '../support/operation-folders.js';

const ROOT = join(__dirname, '..', '..');
const TEST = join(ROOT, 'test');
const page = readFileSync(join(TEST, 'README.md'), 'utf8');

const entriesOf = (folder: string, kind: 'file' | 'folder'): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() === (kind === 'folder'))
    .map(({ name }) => name)
    .sort();
/** Names in the first column of the page's tables. */
const rowsOf = (text: string): string[] =>
  Array.from(text.matchAll(/^\| `([^`]+)` /gm), ([, name = '']) => name);

/** The page's table of folders. */
const FOLDERS = page.split('\n\n').find((part) => part.startsWith('| folder')) ?? '';

const WITHOUT_TESTS = ['fixtures', 'support'];

describe('a test is found by the rule of test/README.md:', () => {
  it('the first table has a row for each folder, and no other', () => {
    expect(rowsOf(FOLDERS).sort()).toEqual(
      entriesOf(TEST, 'folder').filter((name) => !WITHOUT_TESTS.includes(name)),
    );
  });

  it('no spec lies outside of the folders', () => {
    expect(entriesOf(TEST, 'file').filter((file) => file.endsWith('.spec.ts'))).toEqual([]);
  });

  it('a folder of `rooms` has the name of a room of src, of enrichment or of a package', () => {
    const rooms = ['src', 'packages', 'packages/enrichment/src'].flatMap((folder) =>
      entriesOf(join(ROOT, folder), 'folder'),
    );
    expect(entriesOf(join(TEST, 'rooms'), 'folder').filter((name) => !rooms.includes(name))).toEqual([]);
    expect(entriesOf(join(TEST, 'rooms'), 'file')).toEqual([]);
  });
});

describe('a test of the API is found by operation and status:', () => {
  const HTTP = join(TEST, 'http');
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8')) as Description;
  const answers = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => [operationId, status] as const),
    ),
  );
  const isThere = (folder: string, status: string): boolean =>
    existsSync(join(HTTP, folder, `${status}.spec.ts`));

  it('each operation of the description has its folder, and there is no other folder of one', () => {
    const operations = [...new Set(answers.map(([operation]) => operation))];
    expect(operations.sort()).toEqual(Object.keys(OPERATION_FOLDERS).sort());
    const others = [EVERY_OPERATION_FOLDER, 'edge', 'golden'];
    expect(entriesOf(HTTP, 'folder').filter((name) => !others.includes(name))).toEqual(
      [...new Set(Object.values(OPERATION_FOLDERS))].sort(),
    );
  });

  it.each(answers)('%s has a spec of its %s, of its own or of every operation', (operation, status) => {
    const own = OPERATION_FOLDERS[operation] ?? operation;
    expect(isThere(own, status) || isThere(EVERY_OPERATION_FOLDER, status)).toBe(true);
  });

  /** Refusals that only this operation has, beside the one with the same status that all have. */
  const OWN_REFUSALS = ['resolve', 'submitJob'].flatMap((operation) =>
    ['403', '429'].map((status) => [operation, status] as const),
  );
  it.each(OWN_REFUSALS)('%s has a spec of its own %s', (operation, status) => {
    expect(answers).toContainEqual([operation, status]);
    expect(isThere(OPERATION_FOLDERS[operation] ?? '', status)).toBe(true);
  });

  it('the page names each operation with its folder', () => {
    const rows = Array.from(page.matchAll(/^\| `(\w+)`(?:, `(\w+)`)? +\| `([a-z-]+)` /gm), (row) =>
      row.slice(1),
    );
    const named = rows.flatMap(([one = '', other, folder = '']) =>
      [one, other].flatMap((operation) => (operation === undefined ? [] : [[operation, folder]])),
    );
    expect(Object.fromEntries(named)).toEqual(OPERATION_FOLDERS);
  });
});
