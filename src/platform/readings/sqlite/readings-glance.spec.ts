import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { ReadingsGlance } from './readings-glance.js';
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

  it('leaves it open where it looks at nothing: many keys, a file that is no store, after its end', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `${index}.example`);
    expect(glance.mayHold('site', many, NOON)).toBe(true);
    expect(new ReadingsGlance(folder.path).mayHold('site', ['a.example'], NOON)).toBe(true);
    glance.close();
    expect(glance.mayHold('site', ['a.example'], NOON)).toBe(true);
  });
});
