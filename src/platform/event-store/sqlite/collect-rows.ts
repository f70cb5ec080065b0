/** Fetches rows of the log in portions, so that a page ends near its limit of bytes however unequal its events are. */
export type EventRow = readonly [
  position: number,
  stream: number,
  revision: number,
  kind: number,
  metadata: string,
  payload: Uint8Array,
];

export interface Collected {
  readonly rows: readonly EventRow[];
  /** Of all payloads. */
  readonly bytes: number;
  /** More rows were left, because the page was full by bytes. */
  readonly cut: boolean;
}

/** The rows after a position, at most so many. */
export type FetchRows = (after: number, limit: number) => readonly EventRow[];

/** Before the sizes of events are known, and at most: what a portion may overshoot by is bounded. */
const FIRST_PORTION = 32;
const LARGEST_PORTION = 128;

export function collectRows(fetch: FetchRows, start: number, limit: number, maxBytes: number): Collected {
  const rows: EventRow[] = [];
  let bytes = 0;
  let after = start;
  for (let portion = Math.min(limit, FIRST_PORTION); portion > 0;) {
    const found = fetch(after, portion);
    for (const row of found) {
      const size = row[5].length;
      if (rows.length > 0 && bytes + size > maxBytes) return { rows, bytes, cut: true };
      rows.push(row);
      bytes += size;
      after = row[0];
    }
    if (found.length < portion) break;
    const fitting = Math.ceil((maxBytes - bytes) / (bytes / rows.length));
    portion = Math.min(limit - rows.length, LARGEST_PORTION, Math.max(fitting, 1));
  }
  return { rows, bytes, cut: false };
}

/** Rows that are there already. */
export const collected = (rows: readonly EventRow[]): Collected => ({
  rows,
  bytes: rows.reduce((sum, row) => sum + row[5].length, 0),
  cut: false,
});
