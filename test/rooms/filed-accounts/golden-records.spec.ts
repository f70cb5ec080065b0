/**
 * Every sample document, its figures compared by eye with the page that it shows. A change of the file of expectations is
 * a change of what is served: `WRITE_GOLDEN=1` writes it, and each line that changes is checked against the page.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { READER } from '../../../packages/enrichment/src/filed-accounts/read-accounts.js';
import { FILED_DOCUMENTS, filedRecord } from '../../support/filed-accounts.js';
import { goldenOf } from './golden-records.js';

/** What each version of the reader makes of them: other records are those of a version after it. */
const BY_READER: Readonly<Record<number, string>> = {
  2: '0836d103ece0',
  3: '0836d103ece0',
};

const FILE = join(__dirname, 'golden-records.json');
const plain = (name: string): unknown => JSON.parse(JSON.stringify(goldenOf(filedRecord(name))));

if (process.env['WRITE_GOLDEN'] === '1') {
  const all = Object.fromEntries(FILED_DOCUMENTS.map((name) => [name, plain(name)]));
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
}
const expected = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;

describe('filed accounts', () => {
  it('are read as the version of the reader says that editions name', () => {
    expect(createHash('sha256').update(readFileSync(FILE)).digest('hex').slice(0, 12)).toBe(
      BY_READER[READER],
    );
  });

  it('are all expected', () => {
    expect(Object.keys(expected).sort()).toEqual(FILED_DOCUMENTS);
  });

  it.each(FILED_DOCUMENTS)('%s', (name) => {
    expect(plain(name)).toEqual(expected[name]);
  });
});
