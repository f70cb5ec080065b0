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
import type { JobId } from '../shared/ids.js';
import type { InvestigatedLog } from './log-reading.js';
import { storedEvents } from '../platform/event-store/stored-events.js';

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

/** Reads the row's record, then the data that the record stands on. */
export async function readRow(
  log: InvestigatedLog,
  at: { readonly job: JobId; readonly chunk: number; readonly row: number },
): Promise<RowFacts> {
  const facts: RowFacts = {
    resolved: null,
    charged: null,
    failed: null,
    fills: [],
    lateCharges: [],
    asked: null,
    delivered: null,
    lateBlocks: [],
    entries: [],
  };
  const named = new Set<string>();
  for await (const recorded of storedEvents(log, rowsStream(at.job, at.chunk)))
    for (const entry of decode(recorded)) foldRecord(facts, entry, at.row, named);
  for await (const recorded of storedEvents(log, rowDataStream(at.job, at.chunk)))
    foldData(facts, decodeRowDataEvent(recorded), at.row, named);
  return facts;
}

/** `named`: the data events that the row's facts stand on, collected for `foldData`. */
function foldRecord(facts: RowFacts, entry: LoggedEvent, row: number, named: Set<string>): void {
  const { event } = entry;
  if (event.type === 'RowsRecorded') {
    const { from, count, delivered } = event.data;
    if (row >= from && row < from + count) for (const { event_id } of delivered) named.add(event_id);
    return;
  }
  if (!('row' in event.data) || event.data.row !== row) return;
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
      if (event.data.delivered !== null) named.add(event.data.delivered.event_id);
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

function foldData(facts: RowFacts, entry: LoggedEvent, row: number, named: ReadonlySet<string>): void {
  const { event } = entry;
  switch (event.type) {
    case 'RowsSubmitted': {
      const asked = event.data.rows[row - event.data.from];
      if (asked === undefined) return;
      facts.asked = asked;
      break;
    }
    case 'RowsDelivered': {
      const delivered = named.has(entry.id) ? rowIn(event.data, row) : null;
      if (delivered === null) return;
      facts.delivered = delivered;
      break;
    }
    case 'BlockDelivered':
      if (!named.has(entry.id)) return;
      facts.lateBlocks.push({ ...entry, event });
      break;
    default:
      return;
  }
  facts.entries.push(entry);
}

/** The row's own bytes in a pack; null where the pack doesn't hold it. */
function rowIn({ head, rows }: RowsDelivered['data'], row: number): string | null {
  const index = row - head.from;
  const length = head.lengths[index];
  if (length === undefined || index < 0) return null;
  // Between two rows stands a comma.
  const start = head.lengths.slice(0, index).reduce((sum, bytes) => sum + bytes + 1, 0);
  return Buffer.from(plainOf(rows).subarray(start, start + length)).toString('utf8');
}
