import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accountsTable } from './accounts-doc.js';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = path.join(ROOT, 'docs/accounts.md');
const TABLE = /(<!-- table -->\n)[\s\S]*?(\n<!-- end of table -->)/;

/** As `npm run format` would leave it. */
const formatted = (markdown: string): string =>
  execFileSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs'), '--stdin-filepath', 'docs/accounts.md'],
    { cwd: ROOT, input: markdown, encoding: 'utf8' },
  );

it('docs/accounts.md shows what is read of each sample document (`npm run docs` writes it)', () => {
  const page = readFileSync(PAGE, 'utf8');
  const made = formatted(
    page.replace(TABLE, (_, before: string, after: string) => `${before}\n${accountsTable()}\n${after}`),
  );
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, made);
  expect(readFileSync(PAGE, 'utf8')).toBe(made);
});
