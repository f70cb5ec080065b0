/** Editions as another program wrote them: the same file, stamped with another layout. */
import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { BulkFile, ReadOnlyFile, type SqlValue } from '../../packages/platform/src/sqlite/sqlite-file.js';
import {
  editionFactsOf,
  writeFacts,
} from '../../packages/enrichment/src/sources/kit/editions/edition-file.js';
import { activeEdition, editionPath } from '../../packages/enrichment/src/sources/kit/editions/edition.js';

/** Of no program that there is. */
export const NEWER_LAYOUT = 900_001;
/** Where SQLite keeps `user_version`, in big-endian order. */
const USER_VERSION_AT = 60;

/** The edition in force, as a newer program would have written it; returns its id. */
export function asNewerProgram(dataDir: string, source = 'companies'): string {
  const edition = activeEdition(dataDir, source) ?? '';
  stampLayout(editionPath(dataDir, source, edition), NEWER_LAYOUT);
  return edition;
}

/** Past SQLite, whose lock the builder of the file may still hold. */
export function stampLayout(path: string, layout: number): void {
  const file = openSync(path, 'r+');
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(layout);
  writeSync(file, bytes, 0, bytes.length, USER_VERSION_AT);
  closeSync(file);
}

/** The first companies layout, as its program laid it out: no versions, nobody gone, fewer indexes and shorter lines. */
const FIRST_COMPANIES = `
  CREATE TABLE company (id INTEGER PRIMARY KEY, number TEXT NOT NULL, name_key INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE former_name (name_key INTEGER NOT NULL, company INTEGER NOT NULL) STRICT;
  BEGIN`;
const FIRST_INDEXES = `
  CREATE UNIQUE INDEX company_by_number ON company (number);
  CREATE INDEX company_by_name ON company (name_key);
  CREATE INDEX former_name_by_key ON former_name (name_key, company);`;
const SEPARATOR = '\u001f';

/** The companies edition in force, as the first program would have written it; returns its id. */
export function asFirstCompanies(dataDir: string): string {
  const edition = activeEdition(dataDir, 'companies') ?? '';
  const path = editionPath(dataDir, 'companies', edition);
  const today = ReadOnlyFile.open(path);
  const first = BulkFile.create(`${path}.first`, 1001);
  first.run(FIRST_COMPANIES);
  const company = first.inserter('INSERT INTO company VALUES (?, ?, ?, ?)');
  for (const [id = 0, number = '', key = 0, line] of today
    .prepare('SELECT id, number, name_key, record FROM company ORDER BY id')
    .each())
    company(id, number, key, String(line).split(SEPARATOR).slice(0, 30).join(SEPARATOR));
  const former = first.inserter('INSERT INTO former_name VALUES (?, ?)');
  for (const [key = 0, id = 0] of today.prepare('SELECT name_key, company FROM former_name').each())
    former(key, id);
  writeFacts(first, editionFactsOf(today));
  first.run(`COMMIT; ${FIRST_INDEXES}`);
  first.close();
  today.close();
  renameSync(`${path}.first`, path);
  return edition;
}

/** All rows of an edition's file, by table: two that hold the same answer the same. */
export function rowsOf(dataDir: string, source: string, edition: string): Record<string, SqlValue[][]> {
  const file = ReadOnlyFile.open(editionPath(dataDir, source, edition));
  try {
    const tables = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const rows = tables.map(([name]): [string, SqlValue[][]] => [
      String(name),
      file.prepare(`SELECT * FROM ${String(name)} ORDER BY 1, 2`).all(),
    ]);
    const indexes = file
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
      .all();
    return { ...Object.fromEntries(rows), indexes };
  } finally {
    file.close();
  }
}
