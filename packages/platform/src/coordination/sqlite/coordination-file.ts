/** The layout of `coordination.db`. Losing the file is harmless, so commits need no sync each. */
import type { FileKind } from '../../sqlite/open-database.js';

const VERSION_1 = `
  CREATE TABLE entries (
    key TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;
  -- One counter for all keys: the version of a deleted entry never comes back.
  CREATE TABLE versions (last INTEGER NOT NULL) STRICT;
  INSERT INTO versions VALUES (0);
`;

export const COORDINATION_FILE: FileKind = {
  title: 'a coordination file of this program',
  applicationId: 0x43_44_43_4f, // "CDCO"
  migrations: [VERSION_1],
  synchronous: 'NORMAL',
  pageSize: 4096,
};
