/**
 * The appends of one finished job in which every invariant holds, as the handlers would have written them.
 */
import type { BlockOutcomes } from '../../packages/contract/src/row.js';
import { chargeOf } from '../../src/billing/charge-rules.js';
import { jsonEvent, metadataOf } from '../../src/streams/envelope.js';
import { idempotencyStream } from '../../src/streams/idempotency/idempotency.events.js';
import type { RowCounts, Submission } from '../../src/streams/job/job.events.js';
import { jobStream } from '../../src/streams/job/job.events.js';
import { digestOf, packedRowsDelivered, rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import type { RowRecord } from '../../src/streams/rows/rows.events.js';
import { ROWS_PER_PACK, rowsStream } from '../../src/streams/rows/rows.events.js';
import { packRows } from '../../src/streams/rows/pack-rows.js';
import type {
  EventMetadata,
  NewEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { rowsOfChunks, type ChunkRows } from '../../src/streams/job/chunk-bounds.js';
import { derivedId } from '../../src/streams/derived-id.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import { grantOptions } from '../../packages/contract/src/options.js';

export interface ValidJob {
  readonly id: JobId;
  readonly account: AccountId;
  readonly key: KeyId;
  /** A job of one row is a resolve. */
  readonly rows: number;
  /** YYYY-MM-DD: the day of all its events. */
  readonly day: string;
  /** Retention has ended: the rows as asked and as delivered are left out, as an export leaves them out. */
  readonly erased: boolean;
  /** Its first row waits for a block that comes late. */
  readonly late: boolean;
}

/** What goes into one append. */
export interface Written {
  readonly stream: StreamName;
  readonly events: readonly NewEvent[];
  /** Logical events in them. */
  readonly logical: number;
}

/** What its account may use, and asks for. */
export const BLOCKS: Submission['blocks'] = [
  'company_identity',
  'registered_address',
  'filing_status',
  'industry',
];

const ROWS_PER_CHUNK = 500;
const ATTEMPT = '01JDXB8Z5N000000000000000A';
const EDITIONS = { companies: '2026-11-01-5f2c' };
/** Every so many rows one has no such company, or no industry. */
const UNMATCHED_EVERY = 97;
const WITHOUT_INDUSTRY_EVERY = 7;
const AVAILABLE = { status: 'available' } as const;
const FOUND: BlockOutcomes = {
  registered_address: AVAILABLE,
  company_identity: AVAILABLE,
  filing_status: AVAILABLE,
  industry: AVAILABLE,
};
const WITHOUT_INDUSTRY: BlockOutcomes = {
  ...FOUND,
  industry: { status: 'not_found', reason: 'no_sic_on_file' },
};
const WAITING: BlockOutcomes = { ...FOUND, industry: { status: 'pending' } };

export const metadataOn = (day: string, account: AccountId): EventMetadata =>
  metadataOf({ requestId: `req_bench_${day}`, actor: 'worker', account }, `${day}T12:00:00.000Z`);

/** An event whose id follows from what it is. */
export const fact = (
  { type, data }: { readonly type: string; readonly data: object },
  metadata: EventMetadata,
  ...named: readonly (string | number)[]
): NewEvent => jsonEvent({ type, data }, derivedId(type, ...named), metadata);

/** The submission of the job, with a chunk for each 500 rows. */
export const submissionOf = ({ id, account, key, rows }: ValidJob): Submission => ({
  job_id: id,
  account_id: account,
  key_id: key,
  environment: 'live',
  operation: rows === 1 ? 'resolve' : 'enrich_job',
  blocks: BLOCKS,
  not_enabled: [],
  options: grantOptions({}, 'enrich_job'),
  rows,
  chunks: Array.from({ length: Math.ceil(rows / ROWS_PER_CHUNK) }, (_, chunk) => chunk * ROWS_PER_CHUNK),
  retention_days: 30,
  stored: true,
  collection: 'pages',
  idempotent: true,
  inline_until: null,
  digest: '00',
});

const isMatched = (row: number): boolean => row % UNMATCHED_EVERY !== UNMATCHED_EVERY - 1;
const waits = (job: ValidJob, row: number): boolean => job.late && row === 0;

function answersOf(job: ValidJob, row: number): BlockOutcomes {
  if (waits(job, row)) return WAITING;
  return row % WITHOUT_INDUSTRY_EVERY === 3 ? WITHOUT_INDUSTRY : FOUND;
}

function recordOf(job: ValidJob, row: number): RowRecord {
  if (!isMatched(row)) return { reason: 'not_matched' };
  const blocks = answersOf(job, row);
  const found = { matched_on: 'company_number', match_confidence: 1 } as const;
  return { company_number: companyOf(row), ...found, blocks, charge: chargeOf(blocks) };
}

const companyOf = (row: number): string => String(10_000_000 + row);

const ADDRESS = `"address_line_1":"UNIT 4 THE OLD MILL","address_line_2":"12 STATION ROAD","locality":"LONDON","region":"GREATER LONDON","country":"England"`;
const FILING = `"accounts_last_made_up_on":"2025-03-31","accounts_next_due_on":"2026-12-31","confirmation_last_made_up_on":"2026-02-14","confirmation_next_due_on":"2027-02-28","accounts_category":"total-exemption-full"`;

/** A row as it is served, about a kilobyte. */
function servedJson(job: ValidJob, row: number): Buffer {
  const { industry } = answersOf(job, row);
  const number = companyOf(row);
  if (!isMatched(row))
    return Buffer.from(`{"ref":"r${row}","status":"done","reason":"not_matched","blocks":{}}`);
  const envelope = `"source":"register","source_date":"2026-11-01","confidence":1,"flagged_for_review":false`;
  const blocks = [
    `"company_identity":{"status":"available","value":{"company_number":"${number}","company_name":"EXAMPLE ${row} HOLDINGS LIMITED","company_status":"active","company_category":"Private Limited Company","incorporated_on":"2001-04-0${1 + (row % 9)}","country_of_origin":"United Kingdom"},${envelope}}`,
    `"registered_address":{"status":"available","value":{${ADDRESS},"postal_code":"SW${row % 20}A ${row % 9}AA"},${envelope}}`,
    `"filing_status":{"status":"available","value":{${FILING}},${envelope}}`,
    industry?.status !== 'available'
      ? `"industry":${JSON.stringify(industry)}`
      : `"industry":{"status":"available","value":{"sic":[{"code":"${62_000 + (row % 90)}","description":"Information technology service activities"}]},${envelope}}`,
  ];
  return Buffer.from(
    `{"ref":"r${row}","status":"done","matched":{"company_number":"${number}","match_confidence":1,"matched_on":"company_number"},"blocks":{${blocks.join()}}}`,
  );
}

const rowsFrom = ({ from, count }: ChunkRows): number[] => Array.from({ length: count }, (_, i) => from + i);

function packsOf(rows: ChunkRows): ChunkRows[] {
  const firsts = Array.from({ length: Math.ceil(rows.count / ROWS_PER_PACK) }, (_, i) => i * ROWS_PER_PACK);
  return firsts.map((first) => ({
    from: rows.from + first,
    count: Math.min(ROWS_PER_PACK, rows.count - first),
  }));
}

const countsOf = (rows: ChunkRows): RowCounts => {
  const succeeded = rowsFrom(rows).filter(isMatched).length;
  return { succeeded, not_found: rows.count - succeeded, failed: 0, site_unreachable: 0 };
};

/** Every append of the job, first to last. */
export async function* appendsOf(job: ValidJob): AsyncGenerator<Written> {
  const { id, day, account } = job;
  const metadata = metadataOn(day, account);
  const submission = submissionOf(job);
  const chunks = rowsOfChunks(submission);
  const ofJob = (type: string, data: object, ...named: number[]): Written =>
    one(jobStream(id), fact({ type, data }, metadata, id, ...named));
  const claim = { fingerprint: '00', request_id: 'req_bench', time: `${day}T12:00:00.000Z`, submission };
  const keyHash = derivedId('key', id);
  const claimed = fact({ type: 'IdempotencyKeyClaimed', data: claim }, metadata, id);
  yield one(idempotencyStream(account, keyHash), claimed);
  if (!job.erased)
    for (const [chunk, rows] of chunks.entries())
      yield one(rowDataStream(id, chunk), askedIn(job, chunk, rows));
  yield ofJob('JobSubmitted', submission);
  for (const [chunk, rows] of chunks.entries()) {
    yield ofJob('ChunkStarted', { chunk, attempt: ATTEMPT, editions: EDITIONS }, chunk);
    yield* workOn(job, chunk, rows);
    yield ofJob('ChunkCompleted', { chunk, attempt: ATTEMPT, counts: countsOf(rows) }, chunk);
  }
  const counts = countsOf({ from: 0, count: job.rows });
  yield ofJob('JobCompleted', { counts, expires_at: later(day, 30) });
}

/** A moment so many days after noon of a day. */
export const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00.000Z`) + days * 86_400_000).toISOString();

const one = (stream: StreamName, event: NewEvent): Written => ({ stream, events: [event], logical: 1 });

function askedIn(job: ValidJob, chunk: number, { from, count }: ChunkRows): NewEvent {
  const rows = rowsFrom({ from, count }).map((row) => ({ ref: `r${row}`, company_number: companyOf(row) }));
  const data = { job_id: job.id, chunk, from, salt: 's', rows };
  return fact({ type: 'RowsSubmitted', data }, metadataOn(job.day, job.account), job.id, chunk);
}

/** Rows as delivered, their record, and a block that comes late. */
async function* workOn(job: ValidJob, chunk: number, rows: ChunkRows): AsyncGenerator<Written> {
  const packs = packsOf(rows);
  const delivered = await Promise.all(packs.map((pack) => deliveredIn(job, chunk, pack)));
  if (!job.erased)
    yield { stream: rowDataStream(job.id, chunk), events: delivered, logical: delivered.length };
  const recorded = packs.map((pack, index) => recordedIn(job, chunk, pack, delivered[index]));
  const logical = recorded.length + rowsFrom(rows).reduce((sum, row) => sum + (isMatched(row) ? 2 : 1), 0);
  yield { stream: rowsStream(job.id, chunk), events: recorded, logical };
  if (job.late && chunk === 0) yield* lateBlock(job);
}

function deliveredIn(job: ValidJob, chunk: number, pack: ChunkRows): Promise<NewEvent> {
  const rows = rowsFrom(pack);
  const head = { job_id: job.id, chunk, attempt: ATTEMPT, salt: 's', from: pack.from };
  const errors = rows
    .filter((row) => !isMatched(row))
    .map((row) => ({ row, json: Buffer.from(`{"row":${row},"ref":"r${row}","reason":"not_matched"}`) }));
  const envelope = {
    id: derivedId('RowsDelivered', job.id, pack.from),
    metadata: metadataOn(job.day, job.account),
  };
  return packedRowsDelivered(head, { rows: rows.map((row) => servedJson(job, row)), errors }, envelope);
}

function recordedIn(job: ValidJob, chunk: number, pack: ChunkRows, data: NewEvent | undefined): NewEvent {
  const delivered = data === undefined ? [] : [{ event_id: data.id, digest: digestOf(data.data) }];
  const record = { job_id: job.id, chunk, attempt: ATTEMPT, editions: EDITIONS, unkept_digest: null };
  const rows = rowsFrom(pack).map((row) => recordOf(job, row));
  const packed = packRows({ ...record, ...pack, delivered }, rows);
  return fact({ type: 'RowsRecorded', data: packed }, metadataOn(job.day, job.account), job.id, pack.from);
}

function* lateBlock(job: ValidJob): Generator<Written> {
  const metadata = metadataOn(job.day, job.account);
  const at = { job_id: job.id, chunk: 0, row: 0, block: 'industry' } as const;
  const envelope = { status: 'available', value: { sic: [] } };
  const delivered = { ...at, attempt: ATTEMPT, salt: 's', envelope };
  const data = fact({ type: 'BlockDelivered', data: delivered }, metadata, job.id);
  if (!job.erased) yield one(rowDataStream(job.id, 0), data);
  const ref = { event_id: data.id, digest: digestOf(data.data) };
  const filled = { ...at, outcome: AVAILABLE, attempt: ATTEMPT, delivered: ref };
  const charge = { job_id: job.id, row: 0, block: at.block, units: 1 };
  const events = [
    fact({ type: 'BlockFilled', data: filled }, metadata, job.id),
    fact({ type: 'BlockCharged', data: charge }, metadata, job.id),
  ];
  yield { stream: rowsStream(job.id, 0), events, logical: 2 };
}
