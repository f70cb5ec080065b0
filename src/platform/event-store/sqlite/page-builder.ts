/** Packs rows of the log into columns; names that repeat in a page are carried once. */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { StreamName } from '../event-store.js';
import type { Dictionary } from './dictionary.js';
import { ID_BYTES } from './log-file.js';
import type { Collected } from './collect-rows.js';
import { COLUMN, COLUMNS, type EventKind, type PackedEvents } from './packed-events.js';

/** Names of streams never change; so many are remembered. */
const REMEMBERED_STREAMS = 20_000;

export class PageBuilder {
  private readonly streamNames = new Map<number, StreamName>();
  private readonly streamById: StatementSyncInstance;

  constructor(
    database: DatabaseSyncInstance,
    private readonly dictionary: Dictionary,
  ) {
    this.streamById = database.prepare('SELECT name FROM streams WHERE id = ?');
  }

  build({ rows, bytes }: Collected): PackedEvents {
    const numbers = new Float64Array(rows.length * COLUMNS);
    const ids = new Uint8Array(rows.length * ID_BYTES);
    const data = new Uint8Array(bytes - rows.length * ID_BYTES);
    const streams = new Distinct<number>();
    const kinds = new Distinct<number>();
    const metadata = new Distinct<string>();
    let end = 0;
    for (const [index, row] of rows.entries()) {
      const payload = row[5];
      const at = index * COLUMNS;
      ids.set(payload.subarray(0, ID_BYTES), index * ID_BYTES);
      data.set(payload.subarray(ID_BYTES), end);
      end += payload.length - ID_BYTES;
      numbers[at + COLUMN.position] = row[0];
      numbers[at + COLUMN.revision] = row[2];
      numbers[at + COLUMN.stream] = streams.indexOf(row[1]);
      numbers[at + COLUMN.kind] = kinds.indexOf(row[3]);
      numbers[at + COLUMN.metadata] = metadata.indexOf(row[4]);
      numbers[at + COLUMN.end] = end;
    }
    return {
      count: rows.length,
      numbers,
      ids,
      data,
      streams: streams.list.map((id) => this.streamName(id)),
      kinds: kinds.list.map((id): EventKind => this.dictionary.kindById(id)),
      metadata: metadata.list,
    };
  }

  private streamName(id: number): StreamName {
    let name = this.streamNames.get(id);
    if (name === undefined) {
      name = (this.streamById.get(id) as { readonly name: StreamName }).name;
      if (this.streamNames.size >= REMEMBERED_STREAMS) this.streamNames.clear();
      this.streamNames.set(id, name);
    }
    return name;
  }
}

/** The distinct values in order of appearance. */
class Distinct<T> {
  readonly list: T[] = [];
  private readonly places = new Map<T, number>();

  indexOf(value: T): number {
    let place = this.places.get(value);
    if (place === undefined) {
      place = this.list.push(value) - 1;
      this.places.set(value, place);
    }
    return place;
  }
}
