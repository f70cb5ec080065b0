/** Makes of a page as SQLite gives it one that can cross threads: names take the place of numbers of this file. */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { StreamName } from '../event-store.js';
import type { Dictionary } from './dictionary.js';
import type { EventKind, PackedEvents } from './packed-events.js';
import { COLUMN, COLUMNS, METADATA_SEPARATOR, type PageRow } from './page-query.js';

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

  build([list, metadata, payloads]: PageRow): PackedEvents {
    if (list === null || metadata === null || payloads === null) return noEvents();
    const numbers = Float64Array.from(numbersOf(list));
    const streams = new Distinct();
    const kinds = new Distinct();
    let bytes = 0;
    for (let at = 0; at < numbers.length; at += COLUMNS) {
      numbers[at + COLUMN.stream] = streams.indexOf(numbers[at + COLUMN.stream] ?? 0);
      numbers[at + COLUMN.kind] = kinds.indexOf(numbers[at + COLUMN.kind] ?? 0);
      bytes += numbers[at + COLUMN.size] ?? 0;
    }
    if (bytes !== payloads.length) throw new Error('the payloads of a page do not add up');
    return {
      numbers,
      payloads,
      streams: streams.list.map((id) => this.streamName(id)),
      kinds: kinds.list.map((id): EventKind => this.dictionary.kindById(id)),
      metadata: metadata.split(METADATA_SEPARATOR),
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

/** The numbers of a list that SQLite made. */
export const numbersOf = (list: string): number[] => JSON.parse(`[${list}]`) as number[];

const noEvents = (): PackedEvents => ({
  numbers: new Float64Array(),
  payloads: new Uint8Array(),
  streams: [],
  kinds: [],
  metadata: [],
});

/** The distinct values in order of appearance. */
class Distinct {
  readonly list: number[] = [];
  private readonly places = new Map<number, number>();

  indexOf(value: number): number {
    let place = this.places.get(value);
    if (place === undefined) {
      place = this.list.push(value) - 1;
      this.places.set(value, place);
    }
    return place;
  }
}
