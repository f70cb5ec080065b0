import fs, { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import type { Settings } from '../../settings/settings.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { pruneConsoleFiles, statementFilePath } from './console-files.js';

const NOW = new Date('2026-11-22T12:00:00.000Z');

it('removes statements of the console that are older than seven days, and nothing else', () => {
  const folder = new TemporaryFolder();
  try {
    expect(pruneConsoleFiles(folder.path, NOW)).toBe(0);
    mkdirSync(folder.file('console'));
    const put = (name: string, day: string): string => {
      const path = join(folder.path, 'console', name);
      writeFileSync(path, 'x');
      utimesSync(path, new Date(day), new Date(day));
      return path;
    };
    const old = put('statement-1001-2026-10.ndjson', '2026-11-15T11:59:59Z');
    const part = put('statement-1001-2026-09.ndjson.part', '2026-11-01T00:00:00Z');
    const fresh = put('statement-1002-2026-10.ndjson', '2026-11-15T12:00:01Z');
    const atTheEnd = put('statement-1003-2026-10.ndjson', '2026-11-15T12:00:00Z');
    const foreign = put('notes.txt', '2026-01-01T00:00:00Z');
    expect(pruneConsoleFiles(folder.path, NOW)).toBe(2);
    const left = [old, part, fresh, atTheEnd, foreign].filter((path) => existsSync(path));
    expect(left).toEqual([fresh, atTheEnd, foreign]);
    expect(pruneConsoleFiles(folder.path, NOW)).toBe(0);
  } finally {
    folder.remove();
  }
});

it('passes over a file that another process has removed since it was listed', () => {
  const folder = new TemporaryFolder();
  try {
    mkdirSync(folder.file('console'));
    writeFileSync(join(folder.file('console'), 'statement-1001-2026-10.ndjson'), 'x');
    const { statSync: statOf } = fs;
    jest.spyOn(fs, 'statSync').mockImplementationOnce((path, options) => {
      rmSync(path);
      return statOf(path, options);
    });
    expect(pruneConsoleFiles(folder.path, NOW)).toBe(0);
  } finally {
    jest.restoreAllMocks();
    folder.remove();
  }
});

it('gives a statement a place in a folder that only the service reads', () => {
  const folder = new TemporaryFolder();
  try {
    const settings = { dataDir: folder.path } as Settings;
    const path = statementFilePath({ settings }, 1001 as AccountId, '2026-10');
    expect(path).toBe(join(folder.path, 'console', 'statement-1001-2026-10.ndjson'));
    expect(statSync(join(folder.path, 'console')).mode & 0o777).toBe(0o700);
  } finally {
    folder.remove();
  }
});

it('says what is wrong where the folder is a file', () => {
  const folder = new TemporaryFolder();
  try {
    writeFileSync(folder.file('console'), 'x');
    expect(() => pruneConsoleFiles(folder.path, NOW)).toThrow('ENOTDIR');
  } finally {
    folder.remove();
  }
});
