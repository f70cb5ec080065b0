import { randomUUID } from 'node:crypto';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { openDatabase } from '../../sqlite/open-database.js';
import type { StreamName } from '../event-store.js';
import { LOG_FILE } from './log-file.js';
import { LogReader } from './log-reader.js';
import { LogWriter } from './log-writer.js';
import { packAppend } from './packed-append.js';
import { unpackEvents } from './packed-events.js';
import { logPageSql, logSizesSql } from './page-query.js';

const folder = forEachTest(() => new TemporaryFolder());
const database = forEachTest(() =>
  openDatabase(LOG_FILE, { file: folder.file('events.db'), patienceMs: 1_000 }),
);

function write(stream: string, sizes: readonly number[]): void {
  const writer = new LogWriter(database);
  writer.begin();
  const events = sizes.map((size) => ({
    id: randomUUID(),
    type: 'Written',
    format: 'json' as const,
    data: Buffer.from(JSON.stringify('x'.repeat(size))),
    metadata: { tenant: '7' },
  }));
  writer.append(packAppend({ stream: stream as StreamName, expected: 'no_stream', events }));
}

test.each(
  [1, 2, 5].flatMap((count) => [[count, logPageSql(count)] as const, [count, logSizesSql(count)] as const]),
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
    const page = reader.readAll({ after, categories: null, limit: 100, maxBytes: 1_000 });
    sizes.push(unpackEvents(page.events).map(({ data }) => data.length - 2));
    ({ position: after, atHead } = page);
  }
  expect(sizes).toEqual([[400, 400], [400], [5_000], [400]]);
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
