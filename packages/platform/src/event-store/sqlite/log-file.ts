/** The layout of `events.db`: integers for names, one blob for id and data. The view `log` has words. */
import type { FileKind } from '../../sqlite/open-database.js';
import { LOG_START, type Position } from '../event-store.js';

/** Bytes of the event id at the start of `payload`. */
export const ID_BYTES = 16;

const VERSION_1 = `
  CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE kinds (id INTEGER PRIMARY KEY, type TEXT NOT NULL, format TEXT NOT NULL, UNIQUE (type, format)) STRICT;
  -- A deleted stream keeps its row, so that it stays deleted for ever.
  CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, deleted INTEGER NOT NULL) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    category INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    payload BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
  CREATE INDEX events_by_category ON events (category);
  CREATE VIEW log AS
    SELECT e.position, s.name AS stream, e.revision, k.type,
      lower(hex(substr(e.payload, 1, ${ID_BYTES}))) AS id, e.metadata,
      CASE k.format WHEN 'json' THEN CAST(substr(e.payload, ${ID_BYTES + 1}) AS TEXT) ELSE substr(e.payload, ${ID_BYTES + 1}) END AS data
    FROM events e JOIN streams s ON s.id = e.stream JOIN kinds k ON k.id = e.kind;
`;

export const LOG_FILE: FileKind = {
  title: 'an event log of this program',
  applicationId: 0x43_44_45_56, // "CDEV"
  migrations: [VERSION_1],
  synchronous: 'FULL',
  pageSize: 8192,
};

const DIGITS = 16;

/** Places in the log: integers in the file, zero-padded text at the port, so that text order is right. */
export const positionText = (position: number): Position =>
  position === 0 ? LOG_START : (String(position).padStart(DIGITS, '0') as Position);

/** @throws RangeError where the text is no position of this store */
export function positionNumber(position: Position): number {
  if (position === LOG_START) return 0;
  const number = /^\d{16}$/.test(position) ? Number(position) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new RangeError(`'${position}' is no position of this log`);
  return number;
}
