/** Reads the facts of rows from the log: submitted, recorded, delivered and charged. */
import type { SubmittedRow } from '../../packages/contract/src/row.js';
import { decode, type LoggedEvent } from '../streams/index.js';
import type { Logged } from '../streams/envelope.js';
import type { BlockDelivered, RowsDelivered } from '../streams/rowdata/rowdata.events.js';
import { decodeRowDataEvent, rowDataStream, rowsOfPack } from '../streams/rowdata/rowdata.events.js';
import type {
  BlockCharged,
  BlockFilled,
  RowCharged,
  RowFailed,
  RowResolved,
} from '../streams/rows/rows.events.js';
import { rowsStream } from '../streams/rows/rows.events.js';
import type { RecordedEvent } from '../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { InvestigatedLog } from './log-reading.js';
import { storedPages } from '../../packages/platform/src/event-store/stored-events.js';

export interface RowFacts {
  resolution: Logged<RowResolved> | null;
  charge: Logged<RowCharged> | null;
  failure: Logged<RowFailed> | null;
  readonly fills: Logged<BlockFilled>[];
  readonly lateCharges: Logged<BlockCharged>[];
  /** The row of the request; null if it is not kept any more, or never was. */
  submittedRow: SubmittedRow | null;
  /** The row's JSON as served, without late blocks; null if it is not kept. */
  deliveredJson: string | null;
  readonly lateBlocks: Logged<BlockDelivered>[];
  readonly entries: LoggedEvent[];
}

/** The stored events of a chunk: its record, late blocks included, and the data that are still kept. */
export interface StoredChunk {
  readonly record: readonly RecordedEvent[];
  readonly data: readonly RecordedEvent[];
}

export interface ChunkPlace {
  readonly job: JobId;
  readonly chunk: number;
}

/** @param isDataRead false: the data are left out */
export async function readChunk(
  log: InvestigatedLog,
  { job, chunk }: ChunkPlace,
  isDataRead = true,
): Promise<StoredChunk> {
  return {
    record: await allEvents(storedPages(log, rowsStream(job, chunk))),
    data: isDataRead ? await allEvents(storedPages(log, rowDataStream(job, chunk))) : [],
  };
}

async function allEvents(pages: AsyncIterable<readonly RecordedEvent[]>): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const page of pages) events.push(...page);
  return events;
}

type FactsByRow = ReadonlyMap<number, RowFacts>;

/** Collects rows' facts from the record, the submitted rows and the data that the record names. Pure. */
export function collectRowFacts(storedChunk: StoredChunk, rows: readonly number[]): FactsByRow {
  const facts = new Map(rows.map((row) => [row, emptyFacts()]));
  const dataIds = new Set<string>();
  for (const recorded of storedChunk.record)
    for (const entry of decode(recorded)) foldRecord(facts, entry, dataIds);
  for (const recorded of storedChunk.data) foldData(facts, decodeRowDataEvent(recorded), dataIds);
  return facts;
}

export async function readRow(
  log: InvestigatedLog,
  { row, ...place }: ChunkPlace & { readonly row: number },
  isDataRead: boolean,
): Promise<RowFacts> {
  return collectRowFacts(await readChunk(log, place, isDataRead), [row]).get(row) ?? emptyFacts();
}

const emptyFacts = (): RowFacts => ({
  resolution: null,
  charge: null,
  failure: null,
  fills: [],
  lateCharges: [],
  submittedRow: null,
  deliveredJson: null,
  lateBlocks: [],
  entries: [],
});

/** Adds an event of the record, and collects in `dataIds` the ids of the data events that it names. */
function foldRecord(factsByRow: FactsByRow, entry: LoggedEvent, dataIds: Set<string>): void {
  const { event } = entry;
  if (event.type === 'RowsRecorded') {
    for (const { event_id } of event.data.delivered) dataIds.add(event_id);
    return;
  }
  const facts = 'row' in event.data && event.data.row !== null ? factsByRow.get(event.data.row) : undefined;
  if (facts === undefined) return;
  switch (event.type) {
    case 'RowResolved':
      facts.resolution = { ...entry, id: entry.id, event };
      break;
    case 'RowCharged':
      facts.charge = { ...entry, id: entry.id, event };
      break;
    case 'RowFailed':
      facts.failure = { ...entry, id: entry.id, event };
      break;
    case 'BlockFilled':
      if (event.data.delivered !== null) dataIds.add(event.data.delivered.event_id);
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

/** Adds a data event. Delivered data count only if the record names their event. */
function foldData(factsByRow: FactsByRow, entry: LoggedEvent, dataIds: ReadonlySet<string>): void {
  const { event } = entry;
  const foldInto = (row: number, fold: (facts: RowFacts) => void): void => {
    const facts = factsByRow.get(row);
    if (facts === undefined) return;
    fold(facts);
    facts.entries.push(entry);
  };
  if (event.type === 'RowsSubmitted') {
    const { rows, from } = event.data;
    rows.forEach((submittedRow, index) =>
      foldInto(from + index, (facts) => (facts.submittedRow = submittedRow)),
    );
  }
  if (!dataIds.has(entry.id)) return;
  if (event.type === 'RowsDelivered')
    for (const [row, json] of rowsIn(event.data, factsByRow))
      foldInto(row, (facts) => (facts.deliveredJson = json));
  if (event.type === 'BlockDelivered')
    foldInto(event.data.row, (facts) => facts.lateBlocks.push({ ...entry, event }));
}

/** The JSON of the wanted rows of a pack. The pack is inflated once, and only if it holds a wanted row. */
function* rowsIn(
  pack: RowsDelivered['data'],
  wantedRows: ReadonlyMap<number, unknown>,
): Generator<[row: number, json: string]> {
  const { from, lengths } = pack.head;
  if (!lengths.some((_, index) => wantedRows.has(from + index))) return;
  for (const [index, bytes] of rowsOfPack(pack).entries())
    if (wantedRows.has(from + index)) yield [from + index, Buffer.from(bytes).toString('utf8')];
}
