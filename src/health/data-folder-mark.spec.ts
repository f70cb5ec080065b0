import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { TemporaryFolder } from '../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { DATA_FOLDER_HEADER, dataFolderHeader, dataFolderMark } from './data-folder-mark.js';

const folder = forEachTest(() => new TemporaryFolder());
const told = (dataDir: string): string | undefined =>
  dataFolderHeader('metrics', dataDir)[DATA_FOLDER_HEADER];
/** A folder at which nobody can look: the link leads to itself. */
const breakAt = (path: string): void => {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(path, path);
  expect(() => dataFolderMark(path)).toThrow('ELOOP');
};

it('an answer names no folder while none can be looked at, and is given all the same', () => {
  const path = folder.file('data');
  expect(told(path)).toBe('metrics ');
  breakAt(path);
  expect(told(path)).toBe('metrics ');
  rmSync(path);
  mkdirSync(path);
  expect(told(path)).toBe(`metrics ${dataFolderMark(path)}`);
});

it('an answer names the folder as it was, though its disk fails', () => {
  const path = folder.file('data');
  mkdirSync(path);
  const mark = dataFolderMark(path);
  expect(told(path)).toBe(`metrics ${mark}`);
  breakAt(path);
  expect(told(path)).toBe(`metrics ${mark}`);
});
