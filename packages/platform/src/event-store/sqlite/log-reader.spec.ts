import { randomUUID } from 'node:crypto';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { openDatabase } from '../../sqlite/open-database.js';
import type { NewEvent, StreamName } from '../event-store.js';
import { LOG_FILE } from './log-file.js';
import { LogReader } from './log-reader.js';
import { LogWriter } from './log-writer.js';
import { packAppends, unpackAppends } from './packed-appends.js';
import { unpackEvents } from './packed-events.js';
import { logNumbersSql, logPageSql, OUTLINE, SIZES } from './page-query.js';

const folder = forEachTest(() => new TemporaryFolder());
const database = forEachTest(() =>
  openDatabase(LOG_FILE, { file: folder.file('events.db'), patienceMs: 1_000 }),
);

const anEvent = (type: string, size = 3): NewEvent => ({
  id: randomUUID(),
  type,
  format: 'json',
  data: Buffer.from(JSON.stringify('x'.repeat(size))),
  metadata: { tenant: '7' },
});

function writeEvents(stream: string, events: readonly NewEvent[]): void {
  const writer = new LogWriter(database);
  writer.begin();
  const appends = packAppends([{ stream: stream as StreamName, expected: 'no_stream', events }]);
  unpackAppends(appends).forEach((append) => writer.append(append));
}

const write = (stream: string, sizes: readonly number[]): void =>
  writeEvents(
    stream,
    sizes.map((size) => anEvent('Written', size)),
  );

const append = (stream: string, types: readonly string[]): void =>
  writeEvents(
    stream,
    types.map((type) => anEvent(type)),
  );

test.each(
  [1, 2, 5].flatMap((count) => [
    [count, logPageSql(count)] as const,
    [count, logNumbersSql(count, SIZES)] as const,
    [count, logNumbersSql(count, OUTLINE)] as const,
  ]),
)(
  'a page of %p categories comes from their index alone, sorts nothing, and then fetches what matches',
  (count, sql) => {
    const values = Array.from({ length: count * 3 + 1 }, () => 1);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as {
      detail: string;
    }[];
    const steps = plan.map(({ detail }) => detail);
    const index = steps.filter((step) =>
      step.startsWith('SEARCH events USING COVERING INDEX events_by_category'),
    );
    expect(index).toHaveLength(count);
    expect(steps.filter((step) => /TEMP B-TREE|SCAN e/.test(step))).toEqual([]);
    expect(steps).toContain('SEARCH e USING INTEGER PRIMARY KEY (rowid=?)');
  },
);

test('a page ends before the event that would carry it over its bytes, but never empty', () => {
  write('wide-1', [400, 400, 400, 5_000, 400]);
  const reader = new LogReader(database);
  const sizes: number[][] = [];
  for (let after = 0, atHead = false; !atHead;) {
    const page = reader.readAll({ after, categories: null, limit: 100, maxBytes: 1_000, endedBy: null });
    sizes.push(unpackEvents(page.events).map(({ data }) => data.length - 2));
    ({ position: after, atHead } = page);
  }
  expect(sizes).toEqual([[400, 400], [400], [5_000], [400]]);
});

describe('a page for a reader who has no use for what is over', () => {
  const page = (after = 0) =>
    new LogReader(database).readAll({
      after,
      categories: ['story'],
      limit: 9,
      maxBytes: 9_000,
      endedBy: ['Over'],
    });
  const typesOf = (after?: number) => unpackEvents(page(after).events).map(({ type }) => type);

  test('has no event where all streams in it are over', () => {
    append('story-1', ['Begun', 'Over']);
    append('story-2', ['Begun', 'WentOn', 'Over', 'Erased']);
    expect(page()).toMatchObject({ position: 6, atHead: true, events: { numbers: new Float64Array() } });
  });

  test('has all events where one goes on, or began before it', () => {
    append('story-1', ['Begun', 'Over']);
    append('story-2', ['Begun']);
    expect(typesOf()).toEqual(['Begun', 'Over', 'Begun']);
    expect(typesOf(1)).toEqual(['Over', 'Begun']);
  });
});

test('a page names each of its streams, also of more than are remembered', () => {
  const streams = Array.from({ length: 41 }, (_, index) => `many-"\n${index}`);
  for (const stream of streams) append(stream, ['Begun']);
  const reader = new LogReader(database, 15);
  const names: string[] = [];
  for (let after = 0, atHead = false; !atHead;) {
    const page = reader.readAll({ after, categories: null, limit: 10, maxBytes: 9_000, endedBy: null });
    names.push(...unpackEvents(page.events).map(({ stream }) => stream));
    ({ position: after, atHead } = page);
  }
  expect(names).toEqual(streams);
});

test('the log can be read in words with any SQLite tool', () => {
  write('words-1', [3]);
  expect(database.prepare('SELECT * FROM log').all()).toMatchObject([
    {
      position: 1,
      stream: 'words-1',
      revision: 0,
      type: 'Written',
      metadata: '{"tenant":"7"}',
      data: '"xxx"',
    },
  ]);
});
