/** The queries for a page of the log as one row of three values: each value of the driver is dear. */
/** The numbers of an event in the first value of a page, in this order. `size` is the payload's, in bytes. */
export const COLUMN = { position: 0, stream: 1, revision: 2, kind: 3, size: 4 } as const;
export const COLUMNS = Object.keys(COLUMN).length;

/** JSON text has no line break of its own, so metadata of different events can't run into each other. */
export const METADATA_SEPARATOR = '\n';

/** All events of a page; nulls where there are none. */
export type PageRow = readonly [
  numbers: string | null,
  metadata: string | null,
  payloads: Uint8Array<ArrayBuffer> | null,
];

/** Numbers of each event as a list; null where there are no events. */
export type ListRow = readonly [list: string | null];

/** Position and size of each event. */
export const SIZES = ['position', 'size'] as const;
/** The same, and the numbers that tell whether the event's stream has ended. */
export const OUTLINE = [...SIZES, 'stream', 'revision', 'kind'] as const;

const EVENT = 'e.position, e.stream, e.revision, e.kind, e.metadata, e.payload';
const NUMBERS = 'e.position, e.stream, e.revision, e.kind, length(e.payload) AS size';

/** SQLite keeps a subquery's order in `group_concat`, and gives blobs back unchanged. */
const page = (events: string): string =>
  `SELECT group_concat(concat_ws(',', position, stream, revision, kind, length(payload))), group_concat(metadata, char(10)), CAST(group_concat(payload, '') AS BLOB) FROM (${events})`;

const ALL = 'FROM events e WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?';

/** Merges the orders of `count` categories, so that only matching events are read. */
function ofCategories(count: number): string {
  const one =
    'SELECT position FROM events INDEXED BY events_by_category WHERE category = ? AND position > ? AND position <= ?';
  const merged = Array.from({ length: count }, () => one).join(' UNION ALL ');
  return `FROM (${merged} ORDER BY 1 LIMIT ?) p CROSS JOIN events e ON e.position = p.position ORDER BY p.position`;
}

const matching = (categories: number): string => (categories === 0 ? ALL : ofCategories(categories));

/** Values: (category, after, up to) for each category, then limit. 0 categories: after, up to, limit. */
export const logPageSql = (categories: number): string => page(`SELECT ${EVENT} ${matching(categories)}`);

/** Numbers of the same events, with the same values. Payloads aren't read. */
export const logNumbersSql = (categories: number, columns: readonly string[]): string =>
  `SELECT group_concat(concat_ws(',', ${columns.join(', ')})) FROM (SELECT ${NUMBERS} ${matching(categories)})`;

/** Values: stream, first revision, limit. */
export const STREAM_FORWARDS = page(
  `SELECT ${EVENT} FROM events e WHERE e.stream = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
);
export const STREAM_BACKWARDS = page(
  `SELECT ${EVENT} FROM events e WHERE e.stream = ? AND e.revision <= ? ORDER BY e.revision DESC LIMIT ?`,
);
