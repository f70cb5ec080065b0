import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { openDatabase } from '../../sqlite/open-database.js';
import { READINGS_FILE } from './readings-file.js';
import { ANY, ReadingsGlance } from './readings-glance.js';
import { FIND } from './readings-service.js';
import { openSqliteReadings } from './sqlite-readings.js';

const NOON = Date.parse('2026-11-21T12:00:00Z');

const folder = forEachTest(() => new TemporaryFolder());
const store = forEachTest(() => openSqliteReadings({ file: folder.file('readings.db'), hosting: 'direct' }));
const glance = forEachTest(() => new ReadingsGlance(folder.file('readings.db')));

const keep = (key: string): Promise<void> =>
  store.keep({ kind: 'site', key, fetchedAt: NOON, content: Buffer.from('kept') });

describe('a glance at the readings', () => {
  it('says that none is kept of keys, kinds and times of which there is none', async () => {
    await keep('a.example');
    expect(glance.mayHold('site', ['b.example', 'c.example'], NOON)).toBe(false);
    expect(glance.mayHold('site_verdict', ['a.example'], NOON)).toBe(false);
    expect(glance.mayHold('site', ['a.example'], NOON + 1)).toBe(false);
    expect(glance.mayHold('site', ['b.example', 'a.example'], NOON)).toBe(true);
  });

  it('sees what another connection has kept since', async () => {
    expect(glance.mayHold('site', ['a.example'], NOON)).toBe(false);
    await keep('a.example');
    expect(glance.mayHold('site', ['a.example'], NOON)).toBe(true);
  });

  it.each([
    ['FIND', FIND],
    ['ANY', ANY],
  ])('goes from key to key, however many are kept (%s)', (_name, sql) => {
    const database = openDatabase(READINGS_FILE, { file: folder.file('readings.db'), patienceMs: 0 });
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('[]', 'site', 0) as { detail: string }[];
    database.close();
    const [first, second] = plan.map(({ detail }) => detail);
    expect(first).toContain('SCAN wanted');
    expect(second).toContain('(kind=? AND key=?)');
  });

  it('looks for as many keys as its caller allows', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `${index}.example`);
    const looking = new ReadingsGlance(folder.file('readings.db'), Infinity);
    expect(looking.mayHold('site', many, NOON)).toBe(false);
    await keep('4999.example');
    expect(looking.mayHold('site', many, NOON)).toBe(true);
    expect(looking.mayHold('site_verdict', many, NOON)).toBe(false);
    looking.close();
  });

  it('leaves it open where it looks at nothing: many keys, a file that is no store, after its end', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `${index}.example`);
    expect(glance.mayHold('site', many, NOON)).toBe(true);
    expect(new ReadingsGlance(folder.path).mayHold('site', ['a.example'], NOON)).toBe(true);
    glance.close();
    expect(glance.mayHold('site', ['a.example'], NOON)).toBe(true);
  });
});
