/** The layout of `readings.db`. Losing the file is harmless, so commits need no sync each. */
import type { FileKind } from '../../sqlite/open-database.js';

const VERSION_1 = `
  CREATE TABLE readings (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT;
  CREATE INDEX readings_by_age ON readings (fetched_at);
`;

export const READINGS_FILE: FileKind = {
  title: 'a file of readings of this program',
  applicationId: 0x43_44_52_44, // "CDRD"
  migrations: [VERSION_1],
  synchronous: 'NORMAL',
  pageSize: 8192,
};
