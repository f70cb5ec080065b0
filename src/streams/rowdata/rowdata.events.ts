/**
 * `rowdata-{job}.{chunk}`: what was asked and what was delivered, byte for byte. Written by the submit, record and fill
 * handlers; read by the worker (the rows asked) and the pages lane (the JSON served). Deleted for good when retention
 * ends; never written at all with `store=false`. Several attempts may stand in it: only the one that the chunk's record
 * names was ever served.
 */
import { createHash } from 'node:crypto';
import type {
  NewEvent,
  EventMetadata,
  RecordedEvent,
  StreamName,
} from '../../platform/event-store/event-store.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { JobId } from '../../shared/ids.js';
import type { Fact, Logged } from '../envelope.js';
import { UnknownEventError, bytesOf, jsonOf, logged } from '../envelope.js';

/** One row as the client sent it, nulls dropped. */
export interface AskedRow {
  readonly ref?: string;
  readonly company_number?: string;
  readonly company_name?: string;
  readonly domain?: string;
}

/** The rows of the chunk as asked. */
export type RowsSubmitted = Fact<
  'RowsSubmitted',
  { job_id: JobId; chunk: number; from: number; salt: string; rows: readonly AskedRow[] }
>;

/** Head of a pack of delivered rows; the bytes that are served follow it. */
export interface DeliveredHead {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  /** Random, so that the digest that the record keeps can't be searched. */
  readonly salt: string;
  readonly from: number;
  /** Bytes of each row's JSON. */
  readonly lengths: readonly number[];
  /** The entries of the errors page among these rows: which rows, and the bytes of each entry's JSON. */
  readonly errors: { readonly rows: readonly number[]; readonly lengths: readonly number[] };
}

/** About 100 rows, and their errors-page entries, as they are served. */
export type RowsDelivered = Fact<
  'RowsDelivered',
  {
    head: DeliveredHead;
    /** The rows' JSON joined by commas. */
    rows: Uint8Array;
    /** The errors-page entries' JSON joined by commas. */
    errors: Uint8Array;
  }
>;
/** The envelope of a block that was pending. */
export type BlockDelivered = Fact<
  'BlockDelivered',
  {
    job_id: JobId;
    chunk: number;
    row: number;
    block: BlockKey;
    attempt: string;
    salt: string;
    envelope: object;
  }
>;
/** Only there so that a stream that never was can be deleted for good. */
export type RowDataClosed = Fact<'RowDataClosed', { job_id: JobId; chunk: number }>;

export type RowDataEvent = RowsSubmitted | RowsDelivered | BlockDelivered | RowDataClosed;

export const rowDataStream = (job: JobId, chunk: number): StreamName =>
  `rowdata-${job}.${chunk}` as StreamName;

/** SHA-256 of an event's bytes, hex: what a fact keeps of data. */
export const digestOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const COMMA = 0x2c;
const NEWLINE = 0x0a;

function joined(parts: readonly Uint8Array[], target: Uint8Array, start: number): number {
  let at = start;
  parts.forEach((part, index) => {
    if (index > 0) target[at++] = COMMA;
    target.set(part, at);
    at += part.length;
  });
  return at;
}

const joinedLength = (lengths: readonly number[]): number =>
  lengths.reduce((sum, length) => sum + length, Math.max(0, lengths.length - 1));

/**
 * A RowsDelivered ready to append: one line of JSON (the head), one of rows, one of errors entries. Bytes are copied
 * once and never parsed again on their way to a page.
 */
export function rowsDeliveredEvent(
  head: Omit<DeliveredHead, 'lengths' | 'errors'>,
  content: { rows: readonly Uint8Array[]; errors: readonly { row: number; json: Uint8Array }[] },
  envelope: { id: string; metadata: EventMetadata },
): NewEvent {
  const lengths = content.rows.map((row) => row.length);
  const errors = {
    rows: content.errors.map(({ row }) => row),
    lengths: content.errors.map(({ json }) => json.length),
  };
  const headBytes = Buffer.from(JSON.stringify({ ...head, lengths, errors } satisfies DeliveredHead));
  const data = new Uint8Array(headBytes.length + joinedLength(lengths) + joinedLength(errors.lengths) + 2);
  data.set(headBytes);
  data[headBytes.length] = NEWLINE;
  const rowsEnd = joined(content.rows, data, headBytes.length + 1);
  data[rowsEnd] = NEWLINE;
  joined(
    content.errors.map(({ json }) => json),
    data,
    rowsEnd + 1,
  );
  return { id: envelope.id, type: 'RowsDelivered', format: 'binary', data, metadata: envelope.metadata };
}

function decodeDelivered(recorded: RecordedEvent): RowsDelivered {
  const data = bytesOf(recorded);
  const headEnd = data.indexOf(NEWLINE);
  const head = JSON.parse(data.subarray(0, headEnd).toString('utf8')) as DeliveredHead;
  const rowsStart = headEnd + 1;
  const rowsEnd = rowsStart + joinedLength(head.lengths);
  return {
    type: 'RowsDelivered',
    data: { head, rows: data.subarray(rowsStart, rowsEnd), errors: data.subarray(rowsEnd + 1) },
  };
}

export function decodeRowDataEvent(recorded: RecordedEvent): Logged<RowDataEvent> {
  switch (recorded.type) {
    case 'RowsDelivered':
      return logged<RowDataEvent>(recorded, decodeDelivered(recorded));
    case 'RowsSubmitted':
    case 'BlockDelivered':
    case 'RowDataClosed':
      return logged(recorded, { type: recorded.type, data: jsonOf(recorded) } as RowDataEvent);
    default:
      throw new UnknownEventError(recorded);
  }
}
