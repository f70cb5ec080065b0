/**
 * The streams of what was asked and what was delivered. Rows that were delivered are bytes, written once by the worker
 * and never parsed again on their way to a page.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  NewEvent,
  EventMetadata,
  RecordedEvent,
  StreamName,
} from '../../platform/event-store/event-store.js';
import type { JobId } from '../../shared/ids.js';
import { chunkStreamId } from '../stream-ids.js';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { bytesOf, logged, type Logged } from '../envelope.js';
import { blockKey, bytes, count, data, jobId, named } from '../fields.js';
import { jobSubject } from '../subject.js';

const askedRow = named(
  'AskedRow',
  data({
    ref: z.exactOptional(z.string()),
    company_number: z.exactOptional(z.string()),
    company_name: z.exactOptional(z.string()),
    domain: z.exactOptional(z.string()),
  }),
  'One row as the client sent it, nulls dropped.',
);
export type AskedRow = z.output<typeof askedRow>;

const deliveredHead = named(
  'DeliveredHead',
  data({
    job_id: jobId,
    chunk: count,
    attempt: z.string(),
    salt: z.string().describe("Random, so that the digest that the record keeps can't be searched."),
    from: count,
    lengths: z.array(count).readonly().describe("Bytes of each row's JSON."),
    errors: data({ rows: z.array(count).readonly(), lengths: z.array(count).readonly() }).describe(
      "The entries of the errors page among these rows: which rows, and the bytes of each entry's JSON.",
    ),
  }),
  'Head of a pack of delivered rows; the bytes that are served follow it.',
);
export type DeliveredHead = z.output<typeof deliveredHead>;

const EVENTS = {
  RowsSubmitted: {
    meaning: 'The rows of the chunk as asked.',
    billing: 'Bills nothing.',
    schema: data({
      job_id: jobId,
      chunk: count,
      from: count,
      salt: z.string(),
      rows: z.array(askedRow).readonly(),
    }),
  },
  RowsDelivered: {
    meaning: 'About 100 rows, and their errors-page entries, as they are served.',
    billing: 'Bills nothing: served and charged once the record names it.',
    schema: data({
      head: deliveredHead,
      rows: bytes.describe("The rows' JSON joined by commas."),
      errors: bytes.describe("The errors-page entries' JSON joined by commas."),
    }),
  },
  BlockDelivered: {
    meaning: 'The envelope of a block that was pending.',
    billing: 'Bills nothing: served and charged once BlockFilled names it.',
    schema: data({
      job_id: jobId,
      chunk: count,
      row: count,
      block: blockKey,
      attempt: z.string(),
      salt: z.string(),
      envelope: z.looseObject({}).readonly(),
    }),
  },
  RowDataClosed: {
    meaning: 'Only there so that a stream that never was can be deleted for good.',
    billing: 'Bills nothing.',
    schema: data({ job_id: jobId, chunk: count }),
  },
} as const;

export type RowDataEvent = EventsOf<typeof EVENTS>;
export type RowsDelivered = EventNamed<RowDataEvent, 'RowsDelivered'>;
export type RowsSubmitted = EventNamed<RowDataEvent, 'RowsSubmitted'>;
export type BlockDelivered = EventNamed<RowDataEvent, 'BlockDelivered'>;

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

function unpackDelivered(recorded: RecordedEvent): Logged<RowsDelivered>[] {
  const data = bytesOf(recorded);
  const headEnd = data.indexOf(NEWLINE);
  const head = JSON.parse(data.subarray(0, headEnd).toString('utf8')) as DeliveredHead;
  const rowsStart = headEnd + 1;
  const rowsEnd = rowsStart + joinedLength(head.lengths);
  const rows = data.subarray(rowsStart, rowsEnd);
  const errors = data.subarray(rowsEnd + 1);
  return [logged(recorded, { type: 'RowsDelivered', data: { head, rows, errors } })];
}

export const rowDataStreams = defineStream({
  category: 'rowdata',
  id: chunkStreamId,
  opening:
    'What was asked and what was delivered, byte for byte. Written by the submit, record and fill handlers; read by the worker (the rows asked) and the pages lane (the JSON served). Deleted for good when retention ends; never written at all with `store=false`. Several attempts may stand in it: only the one that the record of the chunk names was ever served.',
  subject: ({ job }) => jobSubject(job),
  events: EVENTS,
  closing: ({ job, chunk }) => ({ type: 'RowDataClosed', data: { job_id: job, chunk } }),
  unpack: { RowsDelivered: unpackDelivered },
});

export const rowDataStream = (job: JobId, chunk: number): StreamName =>
  rowDataStreams.streamOf({ job, chunk });
export const decodeRowDataEvent = rowDataStreams.decode;
