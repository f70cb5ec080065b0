/**
 * Writes the parts of an evidence bundle from the log alone. It reads one chunk at a time and writes line by
 * line, so a job of 250,000 rows takes no more memory than one chunk.
 */
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { rowHistory } from '../investigate-row.js';
import type { JobChunkFacts, JobFacts } from '../job-facts.js';
import { collectRowFacts, readChunk, type StoredChunk } from '../row-facts.js';
import type { RowHistory } from '../row-history.js';
import { safeJson } from '../../../packages/words/src/text/safe-text.js';
import { priceTermOf } from '../../streams/account/price-terms.js';
import { accountStream, accountStreams } from '../../streams/account/account.events.js';
import { adjustmentsStream, adjustmentsStreams } from '../../streams/adjustments/adjustments.events.js';
import { decodeJobEvent, jobStream } from '../../streams/job/job.events.js';
import { itemLine } from '../../transfer/export-line.js';
import { AdjustmentsOfJob } from '../explain/adjustments-of-job.js';
import { ADJUSTMENT_RULE } from '../../billing/adjustments/adjustment-rule.js';
import { CHARGE_RULE } from '../../billing/charge-rules.js';
import { evidenceOfChunk } from './chunk-evidence.js';
import { canonicalize } from 'json-canonicalize';
import { EVIDENCE_FORMAT } from '../../../packages/statement-check/src/check/evidence.js';
import { EvidenceSums, type EvidencedRow } from './evidence-sums.js';
import { rowRetention } from './row-retention.js';
import { PricedCharges, type RecordedAgreement } from './priced-charges.js';

/** The files that `writeEvidence` writes. The bundle also has the summary, manifest, sums and signature. */
export const EVIDENCE_PARTS = [
  'events.ndjson',
  'rows.ndjson',
  'charges.ndjson',
  'digests.ndjson',
  'rule.json',
] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];

export type WriteLine = (part: EvidencePart, line: string) => void;

export interface EvidenceRequest {
  readonly job: JobFacts;
  /** Row indexes in the submission, ascending and each once; null: every billed row. */
  readonly rows: readonly number[] | null;
  /** The time of the evidence (ISO 8601, UTC). Left out: the retention counts as not over. */
  readonly takenAt?: string;
  /** The last position of the log that counts; later events are no evidence. */
  readonly until: Position;
  /** Called with the number of rows read so far. */
  readonly onProgress?: (rows: number) => void;
}

/** Small pages: an adjustment of many jobs may have some hundred kilobytes. */
const ADJUSTMENTS_PER_PAGE = 50;

/** Writes the files of `EVIDENCE_PARTS`. Returns the sums that the summary needs. */
export async function writeEvidence(
  log: Pick<EventStore, 'readStream' | 'readAll'>,
  request: EvidenceRequest,
  write: WriteLine,
): Promise<EvidenceSums> {
  const { job, until } = request;
  const boundedLog = streamsUpTo(log, until);
  const chunks = selectedChunks(request);
  const { account_id, job_id } = job.submission;
  for await (const recorded of storedEvents(boundedLog, jobStream(job_id)))
    if (isEventOfChunks(recorded, chunks)) writeEvent(write, recorded);
  const { agreements, hasMonthRules } = await writeAgreements(boundedLog, account_id, write);
  const adjustments = await writeAdjustments(boundedLog, request, write);
  const charges = new PricedCharges(job_id, agreements, adjustments);
  const sums = new EvidenceSums();
  let rowsRead = 0;
  for (const [chunk, rows] of chunks) {
    const storedChunk = await readChunk(boundedLog, { job: job_id, chunk: chunk.chunk });
    for (const row of writeChunk({ ...request, chunk, charges }, { stored: storedChunk, rows }, write))
      sums.add(row);
    request.onProgress?.((rowsRead += rows.length));
  }
  const prices = charges.listAppliedPrices();
  const rules = { rule: CHARGE_RULE, adjustment_rule: ADJUSTMENT_RULE, prices };
  write('rule.json', safeJson(JSON.stringify(rules)));
  sums.prices = prices;
  sums.hasMonthRules = hasMonthRules;
  return sums;
}

type Log = Pick<EventStore, 'readStream' | 'readAll'>;

/** The streams of the log without events after the position. */
const streamsUpTo = (log: Log, until: Position): Log => ({
  readStream: async (stream, readOptions) => {
    const slice = await log.readStream(stream, readOptions);
    if (slice.status !== 'found') return slice;
    return { status: 'found', events: slice.events.filter(({ position }) => position <= until) };
  },
  readAll: (readOptions) => log.readAll(readOptions),
});

/** The chunks with wanted rows, and the wanted rows of each. */
function selectedChunks({ job, rows }: EvidenceRequest): ReadonlyMap<JobChunkFacts, readonly number[]> {
  const rowsByChunk = new Map<JobChunkFacts, readonly number[]>();
  for (const chunk of job.chunks) {
    const { from, count } = chunk;
    const chunkRows =
      rows === null
        ? Array.from({ length: count }, (_, index) => from + index)
        : rows.filter((row) => row >= from && row < from + count);
    if (chunkRows.length > 0) rowsByChunk.set(chunk, chunkRows);
  }
  return rowsByChunk;
}

/** True if an event of the job concerns the whole job or one of these chunks. */
function isEventOfChunks(recorded: RecordedEvent, chunks: ReadonlyMap<JobChunkFacts, unknown>): boolean {
  const { data } = decodeJobEvent(recorded).event;
  return !('chunk' in data) || [...chunks.keys()].some(({ chunk }) => chunk === data.chunk);
}

/** Writes the event as `events export` does; as base64 if its text has invisible or control characters. */
function writeEvent(write: WriteLine, { position, ...event }: RecordedEvent): void {
  const item = { kind: 'event', position, event } as const;
  const line = itemLine(item);
  write('events.ndjson', safeJson(line) === line ? line : safeJson(itemLine(item, 'base64')));
}

const writeJson = (write: WriteLine, part: EvidencePart, value: object): void =>
  write(part, safeJson(JSON.stringify(value)));

/**
 * Writes and returns the price agreements of the account, oldest first. Writes those of month rules too,
 * which concern no single job.
 */
async function writeAgreements(
  log: Log,
  account: JobFacts['submission']['account_id'],
  write: WriteLine,
): Promise<{ readonly agreements: readonly RecordedAgreement[]; readonly hasMonthRules: boolean }> {
  const agreements: RecordedAgreement[] = [];
  let hasMonthRules = false;
  for await (const recorded of storedEvents(log, accountStream(account))) {
    const { id, time, event } = accountStreams.decode(recorded);
    const terms = priceTermOf(event);
    if (terms.length > 0 || event.type === 'MonthRulesAgreed') writeEvent(write, recorded);
    for (const term of terms) agreements.push({ ...term, agreed_at: time, event_id: id });
    if (event.type === 'MonthRulesAgreed') hasMonthRules = true;
  }
  return { agreements, hasMonthRules };
}

/** Writes the adjustments of the rows' charges and their reversals; returns all adjustments of the job. */
async function writeAdjustments(
  log: Log,
  { job, rows }: EvidenceRequest,
  write: WriteLine,
): Promise<AdjustmentsOfJob> {
  const { account_id, job_id } = job.submission;
  const adjustments = new AdjustmentsOfJob(job_id);
  const selectedRows = rows === null ? null : new Set(rows);
  const readOptions = { page: ADJUSTMENTS_PER_PAGE };
  for await (const recorded of storedEvents(log, adjustmentsStream(account_id), readOptions)) {
    const entry = adjustmentsStreams.decode(recorded);
    const { row } = entry.event.data.scope;
    if (!adjustments.add(entry)) continue;
    if (row === null || selectedRows === null || selectedRows.has(row)) writeEvent(write, recorded);
  }
  return adjustments;
}

function* writeChunk(
  {
    job,
    chunk,
    charges,
    rows: requestedRows,
    takenAt = '',
  }: EvidenceRequest & { chunk: JobChunkFacts; charges: PricedCharges },
  { stored, rows }: { readonly stored: StoredChunk; readonly rows: readonly number[] },
  write: WriteLine,
): Generator<EvidencedRow> {
  const retention = rowRetention(job, takenAt);
  // The data of erased rows may still be stored for a moment. They are not shown.
  const visibleChunk = retention.state === 'kept' ? stored : { record: stored.record, data: [] };
  const facts = collectRowFacts(visibleChunk, rows);
  const writtenRows = new Set<number>();
  for (const [row, rowFacts] of facts) {
    const rowContext = { facts: rowFacts, row, now: takenAt, isExpired: retention.state === 'expired' };
    const history = rowHistory(job, chunk, rowContext);
    if (requestedRows === null && history.units === 0) continue;
    const rowCharges = charges.chargesOf(row, rowFacts);
    writeJson(write, 'rows.ndjson', rowLine(history));
    for (const charge of rowCharges) writeJson(write, 'charges.ndjson', charge);
    writtenRows.add(row);
    yield { history, charges: rowCharges };
  }
  if (writtenRows.size === 0) return;
  const { events, digests } = evidenceOfChunk(visibleChunk, writtenRows, retention);
  for (const recorded of events) writeEvent(write, recorded);
  for (const digest of digests) writeJson(write, 'digests.ndjson', digest);
}

/** The row with references to its events; events.ndjson has the events themselves. */
const rowLine = ({ events, ...history }: RowHistory): object => ({
  ...history,
  events: events.map(({ id, type, stream, revision }) => ({ id, type, stream, revision })),
});

export interface BundlePart {
  readonly name: string;
  readonly bytes: number;
  readonly lines: number;
  /** Hex. */
  readonly sha256: string;
}

interface ManifestInput extends Pick<Required<EvidenceRequest>, 'job' | 'rows' | 'takenAt'> {
  /** Position of the log at that time. The bundle has no later event. */
  readonly position: string;
  readonly parts: readonly BundlePart[];
}

const MANIFEST_VERSION = 1;

/**
 * The text of the manifest: the subject of a bundle and the hash of each part, as canonical JSON (RFC 8785).
 * It has no line end, since its bytes must be exactly the canonical JSON.
 */
export function manifestText({ job, rows, takenAt, position, parts }: ManifestInput): string {
  const { job_id, account_id, key_id } = job.submission;
  const about = { job_id, account_id, key_id, rows, rows_kept: rowRetention(job, takenAt).state };
  return canonicalize({
    evidence: EVIDENCE_FORMAT,
    version: MANIFEST_VERSION,
    ...about,
    taken_at: takenAt,
    position,
    parts,
  });
}
