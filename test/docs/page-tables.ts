/** Tables in pages that are made from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatted } from '../support/system/formatted.js';

const ROOT = path.resolve(__dirname, '../..');

/** What the page holds, and what it is to hold: each table between `<!-- name -->` and `<!-- end of name -->`. */
export function pageWithTables(
  page: string,
  tables: Readonly<Record<string, string>>,
): { readonly held: string; readonly made: string } {
  const file = path.join(ROOT, page);
  let text = readFileSync(file, 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${page} has no place for the table ${name}`);
    text = `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
  }
  const made = formatted(page, text);
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(file, made);
  return { held: readFileSync(file, 'utf8'), made };
}
