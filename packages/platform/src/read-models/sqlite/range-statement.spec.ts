import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { openDatabase } from '../../sqlite/open-database.js';
import type { RangeQuery } from '../read-models.js';
import { Collections } from './collections.js';
import { rangeStatement } from './range-statement.js';
import { READ_MODELS_FILE } from './read-models-file.js';

describe('a ranged read', () => {
  const folder = forEachTest(() => new TemporaryFolder());
  const database = forEachTest(() =>
    openDatabase(READ_MODELS_FILE, { file: folder.file('read-models.db'), patienceMs: 1_000 }),
  );
  const collections = forEachTest(() => new Collections(database));
  beforeEach(() => {
    collections.declare({ name: 'things', indexes: [{ name: 'by_owner', fields: ['owner', 'created'] }] });
  });

  const after = { key: 'k', fields: { owner: 'a', created: 5 } };

  test.each<[string, RangeQuery, RegExp]>([
    [
      'by key',
      { from: 'a', to: 'b' },
      /SEARCH things__1 USING INDEX sqlite_autoindex_things__1_1 \(key>\? AND key<\?\)/,
    ],
    ['by key, resumed', { after }, /SEARCH .* \(key>\?\)/],
    ['by a value', { index: 'by_owner', equals: ['a'] }, /USING INDEX things__1_by_owner \(f_owner=\?\)/],
    [
      'by a value with bounds',
      { index: 'by_owner', equals: ['a'], from: 1, to: 9 },
      /USING INDEX things__1_by_owner \(f_owner=\? AND f_created>\? AND f_created<\?\)/,
    ],
    [
      'by a value, resumed',
      { index: 'by_owner', equals: ['a'], after },
      /USING INDEX things__1_by_owner \(f_owner=\? AND \(f_created,key\)>\(\?,\?\)\)/,
    ],
    [
      'by a value, resumed backwards',
      { index: 'by_owner', equals: ['a'], after, order: 'descending' },
      /USING INDEX things__1_by_owner \(f_owner=\? AND \(f_created,key\)<\(\?,\?\)\)/,
    ],
    ['by a whole index', { index: 'by_owner' }, /SCAN things__1 USING INDEX things__1_by_owner/],
  ])('%s follows its index and sorts nothing', (_title, query, expected) => {
    const things = collections.find('things');
    if (things === undefined) throw new Error('not declared');
    const { sql, values } = rangeStatement('things', things, query);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(expected)]);
  });
});
