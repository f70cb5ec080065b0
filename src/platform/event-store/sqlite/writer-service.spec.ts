import { DatabaseSync } from '@photostructure/sqlite';
import { randomUUID } from 'node:crypto';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { openDatabase, pragma } from '../../sqlite/open-database.js';
import { Transactions } from '../../sqlite/transaction.js';
import type { Call } from '../../threads/calls.js';
import { StoreUnavailableError, type NewEvent, type StreamName } from '../event-store.js';
import { LOG_FILE } from './log-file.js';
import { LogReader } from './log-reader.js';
import { LogWriter } from './log-writer.js';
import { packAppend } from './packed-append.js';
import { writerService } from './writer-service.js';

const event = (bytes = 100): NewEvent => ({
  id: randomUUID(),
  type: 'Written',
  format: 'binary',
  data: new Uint8Array(bytes).fill(5),
  metadata: {},
});
const append = (stream: string, count = 1, bytes = 100) =>
  packAppend({
    stream: stream as StreamName,
    expected: 'no_stream',
    events: Array.from({ length: count }, () => event(bytes)),
  });

const folder = forEachTest(() => new TemporaryFolder());
let file: string;
beforeEach(() => {
  file = folder.file('events.db');
});

describe('the thread that writes the log', () => {
  const service = forEachTest(() => writerService({ file, patienceMs: 1_000 }));
  /** Sees commits from outside. */
  const onlooker = forEachTest(() => new DatabaseSync(file));
  let lastId = 0;
  const call = (method: string, argument: unknown): Call => ({ id: ++lastId, method, argument });
  const commits = (queue: Call[]): number => {
    let count = 0;
    while (queue.length > 0) {
      const before = pragma(onlooker, 'data_version');
      const settled = service.next(queue);
      expect(settled.length).toBeGreaterThan(0);
      expect(pragma(onlooker, 'data_version')).toBeGreaterThan(before);
      count++;
    }
    return count;
  };

  test('commits all that wait at a moment in one transaction', () => {
    expect(commits(Array.from({ length: 100 }, (_, n) => call('append', append(`s-${n}`, 5))))).toBe(1);
  });

  test('commits a sequence of appends with all that waits, in one transaction', () => {
    const sequence = (n: number): Call =>
      call('appendInOrder', [append(`a-${n}`, 2), append(`b-${n}`), append(`c-${n}`, 2)]);
    expect(commits(Array.from({ length: 50 }, (_, n) => sequence(n)))).toBe(1);
    expect(commits(Array.from({ length: 101 }, (_, n) => sequence(100 + n)))).toBe(2);
  });

  test('ends a sequence with the first append that is refused, and goes on with the next call', () => {
    const queue = [
      call('append', append('taken-1')),
      call('appendInOrder', [append('first-1'), append('taken-1'), append('last-1')]),
      call('append', append('last-1')),
    ];
    expect(service.next(queue).map((settled) => ('value' in settled ? settled.value : settled))).toEqual([
      { outcome: 'appended', revision: 0, position: 1 },
      [
        { outcome: 'appended', revision: 0, position: 2 },
        { outcome: 'conflict', actual: 0 },
      ],
      { outcome: 'appended', revision: 0, position: 3 },
    ]);
  });

  test('keeps its transactions short: by events, by bytes, and never less than one append', () => {
    const small = (): Call => call('append', append(`s-${lastId}`, 100));
    expect(commits([small(), small(), small(), small(), small(), small(), small()])).toBe(2);
    const wide = (): Call => call('append', append(`s-${lastId}`, 1, 900_000));
    expect(commits([wide(), wide(), wide(), wide()])).toBe(2);
    expect(commits([call('append', append('large-1', 2_000)), small()])).toBe(2);
  });

  test('gives each append of a transaction its own outcome', () => {
    const first = append('one-1');
    const queue = [
      call('append', first),
      call('append', append('one-1')),
      call('append', first),
      call('deleteStream', 'one-1'),
      call('append', append('one-1')),
      call('deleteStream', 'never-1'),
    ];
    expect(service.next(queue).map((settled) => ('value' in settled ? settled.value : settled))).toEqual([
      { outcome: 'appended', revision: 0, position: 1 },
      { outcome: 'conflict', actual: 0 },
      { outcome: 'appended', revision: 0, position: 1 },
      'deleted',
      { outcome: 'stream_deleted' },
      'no_stream',
    ]);
  });

  test('lets a call that it can not make sense of fail alone', () => {
    // What no column takes: found only after its stream was made.
    const broken = { ...append('broken-1'), metadata: [{}] };
    const settled = service.next([
      call('append', append('before-1')),
      call('append', broken),
      call('append', append('after-1')),
    ]);
    expect(settled.map((end) => 'value' in end)).toEqual([true, false, true]);
    expect(new LogReader(onlooker).head()).toBe(2);
  });
});

test('a transaction that finds the disk full leaves nothing, and the next one works', () => {
  const database = openDatabase(LOG_FILE, { file, patienceMs: 1_000 });
  const writer = new LogWriter(database);
  const transactions = new Transactions(database, file, 1_000);
  const write = (stream: string, bytes: number) =>
    transactions.run(() => {
      writer.begin();
      return [writer.append(append(stream, 3, 100)), writer.append(append(`${stream}.2`, 1, bytes))];
    });
  write('a-1', 100);
  const pages = pragma(database, 'page_count');
  database.exec(`PRAGMA max_page_count=${pages + 5}`);
  expect(() => write('b-1', 500_000)).toThrow(
    new StoreUnavailableError(`${file} can't be written: the disk is full`),
  );
  expect(new LogReader(database).head()).toBe(4);
  expect(
    new LogReader(database).readStream({ stream: 'b-1', direction: 'forwards', from: null, limit: 9 }),
  ).toEqual({
    status: 'no_stream',
  });
  database.exec(`PRAGMA max_page_count=${pages + 500}`);
  expect(write('b-1', 500_000)).toMatchObject([
    { outcome: 'appended', position: 7 },
    { outcome: 'appended', position: 8 },
  ]);
  database.close();
});
