/** A log in which every invariant holds, as large as a bench asks for: jobs of many rows with about 1 KB each. */
import { randomUUID } from 'node:crypto';
import { chargeOf } from '../../src/billing/charge-rules.js';
import { accountStream } from '../../src/streams/account/account.events.js';
import { jsonEvent, metadataOf } from '../../src/streams/envelope.js';
import type { Submission } from '../../src/streams/job/job.events.js';
import { jobStream } from '../../src/streams/job/job.events.js';
import { digestOf, rowDataStream, rowsDeliveredEvent } from '../../src/streams/rowdata/rowdata.events.js';
import type { BlockOutcomes, RowRecord } from '../../src/streams/rows/rows.events.js';
import { ROWS_PER_PACK, packRows, rowsStream } from '../../src/streams/rows/rows.events.js';
import type { EventStore, NewEvent, StreamName } from '../../src/platform/event-store/event-store.js';
import type { AccountId, JobId, KeyId } from '../../src/shared/ids.js';
import { grantOptions } from '../../src/shared/options.js';

const ACCOUNT = 1001 as AccountId;
const KEY = 'abcdefghijkl' as KeyId;
const ROWS_PER_CHUNK = 500;
const ATTEMPT = '01JDXB8Z5N000000000000000A';
const EDITIONS = { companies: '2026-11-01-5f2c' };
const METADATA = metadataOf(
  { requestId: 'req_bench', actor: 'worker', account: ACCOUNT },
  '2026-11-21T12:00:00.000Z',
);
const ROW_JSON = Buffer.from(JSON.stringify({ ref: 'r', status: 'done', blocks: 'x'.repeat(1_000) }));

const fact = (type: string, data: object): NewEvent => jsonEvent({ type, data }, randomUUID(), METADATA);

const submissionOf = (job: JobId, rows: number): Submission => ({
  job_id: job,
  account_id: ACCOUNT,
  key_id: KEY,
  environment: 'live',
  operation: rows === 1 ? 'resolve' : 'enrich_job',
  blocks: ['company_identity', 'registered_address', 'filing_status', 'industry'],
  not_enabled: [],
  options: grantOptions({}, 'enrich_job'),
  rows,
  chunks: Array.from({ length: Math.ceil(rows / ROWS_PER_CHUNK) }, (_, chunk) => chunk * ROWS_PER_CHUNK),
  retention_days: 30,
  stored: true,
  collection: 'pages',
  idempotent: false,
  inline_until: null,
  digest: '00',
});

function recordOf(row: number): RowRecord {
  const available = { status: 'available' } as const;
  const blocks: BlockOutcomes = {
    registered_address: available,
    company_identity: available,
    filing_status: available,
    industry: row % 7 === 0 ? { status: 'not_found', reason: 'no_sic_on_file' } : available,
  };
  const company_number = String(10_000_000 + row);
  return {
    company_number,
    matched_on: 'company_number',
    match_confidence: 1,
    blocks,
    charge: chargeOf(blocks),
  };
}

async function append(store: EventStore, stream: StreamName, ...events: readonly NewEvent[]): Promise<void> {
  await store.append(stream, 'any', events);
}

export async function writeAccount(store: EventStore): Promise<void> {
  const issued = {
    key_id: KEY,
    name: 'bench',
    environment: 'live',
    scopes: ['read', 'enrich'],
    secret_hash: '00',
  };
  const limits = { max_rows: null, requests_per_minute: 600, resolve_per_minute: 60 };
  await append(
    store,
    accountStream(ACCOUNT),
    fact('AccountOpened', { account_id: ACCOUNT, blocks: [] }),
    fact('KeyIssued', { ...issued, ...limits }),
  );
}

/** A job from its submission to its end. A job of one row is written as a resolve. */
export async function writeJob(store: EventStore, job: JobId, rows: number): Promise<void> {
  const submission = submissionOf(job, rows);
  const chunks = submission.chunks.map((from) => ({ from, count: Math.min(ROWS_PER_CHUNK, rows - from) }));
  for (const [chunk, { from, count }] of chunks.entries()) {
    const asked = Array.from({ length: count }, (_, i) => ({
      ref: `r${from + i}`,
      company_number: '00445790',
    }));
    const data = { job_id: job, chunk, from, salt: 's', rows: asked };
    await append(store, rowDataStream(job, chunk), fact('RowsSubmitted', data));
  }
  await append(store, jobStream(job), fact('JobSubmitted', submission));
  for (const [chunk, { from, count }] of chunks.entries())
    await writeChunk(store, job, { chunk, from, count });
  const counts = { succeeded: rows, not_found: 0, failed: 0, site_unreachable: 0 };
  await append(
    store,
    jobStream(job),
    fact('JobCompleted', { counts, expires_at: '2026-12-21T12:00:00.000Z' }),
  );
}

interface Chunk {
  readonly chunk: number;
  readonly from: number;
  readonly count: number;
}

async function writeChunk(store: EventStore, job: JobId, { chunk, from, count }: Chunk): Promise<void> {
  await append(store, jobStream(job), fact('ChunkStarted', { chunk, attempt: ATTEMPT, editions: EDITIONS }));
  const packs = Array.from({ length: Math.ceil(count / ROWS_PER_PACK) }, (_, index) => {
    const start = from + index * ROWS_PER_PACK;
    return Array.from({ length: Math.min(ROWS_PER_PACK, from + count - start) }, (_row, i) => start + i);
  });
  const delivered = packs.map((rows) => {
    const head = { job_id: job, chunk, attempt: ATTEMPT, salt: 's', from: rows[0] ?? 0 };
    return rowsDeliveredEvent(
      head,
      { rows: rows.map(() => ROW_JSON), errors: [] },
      { id: randomUUID(), metadata: METADATA },
    );
  });
  await append(store, rowDataStream(job, chunk), ...delivered);
  const record = { job_id: job, chunk, attempt: ATTEMPT, editions: EDITIONS, unkept_digest: null };
  const recorded = packs.map((rows, index) => {
    const refs = delivered
      .slice(index, index + 1)
      .map(({ id, data }) => ({ event_id: id, digest: digestOf(data) }));
    const header = { ...record, from: rows[0] ?? 0, count: rows.length, delivered: refs };
    return fact('RowsRecorded', packRows(header, rows.map(recordOf)));
  });
  await append(store, rowsStream(job, chunk), ...recorded);
  const counts = { succeeded: count, not_found: 0, failed: 0, site_unreachable: 0 };
  await append(store, jobStream(job), fact('ChunkCompleted', { chunk, attempt: ATTEMPT, counts }));
}
