/** Makes a page from SQLite fit to cross threads: names take the place of this file's numbers. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { prepareRows } from '../../sqlite/open-database.js';
import type { StreamName } from '../event-store.js';
import type { Dictionary } from './dictionary.js';
import type { EventKind, PackedEvents } from './packed-events.js';
import { COLUMN, COLUMNS, METADATA_SEPARATOR, type PageRow } from './page-query.js';

/** Names of streams never change. So many are kept, for the next pages: older ones return seldom. */
const REMEMBERED_STREAMS = 2_000;

export class PageBuilder {
  private readonly streamNames = new Map<number, StreamName>();
  /** One query for a page: each value from the driver costs more than SQLite's own work on a row. */
  private readonly streamsById = prepareRows(
    this.database,
    'SELECT json_group_array(json_array(s.id, s.name)) FROM json_each(?) wanted CROSS JOIN streams s ON s.id = wanted.value',
  );

  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly dictionary: Dictionary,
    private readonly rememberedStreams = REMEMBERED_STREAMS,
  ) {}

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
      streams: this.namesOf(streams.list),
      kinds: kinds.list.map((id): EventKind => this.dictionary.kindById(id)),
      metadata: metadata.split(METADATA_SEPARATOR),
    };
  }

  private namesOf(ids: readonly number[]): StreamName[] {
    this.learn(ids);
    return ids.map((id) => {
      const name = this.streamNames.get(id);
      if (name === undefined) throw new Error(`stream ${id} of the log has no name`);
      return name;
    });
  }

  private learn(ids: readonly number[]): void {
    let unknown = ids.filter((id) => !this.streamNames.has(id));
    if (this.streamNames.size + unknown.length > this.rememberedStreams) {
      this.streamNames.clear();
      unknown = [...ids];
    }
    if (unknown.length === 0) return;
    const [names] = this.streamsById.get(JSON.stringify(unknown)) as readonly [string];
    for (const [id, name] of JSON.parse(names) as (readonly [number, StreamName])[])
      this.streamNames.set(id, name);
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
  private readonly places = new Map<number, number>();

  get list(): readonly number[] {
    return [...this.places.keys()];
  }

  indexOf(value: number): number {
    const known = this.places.get(value);
    if (known !== undefined) return known;
    this.places.set(value, this.places.size);
    return this.places.size - 1;
  }
}
