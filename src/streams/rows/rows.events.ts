/** Defines the streams of row outcomes and charges. One stored event packs the events of about 100 rows. */
import { z } from 'zod';
import type {
  EventMetadata,
  NewEvent,
  Position,
  RecordedEvent,
  StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { derivedId } from '../derived-id.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { BlockOutcome, BlockOutcomes, MatchedOn } from '../../../packages/contract/src/row.js';
import { chunkStreamId, jobSubject } from '../stream-ids.js';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { UnknownEventError, jsonEvent, jsonOf, logged, type Logged } from '../envelope.js';
import { matchedOn, notBilled, packed, type packedOutcome, type packedRow } from './packed-rows.js';
import {
  blockKey,
  byBlock,
  count,
  data,
  editions,
  jobId,
  named,
  reasonCode,
  textOrNull,
  listOf,
} from '../fields.js';

const blockOutcome = named(
  'BlockOutcome',
  z.union([
    data({ status: z.literal('available') }),
    data({ status: z.literal('pending') }),
    data({ status: z.enum(['not_found', 'not_enabled']), reason: reasonCode }),
  ]),
  'The status of one block and, for `not_found` and `not_enabled`, why.',
);

export type NotBilled = z.output<typeof notBilled>;

const dataRef = named(
  'DataRef',
  data({ event_id: z.string(), digest: z.string() }),
  'The data event that holds the data of a fact: its id, and the SHA-256 of its stored bytes. The bytes contain a salt.',
);
export type DataRef = z.output<typeof dataRef>;

const EVENTS = {
  RowsRecorded: {
    stored: { schema: packed, without: ['count'] },
    meaning:
      "These rows are recorded with this attempt's data; data of other attempts are never served. Stored as a pack that carries the events of its rows.",
    billing: 'Carries the charges of its delivered rows.',
    schema: data({
      job_id: jobId,
      chunk: count,
      attempt: z.string(),
      from: count,
      count,
      editions,
      delivered: listOf(dataRef),
      unkept_digest: textOrNull('Salted digest of rows whose data are not kept (`store=false`).'),
    }),
  },
  RowResolved: {
    meaning: 'The row was matched to a company and delivered.',
    billing: 'RowCharged beside it says what it cost.',
    packedIn: 'RowsRecorded',
    schema: data({
      job_id: jobId,
      row: count,
      company_number: textOrNull('Null with `store=false`: then no value of the row is kept.'),
      matched_on: matchedOn.nullable(),
      match_confidence: z.number().nullable(),
      blocks: byBlock(blockOutcome),
      editions,
    }),
  },
  RowCharged: {
    meaning: 'The bill of one delivered row.',
    billing: 'A unit for each block answered `available`, and why each other block is free.',
    packedIn: 'RowsRecorded',
    schema: data({
      job_id: jobId,
      row: count,
      units: byBlock(z.number()),
      not_billed: byBlock(notBilled),
    }),
  },
  RowFailed: {
    meaning: 'The row as a whole failed.',
    billing: 'It has no charge.',
    packedIn: 'RowsRecorded',
    schema: data({ job_id: jobId, row: count, reason: reasonCode }),
  },
  BlockFilled: {
    meaning: 'A block that was pending has its final answer.',
    billing: 'Billed by BlockCharged beside it where it became `available`.',
    schema: data({
      job_id: jobId,
      chunk: count,
      row: count,
      block: blockKey,
      outcome: blockOutcome,
      attempt: z.string(),
      delivered: dataRef.nullable(),
    }),
  },
  BlockCharged: {
    meaning: 'The bill of a block that became `available` late.',
    billing: 'One unit, once, on the day of the fill.',
    schema: data({ job_id: jobId, row: count, block: blockKey, units: z.literal(1) }),
  },
} as const;

export type RowsEvent = EventsOf<typeof EVENTS>;
export type RowsRecorded = EventNamed<RowsEvent, 'RowsRecorded'>;
export type RowResolved = EventNamed<RowsEvent, 'RowResolved'>;
export type RowCharged = EventNamed<RowsEvent, 'RowCharged'>;
export type RowFailed = EventNamed<RowsEvent, 'RowFailed'>;
export type BlockFilled = EventNamed<RowsEvent, 'BlockFilled'>;
export type BlockCharged = EventNamed<RowsEvent, 'BlockCharged'>;

/** A row of a pack: a delivered row, or the reason why the whole row failed. */
export type RowRecord =
  | {
      readonly company_number: string | null;
      readonly matched_on: MatchedOn | null;
      readonly match_confidence: number | null;
      readonly blocks: BlockOutcomes;
      readonly charge: Pick<RowCharged['data'], 'units' | 'not_billed'>;
    }
  | { readonly reason: ReasonCode };

/** About this many rows share one stored event. */
export const ROWS_PER_PACK = 100;

type RowKind = 'RowResolved' | 'RowCharged' | 'RowFailed';
/** Returns the id of a logical event of a row. A charge's public id is the id of its RowCharged. */
export const rowEventId = (job: JobId, row: number, kind: RowKind): string => derivedId(kind, job, row);
/** Returns the id of a late block's fill or charge. */
export const blockEventId = (
  job: JobId,
  row: number,
  block: BlockKey,
  kind: 'BlockFilled' | 'BlockCharged',
): string => derivedId(kind, job, row, block);

export type PackedOutcome = z.output<typeof packedOutcome>;
export type PackedRow = z.output<typeof packedRow>;
/** The JSON of a stored RowsRecorded. */
export type PackedRows = Omit<RowsRecorded['data'], 'count'> & z.output<typeof packed>;

function outcomeOf(text: string): BlockOutcome {
  const colon = text.indexOf(':');
  if (colon < 0) return { status: text as 'available' | 'pending' };
  return {
    status: text.slice(0, colon) as 'not_found' | 'not_enabled',
    reason: text.slice(colon + 1) as ReasonCode,
  };
}

/** Returns the outcomes of a row's blocks, read from the texts in a pack (`not_found:REASON`). */
export const blockOutcomesOf = (blocks: PackedOutcome['blocks']): BlockOutcomes =>
  Object.fromEntries(Object.entries(blocks).map(([key, text]) => [key, outcomeOf(text)]));

/**
 * A logical event of a row, with the envelope of its pack. Its id is computed only when read: most readers of
 * the log never need it. It is a class because an object with its own accessor takes twenty times as long to
 * make.
 */
class RowEntry implements Logged<RowsEvent> {
  readonly stream: StreamName;
  readonly revision: number;
  readonly position: Position;
  readonly time: string;
  readonly requestId: string;
  readonly actor: string;
  readonly account: AccountId | null;

  constructor(
    pack: Logged<RowsEvent>,
    readonly event: RowResolved | RowCharged | RowFailed,
  ) {
    this.stream = pack.stream;
    this.revision = pack.revision;
    this.position = pack.position;
    this.time = pack.time;
    this.requestId = pack.requestId;
    this.actor = pack.actor;
    this.account = pack.account;
  }

  get id(): string {
    const { type, data } = this.event;
    return rowEventId(data.job_id, data.row, type);
  }
}

/** Packs that this process wrote, by their bytes, so that the writer needn't parse its own record again. */
const writtenPacks = new WeakMap<Uint8Array, PackedRows>();

/** Returns a RowsRecorded ready to append. */
export function rowsRecordedEvent(data: PackedRows, id: string, metadata: EventMetadata): NewEvent {
  const event = jsonEvent({ type: 'RowsRecorded', data }, id, metadata);
  writtenPacks.set(event.data, data);
  return event;
}

export const packedRowsOf = (recorded: RecordedEvent): PackedRows =>
  writtenPacks.get(recorded.data) ?? (jsonOf(recorded) as PackedRows);

/** Returns a RowsRecorded without its rows. No stray field of the bytes passes for a sum. */
export const recordedHead = ({
  job_id,
  chunk,
  attempt,
  from,
  rows,
  editions,
  delivered,
  unkept_digest,
}: PackedRows): RowsRecorded['data'] => ({
  job_id,
  chunk,
  attempt,
  from,
  count: rows.length,
  editions,
  delivered,
  unkept_digest,
});

function unpackRows(recorded: RecordedEvent): Logged<RowsEvent>[] {
  const packed = packedRowsOf(recorded);
  const { outcomes, rows, job_id, from, editions } = packed;
  const shared = outcomes.map(({ blocks, units, not_billed }) => ({
    blocks: blockOutcomesOf(blocks),
    units,
    not_billed,
  }));
  const pack = logged<RowsEvent>(recorded, { type: 'RowsRecorded', data: recordedHead(packed) });
  const events = [pack];
  rows.forEach((packedRow, index) => {
    const row = from + index;
    if ('failed' in packedRow) {
      events.push(new RowEntry(pack, { type: 'RowFailed', data: { job_id, row, reason: packedRow.failed } }));
      return;
    }
    const outcome = shared[packedRow.outcome];
    if (outcome === undefined) throw new UnknownEventError(recorded);
    const { company: company_number, on: matched_on, confidence: match_confidence } = packedRow;
    const { blocks, units, not_billed } = outcome;
    const resolved = { job_id, row, company_number, matched_on, match_confidence, blocks, editions };
    events.push(new RowEntry(pack, { type: 'RowResolved', data: resolved }));
    events.push(new RowEntry(pack, { type: 'RowCharged', data: { job_id, row, units, not_billed } }));
  });
  return events;
}

export const rowsStreams = defineStream({
  category: 'rows',
  id: chunkStreamId,
  opening:
    'What became of each row of a chunk and what it cost, without the data themselves. Written by the record and fill handlers; read by the billing, work and pages lanes. The whole record of a chunk is one append at "no stream", so a row is delivered and charged together or not at all. Late blocks add one append each. Lives for ever.',
  subject: ({ job }) => jobSubject(job),
  events: EVENTS,
  unpack: { RowsRecorded: unpackRows },
});

export const rowsStream = (job: JobId, chunk: number): StreamName => rowsStreams.streamOf({ job, chunk });
export const chunkOfStream = rowsStreams.idOf;
/** The logical events of a stored event, in row order. */
export const decodeRowsEvents = rowsStreams.decodeAll;
