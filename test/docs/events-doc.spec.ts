import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CATEGORIES, STREAMS } from '../../src/streams/index.js';
import { eventsPage } from './events-doc.js';
import { formatted } from '../support/system/formatted.js';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = path.join(ROOT, 'docs/events.md');

describe('docs/events.md', () => {
  it('is what the definitions in src/streams say (`npm run docs` writes it)', () => {
    const page = formatted('docs/events.md', eventsPage());
    if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });

  it('has a chapter for every folder of streams', () => {
    const folders = readdirSync(path.join(ROOT, 'src/streams'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.sort()).toEqual([...CATEGORIES].sort());
  });

  it.each(STREAMS.flatMap(({ events }) => Object.keys(events)))(
    'says of %s what became true and what it means for the bill',
    (name) => {
      expect(readFileSync(PAGE, 'utf8')).toMatch(
        new RegExp(`### ${name}\n\n[A-Z][^\n|]{15,}\n\nBill: [A-Z][^\n|]{5,}`),
      );
    },
  );
});
