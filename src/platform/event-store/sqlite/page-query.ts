/**
 * What a page of the log is read with. A page comes from the driver as one row of three values, since each value that
 * it hands over costs more than SQLite's own work on a row: numbers and metadata as lists, all payloads as one blob.
 */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

/** The numbers of an event in the first value of a page, in this order; `size` is the payload's, in bytes. */
export const COLUMN = { position: 0, stream: 1, revision: 2, kind: 3, size: 4 } as const;
export const COLUMNS = Object.keys(COLUMN).length;

/** JSON has no line break of its own, so metadata of different events can't run into each other. */
export const METADATA_SEPARATOR = '\n';

/** All events of a page; nulls where there are none. */
export type PageRow = readonly [
  numbers: string | null,
  metadata: string | null,
  payloads: Uint8Array<ArrayBuffer> | null,
];

/** Numbers of each event as a list; null where there are none. */
export type ListRow = readonly [list: string | null];

/** What says how large each event is: position and size by turns. */
export const SIZES = ['position', 'size'] as const;
/** The same, and what says whether its stream is over. */
export const OUTLINE = [...SIZES, 'stream', 'revision', 'kind'] as const;

const EVENT = 'e.position, e.stream, e.revision, e.kind, e.metadata, e.payload';
const NUMBERS = 'e.position, e.stream, e.revision, e.kind, length(e.payload) AS size';

/** SQLite keeps the order of a subquery for `group_concat`, and gives blobs back byte by byte. */
const page = (events: string): string =>
  `SELECT group_concat(concat_ws(',', position, stream, revision, kind, length(payload))), group_concat(metadata, char(10)), CAST(group_concat(payload, '') AS BLOB) FROM (${events})`;

const ALL = 'FROM events e WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?';

/** Merges the own orders of `count` categories, so that only matching events are touched. */
function ofCategories(count: number): string {
  const one =
    'SELECT position FROM events INDEXED BY events_by_category WHERE category = ? AND position > ? AND position <= ?';
  const merged = Array.from({ length: count }, () => one).join(' UNION ALL ');
  return `FROM (${merged} ORDER BY 1 LIMIT ?) p CROSS JOIN events e ON e.position = p.position ORDER BY p.position`;
}

const matching = (categories: number): string => (categories === 0 ? ALL : ofCategories(categories));

/** For each category, or once for all: its number (not for all), after, up to; then the limit. 0 categories: all. */
export const logPageSql = (categories: number): string => page(`SELECT ${EVENT} ${matching(categories)}`);

/** Numbers of the same events, with the same values: payloads are not read for it. */
export const logNumbersSql = (categories: number, columns: readonly string[]): string =>
  `SELECT group_concat(concat_ws(',', ${columns.join(', ')})) FROM (SELECT ${NUMBERS} ${matching(categories)})`;

/** Values: stream, first revision, limit. */
export const STREAM_FORWARDS = page(
  `SELECT ${EVENT} FROM events e WHERE e.stream = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
);
export const STREAM_BACKWARDS = page(
  `SELECT ${EVENT} FROM events e WHERE e.stream = ? AND e.revision <= ? ORDER BY e.revision DESC LIMIT ?`,
);

/** Rows come as arrays of values. */
export function prepareRows(database: DatabaseSyncInstance, sql: string): StatementSyncInstance {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
