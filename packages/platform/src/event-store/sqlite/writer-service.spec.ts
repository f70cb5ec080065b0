import { DatabaseSync } from '@photostructure/sqlite';
import { randomUUID } from 'node:crypto';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { openDatabase, pragma } from '../../sqlite/open-database.js';
import { Transactions } from '../../sqlite/transaction.js';
import type { Call } from '../../threads/calls.js';
import { StoreUnavailableError, type Append, type NewEvent, type StreamName } from '../event-store.js';
import { LOG_FILE } from './log-file.js';
import { LogReader } from './log-reader.js';
import { LogWriter } from './log-writer.js';
import { packAppends, unpackAppends } from './packed-appends.js';
import { writerService } from './writer-service.js';

const event = (bytes = 100): NewEvent => ({
  id: randomUUID(),
  type: 'Written',
  format: 'binary',
  data: new Uint8Array(bytes).fill(5),
  metadata: {},
});
const append = (stream: string, count = 1, bytes = 100): Append => ({
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
  const written = (...appends: readonly Append[]): Call => call('append', packAppends(appends));
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
    expect(commits(Array.from({ length: 100 }, (_, n) => written(append(`s-${n}`, 5))))).toBe(1);
  });

  test('commits a sequence of appends with all that waits, in one transaction', () => {
    const sequence = (n: number): Call => written(append(`a-${n}`, 2), append(`b-${n}`), append(`c-${n}`, 2));
    expect(commits(Array.from({ length: 50 }, (_, n) => sequence(n)))).toBe(1);
    expect(commits(Array.from({ length: 101 }, (_, n) => sequence(100 + n)))).toBe(2);
  });

  test('ends a sequence with the first append that is refused, and goes on with the next call', () => {
    const queue = [
      written(append('taken-1')),
      written(append('first-1'), append('taken-1'), append('last-1')),
      written(append('last-1')),
    ];
    expect(service.next(queue).map((settled) => ('value' in settled ? settled.value : settled))).toEqual([
      { places: [0, 1], stopped: null },
      { places: [0, 2], stopped: { outcome: 'conflict', actual: 0 } },
      { places: [0, 3], stopped: null },
    ]);
  });

  test('keeps its transactions short: by events, by bytes, and never less than one append', () => {
    const small = (): Call => written(append(`s-${lastId}`, 100));
    expect(commits([small(), small(), small(), small(), small(), small(), small()])).toBe(2);
    const wide = (): Call => written(append(`s-${lastId}`, 1, 900_000));
    expect(commits([wide(), wide(), wide(), wide()])).toBe(2);
    expect(commits([written(append('large-1', 2_000)), small()])).toBe(2);
  });

  test('gives each append of a transaction its own outcome', () => {
    const first = append('one-1');
    const queue = [
      written(first),
      written(append('one-1')),
      written(first),
      call('deleteStream', 'one-1'),
      written(append('one-1')),
      call('deleteStream', 'never-1'),
    ];
    expect(service.next(queue).map((settled) => ('value' in settled ? settled.value : settled))).toEqual([
      { places: [0, 1], stopped: null },
      { places: [], stopped: { outcome: 'conflict', actual: 0 } },
      { places: [0, 1], stopped: null },
      'deleted',
      { places: [], stopped: { outcome: 'stream_deleted' } },
      'no_stream',
    ]);
  });

  test('lets a call that it can not make sense of fail alone', () => {
    // What no column takes: found only after its stream was made.
    const broken = { ...packAppends([append('broken-1')]), metadata: [{}] };
    const settled = service.next([
      written(append('before-1')),
      call('append', broken),
      written(append('after-1')),
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
      const both = packAppends([append(stream, 3, 100), append(`${stream}.2`, 1, bytes)]);
      return unpackAppends(both).map((one) => writer.append(one));
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
