/** The reading side of the embedded log. Pages are cut by bytes too, so that memory stays bounded. */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { prepareRows } from '../../sqlite/open-database.js';
import type { StreamSlice } from '../event-store.js';
import { Dictionary } from './dictionary.js';
import { numbersOf, PageBuilder } from './page-builder.js';
import type { PackedEvents } from './packed-events.js';
import {
  logNumbersSql,
  logPageSql,
  STREAM_BACKWARDS,
  STREAM_FORWARDS,
  OUTLINE,
  SIZES,
  type ListRow,
  type PageRow,
} from './page-query.js';

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
  /** An event that would exceed this is added only to an empty page. */
  readonly maxBytes: number;
  /** Types of event that end a stream. A page whose streams all begin and end in it comes without events. */
  readonly endedBy: readonly string[] | null;
}

export type PackedSlice =
  | Exclude<StreamSlice, { readonly status: 'found' }>
  | { readonly status: 'found'; readonly events: PackedEvents };

export interface PackedPage {
  readonly events: PackedEvents;
  readonly position: number;
  readonly atHead: boolean;
}

/** Statements for a page of the log: the sizes of its events, or their outline, then the events that fit. */
interface PageStatements {
  readonly sizes: StatementSyncInstance;
  readonly outline: StatementSyncInstance;
  readonly page: StatementSyncInstance;
}

export class LogReader {
  private readonly dictionary = new Dictionary(this.database);
  private readonly pages = new PageBuilder(this.database, this.dictionary, this.rememberedStreams);
  private readonly streamByName = this.database.prepare('SELECT id, deleted FROM streams WHERE name = ?');
  private readonly headOfLog = prepareRows(this.database, 'SELECT max(position) FROM events');
  private readonly forwards = prepareRows(this.database, STREAM_FORWARDS);
  private readonly backwards = prepareRows(this.database, STREAM_BACKWARDS);
  private readonly byCategories = new Map<number, PageStatements>();

  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly rememberedStreams?: number,
  ) {}

  head(): number {
    const row = this.headOfLog.get() as readonly [number | null] | undefined;
    return row?.[0] ?? 0;
  }

  readStream(request: StreamRequest): PackedSlice {
    const stream = this.streamByName.get(request.stream) as { id: number; deleted: number } | undefined;
    if (stream === undefined) return { status: 'no_stream' };
    if (stream.deleted === 1) return { status: 'deleted' };
    const found: unknown =
      request.direction === 'forwards'
        ? this.forwards.get(stream.id, request.from ?? 0, request.limit)
        : this.backwards.get(stream.id, request.from ?? Number.MAX_SAFE_INTEGER, request.limit);
    return { status: 'found', events: this.pages.build(found as PageRow) };
  }

  /** Reads the head first: an event committed between the reads lies after it, on the next page. */
  readAll({ after, categories, limit, maxBytes, endedBy }: LogRequest): PackedPage {
    const head = Math.max(this.head(), after);
    const ids = categories
      ?.map((name) => this.dictionary.findCategory(name))
      .filter((id) => id !== undefined);
    if (ids?.length === 0) return { events: this.pages.build(NO_ROWS), position: head, atHead: true };
    const { sizes, outline, page } = this.statements(ids?.length ?? 0);
    const upTo = (last: number): number[] => ids?.flatMap((id) => [id, after, last]) ?? [after, last];
    const [list] = (endedBy === null ? sizes : outline).get(...upTo(head), limit) as ListRow;
    const numbers = numbersOf(list ?? '');
    const width = (endedBy === null ? SIZES : OUTLINE).length;
    const fitting = whatFits(numbers, width, { limit, maxBytes });
    const position = fitting.last ?? head;
    const isOver = endedBy !== null && this.areOver(numbers.slice(0, fitting.count * width), endedBy);
    const row: unknown = fitting.count === 0 || isOver ? NO_ROWS : page.get(...upTo(position), fitting.count);
    return { events: this.pages.build(row as PageRow), position, atHead: position >= head };
  }

  /** True if every stream in this outline of events begins and ends in it. */
  private areOver(outline: readonly number[], endedBy: readonly string[]): boolean {
    const begun = new Set<number>();
    const ended = new Set<number>();
    for (let at = 0; at < outline.length; at += OUTLINE.length) {
      const [, , stream = 0, revision, kind = 0] = outline.slice(at, at + OUTLINE.length);
      if (revision === 0) begun.add(stream);
      if (!begun.has(stream)) return false;
      if (endedBy.includes(this.dictionary.kindById(kind).type)) ended.add(stream);
    }
    return begun.size === ended.size;
  }

  /** The statements for so many categories; 0: for all events. */
  private statements(categories: number): PageStatements {
    let statements = this.byCategories.get(categories);
    if (statements === undefined) {
      statements = {
        sizes: prepareRows(this.database, logNumbersSql(categories, SIZES)),
        outline: prepareRows(this.database, logNumbersSql(categories, OUTLINE)),
        page: prepareRows(this.database, logPageSql(categories)),
      };
      this.byCategories.set(categories, statements);
    }
    return statements;
  }
}

const NO_ROWS: PageRow = [null, null, null];

interface Fitting {
  readonly count: number;
  /** The position of the last fitting event, where more may follow. */
  readonly last: number | undefined;
}

/** Counts the events that fit into a page, at least one. Each is `width` numbers: position, size, others. */
function whatFits(
  numbers: readonly number[],
  width: number,
  { limit, maxBytes }: Pick<LogRequest, 'limit' | 'maxBytes'>,
): Fitting {
  let bytes = 0;
  let at = 0;
  for (; at < numbers.length; at += width) {
    bytes += numbers[at + 1] ?? 0;
    if (at > 0 && bytes > maxBytes) break;
  }
  const full = at < numbers.length || at === limit * width;
  return { count: at / width, last: full ? numbers[at - width] : undefined };
}
