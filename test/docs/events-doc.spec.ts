import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CATEGORIES } from '../../src/streams/event-catalogue.js';
import { eventNames, eventsPage, streamFiles } from './events-doc.js';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = path.join(ROOT, 'docs/events.md');

/** As `npm run format` would leave it. */
const formatted = (markdown: string): string =>
  execFileSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs'), '--stdin-filepath', 'docs/events.md'],
    { cwd: ROOT, input: markdown, encoding: 'utf8' },
  );

describe('docs/events.md', () => {
  it('is what the comments of src/streams say (`npm run docs` writes it)', () => {
    const page = formatted(eventsPage());
    if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });

  it('has a section for every category of streams', () => {
    expect(streamFiles().map((file) => path.basename(file, '.events.ts'))).toEqual([...CATEGORIES].sort());
  });

  it.each(streamFiles())('says of every event of %s what became true', (file) => {
    const page = readFileSync(PAGE, 'utf8');
    expect(eventNames(file).length).toBeGreaterThan(0);
    for (const name of eventNames(file)) expect(page).toMatch(new RegExp(`### ${name}\n\n[A-Z][^\n|]{20,}`));
  });
});
