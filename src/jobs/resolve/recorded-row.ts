/** Reads the recorded row of a resolve, with its late blocks. */
import { eventLeaf, type EventLeaf } from '../../seals/sealed-tree.js';
import type { RowDataEvent } from '../../streams/rowdata/rowdata.events.js';
import { decodeRowDataEvent, rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { decodeAlike, type RowsEventAlike } from '../../streams/rows/rows-alike.js';
import { rowsStream, type BlockFilled } from '../../streams/rows/rows.events.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { ResolvedRow } from '../commands.js';
import { foldRecord, type ChunkRecord } from '../record/chunk-record.js';
import { withEnvelopes } from '../record/row-answers.js';

export type RowLookup =
  | {
      readonly status: 'recorded';
      readonly row: ResolvedRow;
      readonly receipt_event: EventLeaf | null;
      readonly units: number;
    }
  | { readonly status: 'not_recorded' }
  /** The row was recorded, but its data were never stored or have been erased. */
  | { readonly status: 'gone' };

export async function readRecordedRow(store: EventStore, job: JobId): Promise<RowLookup> {
  const events: RowsEventAlike[] = [];
  let receipt_event: EventLeaf | null = null;
  for await (const storedEvent of storedEvents(store, rowsStream(job, 0))) {
    receipt_event ??= eventLeaf(storedEvent, 0);
    events.push(...decodeAlike(storedEvent).map(({ event }) => event));
  }
  if (events.length === 0) return { status: 'not_recorded' };
  const dataEventById = new Map<string, RowDataEvent>();
  for await (const storedEvent of storedEvents(store, rowDataStream(job, 0))) {
    dataEventById.set(storedEvent.id, decodeRowDataEvent(storedEvent).event);
  }
  const record = foldRecord(events);
  const row = rowOf(events, dataEventById, record);
  return row === null ? { status: 'gone' } : { status: 'recorded', row, receipt_event, units: record.units };
}

/** Returns the row, or null if the data that the record refers to are missing. */
function rowOf(
  events: readonly RowsEventAlike[],
  dataEventById: ReadonlyMap<string, RowDataEvent>,
  { pendingRows }: ChunkRecord,
): ResolvedRow | null {
  const recordedEvent = events.find((event) => event.type === 'RowsRecorded');
  const dataEvent = dataEventById.get(recordedEvent?.data.delivered[0]?.event_id ?? '');
  if (dataEvent?.type !== 'RowsDelivered') return null;
  const [failure] = recordedEvent?.data.failures ?? [];
  if (failure !== undefined) return failedRowOf(failure.reason, plainOf(dataEvent.data.errors));
  const fills = events.filter((event) => event.type === 'BlockFilled');
  const pendingRow = pendingRows.values().next().value;
  return {
    status: 'delivered',
    json: withEnvelopes(plainOf(dataEvent.data.rows), envelopesOf(fills, dataEventById)),
    pending_blocks: sortBlockKeys(pendingRow?.blocks ?? []),
  };
}

function failedRowOf(
  reason: Extract<ResolvedRow, { status: 'failed' }>['reason'],
  entry: Uint8Array,
): ResolvedRow {
  // Enrichment wrote this entry of the errors page (`errorsEntryJson`).
  const { detail, candidates } = JSON.parse(Buffer.from(entry).toString('utf8')) as {
    detail: string;
    candidates?: Extract<ResolvedRow, { status: 'failed' }>['candidates'];
  };
  return { status: 'failed', reason, detail, candidates: candidates ?? [] };
}

function envelopesOf(
  fills: readonly BlockFilled[],
  dataEventById: ReadonlyMap<string, RowDataEvent>,
): Map<BlockKey, { readonly status: string }> {
  const envelopes = new Map<BlockKey, { readonly status: string }>();
  for (const { data: fill } of fills) {
    const dataEvent = dataEventById.get(fill.delivered?.event_id ?? '');
    if (dataEvent?.type === 'BlockDelivered') {
      envelopes.set(fill.block, { ...dataEvent.data.envelope, status: fill.outcome.status });
    }
  }
  return envelopes;
}
