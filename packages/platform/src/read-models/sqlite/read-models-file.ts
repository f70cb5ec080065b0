/**
 * The layout of `read-models.db`; `collection-table.ts` makes a table for each collection. The log can
 * rebuild the file, so commits need no sync each.
 */
import type { FileKind } from '../../sqlite/open-database.js';

const VERSION_1 = `
  CREATE TABLE checkpoints (name TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, table_name TEXT NOT NULL, spec TEXT NOT NULL) STRICT;
`;

export const READ_MODELS_FILE: FileKind = {
  title: 'a file of read models of this program',
  applicationId: 0x43_44_52_4d, // "CDRM"
  migrations: [VERSION_1],
  synchronous: 'NORMAL',
  pageSize: 8192,
};
