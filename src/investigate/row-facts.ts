/** What the log holds of one row: as asked, as recorded, as delivered, as charged. */
import { decode, type LoggedEvent } from '../streams/index.js';
import type { Logged } from '../streams/envelope.js';
import type { AskedRow, BlockDelivered, RowsDelivered } from '../streams/rowdata/rowdata.events.js';
import { decodeRowDataEvent, rowDataStream } from '../streams/rowdata/rowdata.events.js';
import type {
  BlockCharged,
  BlockFilled,
  RowCharged,
  RowFailed,
  RowResolved,
} from '../streams/rows/rows.events.js';
import { rowsStream } from '../streams/rows/rows.events.js';
import { plainOf } from '../shared/deflated.js';
import type { RecordedEvent } from '../platform/event-store/event-store.js';
import type { JobId } from '../shared/ids.js';
import type { InvestigatedLog } from './log-reading.js';
import { storedPages } from '../platform/event-store/stored-events.js';

export interface RowFacts {
  resolved: Logged<RowResolved> | null;
  charged: Logged<RowCharged> | null;
  failed: Logged<RowFailed> | null;
  readonly fills: Logged<BlockFilled>[];
  readonly lateCharges: Logged<BlockCharged>[];
  /** Null where it is no longer kept, or never was. */
  asked: AskedRow | null;
  /** The row's JSON as it was served, without its late blocks; null where it is not kept. */
  delivered: string | null;
  readonly lateBlocks: Logged<BlockDelivered>[];
  readonly entries: LoggedEvent[];
}

/** The stored events of a chunk: its record with what came late, and the data that are still kept. */
export interface StoredChunk {
  readonly record: readonly RecordedEvent[];
  readonly data: readonly RecordedEvent[];
}

export interface ChunkPlace {
  readonly job: JobId;
  readonly chunk: number;
}

export async function readChunk(log: InvestigatedLog, { job, chunk }: ChunkPlace): Promise<StoredChunk> {
  return {
    record: await allEvents(storedPages(log, rowsStream(job, chunk))),
    data: await allEvents(storedPages(log, rowDataStream(job, chunk))),
  };
}

async function allEvents(pages: AsyncIterable<readonly RecordedEvent[]>): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** What a chunk holds of these rows: each row's record, then the data that its record stands on. Pure. */
export function collectRowFacts(stored: StoredChunk, rows: readonly number[]): ReadonlyMap<number, RowFacts> {
  const facts = new Map(rows.map((row) => [row, noFacts()]));
  const dataEventIds = new Set<string>();
  for (const recorded of stored.record)
    for (const entry of decode(recorded)) foldRecord(facts, entry, dataEventIds);
  for (const recorded of stored.data) foldData(facts, decodeRowDataEvent(recorded), dataEventIds);
  return facts;
}

/** Reads the row's record, then the data that the record stands on. */
export async function readRow(
  log: InvestigatedLog,
  place: ChunkPlace & { readonly row: number },
): Promise<RowFacts> {
  return collectRowFacts(await readChunk(log, place), [place.row]).get(place.row) ?? noFacts();
}

const noFacts = (): RowFacts => ({
  resolved: null,
  charged: null,
  failed: null,
  fills: [],
  lateCharges: [],
  asked: null,
  delivered: null,
  lateBlocks: [],
  entries: [],
});

/** `named`: the data events that the facts stand on, collected for `foldData`. */
function foldRecord(
  factsByRow: ReadonlyMap<number, RowFacts>,
  entry: LoggedEvent,
  dataEventIds: Set<string>,
): void {
  const { event } = entry;
  if (event.type === 'RowsRecorded') {
    for (const { event_id } of event.data.delivered) dataEventIds.add(event_id);
    return;
  }
  const facts = 'row' in event.data && event.data.row !== null ? factsByRow.get(event.data.row) : undefined;
  if (facts === undefined) return;
  switch (event.type) {
    case 'RowResolved':
      facts.resolved = { ...entry, id: entry.id, event };
      break;
    case 'RowCharged':
      facts.charged = { ...entry, id: entry.id, event };
      break;
    case 'RowFailed':
      facts.failed = { ...entry, id: entry.id, event };
      break;
    case 'BlockFilled':
      if (event.data.delivered !== null) dataEventIds.add(event.data.delivered.event_id);
      facts.fills.push({ ...entry, event });
      break;
    case 'BlockCharged':
      facts.lateCharges.push({ ...entry, event });
      break;
    default:
      return;
  }
  facts.entries.push(entry);
}

function foldData(
  factsByRow: ReadonlyMap<number, RowFacts>,
  entry: LoggedEvent,
  dataEventIds: ReadonlySet<string>,
): void {
  const { event } = entry;
  const foldInto = (row: number, fold: (facts: RowFacts) => void): void => {
    const facts = factsByRow.get(row);
    if (facts === undefined) return;
    fold(facts);
    facts.entries.push(entry);
  };
  if (event.type === 'RowsSubmitted') {
    const { rows, from } = event.data;
    rows.forEach((asked, index) => foldInto(from + index, (facts) => (facts.asked = asked)));
  }
  if (!dataEventIds.has(entry.id)) return;
  if (event.type === 'RowsDelivered')
    for (const [row, json] of rowsIn(event.data, factsByRow))
      foldInto(row, (facts) => (facts.delivered = json));
  if (event.type === 'BlockDelivered')
    foldInto(event.data.row, (facts) => facts.lateBlocks.push({ ...entry, event }));
}

/** The bytes of the wanted rows of a pack, which is inflated once, and only where it holds one. */
function* rowsIn(
  { head, rows }: RowsDelivered['data'],
  wanted: ReadonlyMap<number, unknown>,
): Generator<[row: number, json: string]> {
  const { from, lengths } = head;
  if (!lengths.some((_, index) => wanted.has(from + index))) return;
  const plain = plainOf(rows);
  let start = 0;
  for (const [index, length] of lengths.entries()) {
    if (wanted.has(from + index))
      yield [from + index, Buffer.from(plain.subarray(start, start + length)).toString('utf8')];
    // Between two rows stands a comma.
    start += length + 1;
  }
}
