import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { openDatabase } from '../../sqlite/open-database.js';
import type { RangeQuery } from '../read-models.js';
import { Collections } from './collections.js';
import { rangeStatement } from './range-statement.js';
import { READ_MODELS_FILE } from './read-models-file.js';

describe('a ranged read', () => {
  let folder: string;
  let database: DatabaseSyncInstance;
  let collections: Collections;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'company-data-'));
    database = openDatabase(READ_MODELS_FILE, { file: join(folder, 'read-models.db'), patienceMs: 1_000 });
    collections = new Collections(database);
    collections.declare({ name: 'jobs', indexes: [{ name: 'by_account', fields: ['account', 'created'] }] });
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const after = { key: 'k', fields: { account: 'a', created: 5 } };

  test.each<[string, RangeQuery, RegExp]>([
    [
      'by key',
      { from: 'a', to: 'b' },
      /SEARCH jobs__1 USING INDEX sqlite_autoindex_jobs__1_1 \(key>\? AND key<\?\)/,
    ],
    ['by key, resumed', { after }, /SEARCH .* \(key>\?\)/],
    ['by a value', { index: 'by_account', equals: ['a'] }, /USING INDEX jobs__1_by_account \(f_account=\?\)/],
    [
      'by a value with bounds',
      { index: 'by_account', equals: ['a'], from: 1, to: 9 },
      /USING INDEX jobs__1_by_account \(f_account=\? AND f_created>\? AND f_created<\?\)/,
    ],
    [
      'by a value, resumed',
      { index: 'by_account', equals: ['a'], after },
      /USING INDEX jobs__1_by_account \(f_account=\? AND \(f_created,key\)>\(\?,\?\)\)/,
    ],
    [
      'by a value, resumed backwards',
      { index: 'by_account', equals: ['a'], after, order: 'descending' },
      /USING INDEX jobs__1_by_account \(f_account=\? AND \(f_created,key\)<\(\?,\?\)\)/,
    ],
    ['by a whole index', { index: 'by_account' }, /SCAN jobs__1 USING INDEX jobs__1_by_account/],
  ])('%s follows its index and sorts nothing', (_title, query, expected) => {
    const jobs = collections.find('jobs');
    if (jobs === undefined) throw new Error('not declared');
    const { sql, values } = rangeStatement('jobs', jobs, query);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(expected)]);
  });
});
