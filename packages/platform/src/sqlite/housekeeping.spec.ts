/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { afterThisTest, forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { Housekeeping } from './housekeeping.js';
import { openDatabase, pragma, type FileKind } from './open-database.js';
import { Transactions } from './transaction.js';

const KIND: FileKind = {
  title: 'words',
  applicationId: 0x77_6f_72_64,
  migrations: ['CREATE TABLE words (word TEXT NOT NULL) STRICT'],
  synchronous: 'NORMAL',
  pageSize: 4096,
};
const PATIENCE_MS = 5_000;
/** A look that finds somebody in the way comes again soon. */
const SOON_MS = 1_000;
const NEXT_LOOK_MS = 20_000;

const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const opened = (): DatabaseSyncInstance => {
  const database = openDatabase(KIND, { file: folder.file('words.db'), patienceMs: PATIENCE_MS });
  afterThisTest(() => database.isOpen && database.close());
  return database;
};
const processOf = (database = opened()) => {
  const transactions = new Transactions(database, folder.file('words.db'), PATIENCE_MS);
  const housekeeping = new Housekeeping(database, transactions);
  afterThisTest(() => housekeeping.stop());
  return { database, housekeeping };
};
const write = (database: DatabaseSyncInstance, word: string, times = 1): void => {
  database.exec('BEGIN');
  for (let n = 0; n < times; n++) database.prepare('INSERT INTO words VALUES (?)').run(word);
  database.exec('COMMIT');
};
const erase = (database: DatabaseSyncInstance): void => database.exec('DELETE FROM words');
/** Whether any file of the folder, the journal included, holds the text. */
const found = (text: string): boolean =>
  readdirSync(folder.path).some((name) => readFileSync(folder.file(name)).includes(text));

it('takes what was erased out of the journal a moment later', () => {
  const { database, housekeeping } = processOf();
  jest.advanceTimersByTime(SOON_MS);
  write(database, 'erasedword');
  erase(database);
  housekeeping.erased();
  expect(found('erasedword')).toBe(true);
  jest.advanceTimersByTime(SOON_MS);
  expect(found('erasedword')).toBe(false);
});

it('finds what another process erased and left behind, within a minute', () => {
  processOf();
  jest.advanceTimersByTime(SOON_MS);
  const killed = opened();
  write(killed, 'erasedword');
  erase(killed);
  jest.advanceTimersByTime(SOON_MS);
  expect(found('erasedword')).toBe(true);
  jest.advanceTimersByTime(NEXT_LOOK_MS);
  expect(found('erasedword')).toBe(false);
});

it('finds at its start what was left before it', () => {
  const killed = opened();
  write(killed, 'erasedword');
  erase(killed);
  processOf();
  expect(found('erasedword')).toBe(true);
  jest.advanceTimersByTime(SOON_MS);
  expect(found('erasedword')).toBe(false);
});

it('comes again soon where a reader is in the way', () => {
  const { database, housekeeping } = processOf();
  write(database, 'erasedword');
  const reader = opened();
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM words').get();
  erase(database);
  housekeeping.erased();
  jest.advanceTimersByTime(SOON_MS);
  expect(found('erasedword')).toBe(true);
  reader.exec('COMMIT');
  jest.advanceTimersByTime(SOON_MS);
  expect(found('erasedword')).toBe(false);
});

it('is done with the process that erased, whose timers never come', () => {
  const { database, housekeeping } = processOf();
  write(database, 'erasedword', 3_000);
  erase(database);
  housekeeping.erased();
  housekeeping.stop();
  expect(found('erasedword')).toBe(false);
});

it('gives free pages back, and keeps some for what is written next', () => {
  const { database, housekeeping } = processOf();
  write(database, 'erasedword'.repeat(400), 1_000);
  erase(database);
  expect(pragma(database, 'freelist_count')).toBeGreaterThan(900);
  housekeeping.erased();
  jest.advanceTimersByTime(SOON_MS);
  const spare = pragma(database, 'freelist_count');
  expect(spare).toBeGreaterThan(0);
  expect(spare).toBeLessThanOrEqual(256);
  expect(found('erasedword')).toBe(false);
});
