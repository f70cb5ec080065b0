/** Defines the streams of rows as asked and delivered. Delivered rows are bytes that pages serve unparsed. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type {
  NewEvent,
  EventMetadata,
  RecordedEvent,
  StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import {
  keptBytes,
  lengthOf,
  plainOf,
  type KeptBytes,
  type Packing,
} from '../../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { chunkStreamId, jobSubject } from '../stream-ids.js';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import {
  UnknownEventError,
  bytesOf,
  deflatedMetadata,
  isDeflated,
  logged,
  type Logged,
} from '../envelope.js';
import { blockKey, bytes, count, data, jobId, named, text, listOf } from '../fields.js';

const submittedRow: z.ZodType<SubmittedRow> = named(
  'SubmittedRow',
  data({
    ref: z.exactOptional(z.string()),
    company_number: z.exactOptional(z.string()),
    company_name: z.exactOptional(z.string()),
    domain: z.exactOptional(z.string()),
  }),
  'One row as the client sent it, without nulls.',
);

const deliveredNames = data({
  base64: text('JSON array of texts, one a row; deflated where `packing` says so.'),
  packing: z.nullable(data({ coding: z.literal('deflate'), stored: count, bytes: count, crc32: z.number() })),
});

const deliveredHead = named(
  'DeliveredHead',
  data({
    job_id: jobId,
    chunk: count,
    attempt: z.string(),
    salt: text('Random, so that nobody can search for the bytes of the digest in the record.'),
    from: count,
    lengths: listOf(count).describe("Bytes of each row's JSON."),
    errors: data({ rows: listOf(count), lengths: listOf(count) }).describe(
      "Which of these rows have an entry on the errors page, and the bytes of each entry's JSON.",
    ),
    names: z
      .exactOptional(deliveredNames)
      .describe(
        'Names of the companies, empty where a row has none. Searches read them. Older packs and resolves lack them.',
      ),
  }),
  'Head of a pack of delivered rows. The served bytes follow it.',
);
export type DeliveredHead = z.output<typeof deliveredHead>;

const EVENTS = {
  RowsSubmitted: {
    meaning: 'The rows of the chunk as asked.',
    schema: data({
      job_id: jobId,
      chunk: count,
      from: count,
      salt: z.string(),
      rows: listOf(submittedRow),
    }),
  },
  RowsDelivered: {
    meaning: 'About 100 rows, and their errors-page entries, as they are served.',
    billing: 'Bills nothing: served and charged once the record names it.',
    schema: data({
      head: deliveredHead,
      rows: bytes.describe("The rows' JSON joined by commas; deflated where that pays (`v` is `1+deflate`)."),
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
    meaning: 'Written only so that a stream that never existed can be deleted for good.',
    schema: data({ job_id: jobId, chunk: count }),
  },
} as const;

export type RowDataEvent = EventsOf<typeof EVENTS>;
export type RowsDelivered = EventNamed<RowDataEvent, 'RowsDelivered'>;
export type RowsSubmitted = EventNamed<RowDataEvent, 'RowsSubmitted'>;
export type BlockDelivered = EventNamed<RowDataEvent, 'BlockDelivered'>;

/** Returns the SHA-256 (hex) of an event's stored bytes. Facts keep that of their data. */
export const digestOf = (data: Uint8Array): string => hash('sha256', data, 'hex');

const COMMA = 0x2c;
const NEWLINE = 0x0a;

const joinedLength = (lengths: readonly number[]): number =>
  lengths.reduce((sum, length) => sum + length, Math.max(0, lengths.length - 1));

/** The content of one RowsDelivered: the JSON of each row, and of each errors-page entry. */
export interface DeliveredContent {
  readonly rows: readonly Uint8Array[];
  readonly errors: readonly { readonly row: number; readonly json: Uint8Array }[];
  /** The name of each row's company, empty where it has none. Left out: nobody searches these rows. */
  readonly names?: readonly string[];
}

interface EventEnvelope {
  readonly id: string;
  readonly metadata: EventMetadata;
}

type GivenHead = Omit<DeliveredHead, 'lengths' | 'errors'>;

/** The stored head, with how the bytes after it are deflated. */
type StoredHead = DeliveredHead & {
  readonly packed?: { readonly rows: Packing | null; readonly errors: Packing | null };
};

const headOf = (
  { job_id, chunk, attempt, salt, from, names }: GivenHead,
  { rows, errors }: DeliveredContent,
  packed?: StoredHead['packed'],
): StoredHead => ({
  job_id,
  chunk,
  attempt,
  salt,
  from,
  lengths: rows.map((row) => row.length),
  errors: { rows: errors.map(({ row }) => row), lengths: errors.map(({ json }) => json.length) },
  ...(names && { names }),
  ...(packed && { packed }),
});

function joined(parts: readonly Uint8Array[]): Uint8Array {
  // Uncleared memory is safe here: every byte is written.
  const target = Buffer.allocUnsafeSlow(joinedLength(parts.map(({ length }) => length)));
  let at = 0;
  parts.forEach((part, index) => {
    if (index > 0) target[at++] = COMMA;
    target.set(part, at);
    at += part.length;
  });
  return target;
}

/** Returns the JSON of each row of a pack, which is inflated once. */
export function rowsOfPack({ head, rows }: RowsDelivered['data']): readonly Uint8Array[] {
  const plain = plainOf(rows);
  let start = 0;
  return head.lengths.map((length) => {
    const bytes = plain.subarray(start, start + length);
    // A comma separates the rows.
    start += length + 1;
    return bytes;
  });
}

/** Writes three lines: the head as JSON, then rows and errors entries as they are kept. */
function deliveredEvent(
  head: StoredHead,
  [rows, errors]: readonly [Uint8Array, Uint8Array],
  { id, metadata }: EventEnvelope,
): NewEvent {
  const line = Buffer.from(JSON.stringify(head));
  const data = new Uint8Array(line.length + rows.length + errors.length + 2);
  data.set(line);
  data[line.length] = NEWLINE;
  data.set(rows, line.length + 1);
  data[line.length + 1 + rows.length] = NEWLINE;
  data.set(errors, line.length + rows.length + 2);
  return { id, type: 'RowsDelivered', format: 'binary', data, metadata };
}

const linesOf = ({ rows, errors }: DeliveredContent): [Uint8Array, Uint8Array] => [
  joined(rows),
  joined(errors.map(({ json }) => json)),
];

/** Returns a RowsDelivered ready to append, with plain rows. */
export const rowsDeliveredEvent = (
  head: GivenHead,
  content: DeliveredContent,
  envelope: EventEnvelope,
): NewEvent => deliveredEvent(headOf(head, content), linesOf(content), envelope);

async function packedNames(names: readonly string[], deflateFrom = 0): Promise<DeliveredHead['names']> {
  const { kept, packing } = await keptBytes(Buffer.from(JSON.stringify(names)), deflateFrom);
  return { base64: Buffer.from(kept).toString('base64'), packing };
}

/** Returns the names of a pack as bytes; undefined where it has none. */
export const namesOfPack = ({ names }: DeliveredHead): KeptBytes | undefined =>
  names && { kept: Buffer.from(names.base64, 'base64'), packing: names.packing };

/** Makes the event of `rowsDeliveredEvent` with deflated rows, if that saves bytes, and with their names. */
export async function packedRowsDelivered(
  given: Omit<GivenHead, 'names'>,
  content: DeliveredContent,
  envelope: EventEnvelope & { readonly deflateFrom?: number },
): Promise<NewEvent> {
  const lines = linesOf(content);
  const { id, deflateFrom } = envelope;
  const [rows, errors, names] = await Promise.all([
    keptBytes(lines[0], deflateFrom),
    keptBytes(lines[1], deflateFrom),
    content.names && packedNames(content.names, deflateFrom),
  ]);
  const head = { ...given, ...(names && { names }) };
  if (rows.packing === null && errors.packing === null)
    return deliveredEvent(headOf(head, content), lines, envelope);
  const packed = { rows: rows.packing, errors: errors.packing };
  const metadata = deflatedMetadata(envelope.metadata);
  return deliveredEvent(headOf(head, content, packed), [rows.kept, errors.kept], { id, metadata });
}

function unpackDelivered(recorded: RecordedEvent): Logged<RowsDelivered>[] {
  const data = bytesOf(recorded);
  const headEnd = data.indexOf(NEWLINE);
  const stored = JSON.parse(data.subarray(0, headEnd).toString('utf8')) as StoredHead;
  const { packed, ...head } = stored;
  if ((packed !== undefined) !== isDeflated(recorded)) throw new UnknownEventError(recorded);
  const rest = data.subarray(headEnd + 1);
  const rowsEnd = packed?.rows?.stored ?? joinedLength(head.lengths);
  const rows = { kept: rest.subarray(0, rowsEnd), packing: packed?.rows ?? null };
  const errors = { kept: rest.subarray(rowsEnd + 1), packing: packed?.errors ?? null };
  if (lengthOf(rows) !== joinedLength(head.lengths)) throw new UnknownEventError(recorded);
  return [logged(recorded, { type: 'RowsDelivered', data: { head, rows, errors } })];
}

export const rowDataStreams = defineStream({
  category: 'rowdata',
  id: chunkStreamId,
  opening:
    'Rows as asked and as delivered, byte for byte. Written by the submit, record and fill handlers; read by the worker (rows as asked) and the pages lane (the JSON that is served). Deleted for good when retention ends; never written with `store=false`. It may hold data of several attempts: only those of the attempt that the record of the chunk names are served.',
  subject: ({ job }) => jobSubject(job),
  events: EVENTS,
  closing: ({ job, chunk }) => ({ type: 'RowDataClosed', data: { job_id: job, chunk } }),
  unpack: { RowsDelivered: unpackDelivered },
});

export const rowDataStream = (job: JobId, chunk: number): StreamName =>
  rowDataStreams.streamOf({ job, chunk });
export const decodeRowDataEvent = rowDataStreams.decode;
