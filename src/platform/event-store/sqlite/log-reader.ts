/** The reading side of the embedded log. Pages are cut by bytes too, so that memory stays bounded. */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { Dictionary } from './dictionary.js';
import { collected, collectRows, type EventRow, type FetchRows } from './collect-rows.js';
import { PageBuilder } from './page-builder.js';
import type { PackedEvents } from './packed-events.js';

export interface StreamRequest {
  readonly stream: string;
  readonly direction: 'forwards' | 'backwards';
  /** Null: from the first event forwards, from the last backwards. */
  readonly from: number | null;
  readonly limit: number;
}

export interface LogRequest {
  readonly after: number;
  readonly categories: readonly string[] | null;
  readonly limit: number;
  /** No more data than this is added to a page that has an event already. */
  readonly maxBytes: number;
}

export type PackedSlice =
  | { readonly status: 'found'; readonly events: PackedEvents }
  | { readonly status: 'no_stream' }
  | { readonly status: 'deleted' };

export interface PackedPage {
  readonly events: PackedEvents;
  readonly position: number;
  readonly atHead: boolean;
}

const COLUMNS = 'e.position, e.stream, e.revision, e.kind, e.metadata, e.payload';

/** Merges the own orders of `count` categories, so that only matching events are touched. */
export function categorySql(count: number): string {
  const one =
    'SELECT position FROM events INDEXED BY events_by_category WHERE category = ? AND position > ? AND position <= ?';
  const merged = Array.from({ length: count }, () => one).join(' UNION ALL ');
  return `SELECT ${COLUMNS} FROM (${merged} ORDER BY 1 LIMIT ?) p CROSS JOIN events e ON e.position = p.position ORDER BY p.position`;
}

export class LogReader {
  private readonly dictionary: Dictionary;
  private readonly streamByName: StatementSyncInstance;
  private readonly headOfLog: StatementSyncInstance;
  private readonly forwards: StatementSyncInstance;
  private readonly backwards: StatementSyncInstance;
  private readonly everything: StatementSyncInstance;
  private readonly byCategories = new Map<number, StatementSyncInstance>();
  private readonly pages: PageBuilder;

  constructor(private readonly database: DatabaseSyncInstance) {
    this.dictionary = new Dictionary(database);
    this.pages = new PageBuilder(database, this.dictionary);
    this.streamByName = database.prepare('SELECT id, deleted FROM streams WHERE name = ?');
    this.headOfLog = this.prepare('SELECT max(position) FROM events');
    this.forwards = this.prepare(
      `SELECT ${COLUMNS} FROM events e WHERE e.stream = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
    );
    this.backwards = this.prepare(
      `SELECT ${COLUMNS} FROM events e WHERE e.stream = ? AND e.revision <= ? ORDER BY e.revision DESC LIMIT ?`,
    );
    this.everything = this.prepare(
      `SELECT ${COLUMNS} FROM events e WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?`,
    );
  }

  head(): number {
    const row = this.headOfLog.get() as readonly [number | null] | undefined;
    return row?.[0] ?? 0;
  }

  readStream(request: StreamRequest): PackedSlice {
    const stream = this.streamByName.get(request.stream) as { id: number; deleted: number } | undefined;
    if (stream === undefined) return { status: 'no_stream' };
    if (stream.deleted === 1) return { status: 'deleted' };
    const found =
      request.direction === 'forwards'
        ? this.forwards.all(stream.id, request.from ?? 0, request.limit)
        : this.backwards.all(stream.id, request.from ?? Number.MAX_SAFE_INTEGER, request.limit);
    return { status: 'found', events: this.pages.build(collected(found as EventRow[])) };
  }

  /**
   * The head is read first: positions only grow, so what is committed between the two reads lies after it and
   * belongs to the next page.
   */
  readAll(request: LogRequest): PackedPage {
    const head = Math.max(this.head(), request.after);
    const found = collectRows(this.matching(request, head), request.after, request.limit, request.maxBytes);
    const full = found.cut || found.rows.length >= request.limit;
    const position = (full ? found.rows.at(-1)?.[0] : undefined) ?? head;
    return { events: this.pages.build(found), position, atHead: position >= head };
  }

  private matching({ categories }: LogRequest, head: number): FetchRows {
    if (categories === null) return (after, limit) => this.everything.all(after, head, limit) as EventRow[];
    const ids = categories.map((name) => this.dictionary.findCategory(name)).filter((id) => id !== undefined);
    if (ids.length === 0) return () => [];
    const statement = this.categoryStatement(ids.length);
    return (after, limit) => statement.all(...ids.flatMap((id) => [id, after, head]), limit) as EventRow[];
  }

  private categoryStatement(count: number): StatementSyncInstance {
    let statement = this.byCategories.get(count);
    if (statement === undefined) {
      statement = this.prepare(categorySql(count));
      this.byCategories.set(count, statement);
    }
    return statement;
  }

  private prepare(sql: string): StatementSyncInstance {
    const statement = this.database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  }
}
