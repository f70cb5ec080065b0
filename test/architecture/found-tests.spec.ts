/** Tests are found by the rule of `test/README.md`. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

  it('a folder of `rooms` has the name of a room of src', () => {
    const rooms = entriesOf(join(ROOT, 'src'), 'folder');
    expect(entriesOf(join(TEST, 'rooms'), 'folder').filter((name) => !rooms.includes(name))).toEqual([]);
    expect(entriesOf(join(TEST, 'rooms'), 'file')).toEqual([]);
  });
});
