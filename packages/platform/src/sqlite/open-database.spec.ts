import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { LOG_FILE } from '../event-store/sqlite/log-file.js';
import { READ_MODELS_FILE } from '../read-models/sqlite/read-models-file.js';
import { openDatabase, pragma, type FileKind } from './open-database.js';

const folder = forEachTest(() => new TemporaryFolder());

const open = (kind: FileKind) => openDatabase(kind, { file: folder.file('file.db'), patienceMs: 1_000 });

// https://www.sqlite.org/pragma.html: synchronous 1 NORMAL, 2 FULL; auto_vacuum 2 incremental.
test.each([
  ['the log is synced with every commit', LOG_FILE, 2],
  ['read models are synced now and then', READ_MODELS_FILE, 1],
])(
  '%s; both erase what they delete, can shrink, and wait for locks by themselves',
  (_title, kind, synchronous) => {
    for (const again of [false, true]) {
      const database = open(kind);
      expect([
        again,
        ...['synchronous', 'secure_delete', 'auto_vacuum', 'busy_timeout', 'page_size'].map((name) =>
          pragma(database, name),
        ),
      ]).toEqual([again, synchronous, 1, 2, 0, kind.pageSize]);
      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      database.close();
    }
  },
);

test('an older file is brought up to date step by step, and keeps what it holds', () => {
  const first: FileKind = { ...LOG_FILE, migrations: ['CREATE TABLE a (n INTEGER)'] };
  const old = open(first);
  old.exec('INSERT INTO a VALUES (1)');
  old.close();
  const third: FileKind = {
    ...first,
    migrations: [...first.migrations, 'CREATE TABLE b (n)', 'INSERT INTO b SELECT n + 1 FROM a'],
  };
  const database = open(third);
  expect(database.prepare('SELECT a.n AS a, b.n AS b FROM a, b').get()).toEqual({ a: 1, b: 2 });
  expect(pragma(database, 'user_version')).toBe(3);
  database.close();
});

test('a step that fails leaves the file at its old version', () => {
  open({ ...LOG_FILE, migrations: ['CREATE TABLE a (n)'] }).close();
  const broken: FileKind = {
    ...LOG_FILE,
    migrations: ['CREATE TABLE a (n)', 'CREATE TABLE b (n); CREATE TABLE a (n)'],
  };
  expect(() => open(broken)).toThrow(/already exists/);
  const database = open({ ...LOG_FILE, migrations: ['CREATE TABLE a (n)'] });
  expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'a' }]);
  database.close();
});
