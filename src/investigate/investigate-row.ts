/**
 * `investigate row`: reads one row of a job from the log alone: its request, what was delivered, what was
 * billed or not and why, and the events that prove it.
 */
import type { BlockOutcome } from '../../packages/contract/src/row.js';
import type { NotBilled } from '../streams/rows/rows.events.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import { sortBlockKeys, isBlockKey, FLAGGED_BELOW } from '../../packages/contract/src/block-key.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { eventReference, inLogOrder, type InvestigatedLog } from './log-reading.js';
import { chunkProgress, readJobFacts, standingHold, type JobChunkFacts, type JobFacts } from './job-facts.js';
import { readRow, type RowFacts } from './row-facts.js';
import type { BlockHistory, RowHistory, Contradiction } from './row-history.js';
import { rowSentences } from './row-sentences.js';
import { countText } from '../../packages/words/src/text/formats.js';

export type RowInvestigation =
  | { readonly outcome: 'found'; readonly row: RowHistory; readonly facts: RowFacts }
  | { readonly outcome: 'job_not_found' }
  /** The job has only `rows` rows. */
  | { readonly outcome: 'row_not_found'; readonly rows: number };

/** @param row 0-based index in the submission */
export async function investigateRow(
  log: InvestigatedLog,
  id: JobId,
  row: number,
): Promise<RowInvestigation> {
  const lookup = await readJobFacts(log, id);
  if (lookup.outcome !== 'found') return { outcome: 'job_not_found' };
  const { job } = lookup;
  const chunk = job.chunks.find(({ from, count }) => row >= from && row < from + count);
  if (chunk === undefined) return { outcome: 'row_not_found', rows: job.submission.rows };
  // The data of erased rows may still be stored, or held for a dispute. Only evidence shows held data.
  const facts = await readRow(log, { job: id, chunk: chunk.chunk, row }, job.erasure === null);
  return {
    outcome: 'found',
    row: rowHistory(job, chunk, { facts, row, now: new Date().toISOString() }),
    facts,
  };
}

/** Builds the history of one row from the facts of its job, chunk and row. Pure. `now`: ISO 8601, UTC. */
export function rowHistory(
  job: JobFacts,
  chunk: JobChunkFacts,
  {
    facts,
    row,
    now,
    isExpired = false,
  }: { readonly facts: RowFacts; readonly row: number; readonly now: string; readonly isExpired?: boolean },
): RowHistory {
  const { submission, submittedEvent } = job;
  const resolution = facts.resolution?.event.data;
  const blocks = blocksOf(facts);
  const delivered = deliveredRow(facts);
  const isSkipped = chunkProgress(job, chunk) === 'skipped';
  const isAnswered = resolution !== undefined || facts.failure !== null || isSkipped;
  const isPending = Object.values(blocks).some(({ status }) => status === 'pending');
  const history = {
    job_id: submission.job_id,
    row,
    ref: facts.submittedRow === null ? null : (facts.submittedRow.ref ?? ''),
    request_id: submittedEvent.requestId,
    key_id: submission.key_id,
    account_id: submission.account_id,
    asked_at: submittedEvent.time,
    asked: facts.submittedRow,
    status: isAnswered && !isPending ? ('done' as const) : ('pending' as const),
    reason: facts.failure?.event.data.reason ?? (isSkipped ? ('not_completed' as const) : null),
    company_number: resolution?.company_number ?? null,
    matched_on: resolution?.matched_on ?? null,
    match_confidence: resolution?.match_confidence ?? null,
    delivered_at: facts.resolution?.time ?? null,
    editions: facts.resolution === null ? {} : editionsOf(chunk, facts.resolution.time),
    units: Object.values(blocks).reduce((sum, { units }) => sum + units, 0),
    blocks,
    delivered,
    contradictions: contradictionsOf(facts, delivered, blocks),
  };
  const hold = standingHold(job, now);
  const events = inLogOrder([...decidingEvents(job, chunk), ...facts.entries]).map(eventReference);
  return {
    ...history,
    story: rowSentences(history, { job, chunk, hold, isExpired }),
    events,
  };
}

/** Editions of the last start before that time: a worker that takes over may have other editions. */
const editionsOf = ({ starts }: JobChunkFacts, at: string): RowHistory['editions'] =>
  starts.findLast(({ time }) => time <= at)?.event.data.editions ?? {};

/** The events of the job and chunk that decided about the row. */
const decidingEvents = (job: JobFacts, chunk: JobChunkFacts): JobFacts['entries'] => {
  const entries = [job.submittedEvent, ...chunk.starts, chunk.completion, job.end, job.erasure];
  const cancelRequests = chunkProgress(job, chunk) === 'skipped' ? [job.cancelRequest] : [];
  return [...entries, ...cancelRequests].filter((entry) => entry !== null);
};

/** The blocks of a delivered row: each as recorded, or as filled later. */
function blocksOf(facts: RowFacts): Partial<Record<BlockKey, BlockHistory>> {
  if (facts.resolution === null) return {};
  const { blocks } = facts.resolution.event.data;
  const histories = sortBlockKeys(Object.keys(blocks).filter(isBlockKey)).flatMap((key) => {
    const outcome = blocks[key];
    return outcome === undefined ? [] : [[key, blockHistory(facts, key, outcome)] as const];
  });
  return Object.fromEntries(histories);
}

function blockHistory(facts: RowFacts, block: BlockKey, recorded: BlockOutcome): BlockHistory {
  const fill = facts.fills.find(({ event }) => event.data.block === block);
  const outcome = fill?.event.data.outcome ?? recorded;
  const lateChargeCount = facts.lateCharges.filter(({ event }) => event.data.block === block).length;
  const units = (facts.charge?.event.data.units[block] ?? 0) + lateChargeCount;
  const notBilledReason = facts.charge?.event.data.not_billed[block] ?? null;
  return {
    status: outcome.status,
    reason: 'reason' in outcome ? outcome.reason : null,
    units,
    why_not_billed: units > 0 ? null : fill === undefined ? notBilledReason : freeReasonOfLateBlock(outcome),
    late: fill?.time ?? null,
  };
}

/** The reason why a late block was not billed; null for an available one, which always has a charge. */
const freeReasonOfLateBlock = ({ status }: BlockOutcome): NotBilled | null =>
  status === 'available' ? null : status;

interface DeliveredAnswer {
  readonly status?: string;
  readonly reason?: string | null;
  readonly flagged_for_review?: boolean;
}

/** The fields of a served row that this file reads. */
interface ServedRow {
  status?: string;
  readonly reason?: string;
  readonly blocks?: Record<string, DeliveredAnswer>;
  readonly matched?: { readonly company_number?: string; readonly match_confidence?: number };
}

/** The row as pages serve it, with its late blocks; null where it is not kept or can't be read. */
function deliveredRow({ deliveredJson, lateBlocks }: RowFacts): ServedRow | null {
  const row = deliveredJson === null ? null : parseRow(deliveredJson);
  if (row?.blocks === undefined || lateBlocks.length === 0) return row;
  const isFlagged = (row.matched?.match_confidence ?? 1) < FLAGGED_BELOW;
  for (const { event } of lateBlocks) {
    const { block, envelope } = event.data;
    const reviewFlag = isFlagged && envelope['status'] === 'available' ? { flagged_for_review: true } : {};
    row.blocks[block] = { ...envelope, ...reviewFlag };
  }
  const isPending = Object.values(row.blocks).some(({ status }) => status === 'pending');
  row.status = isPending ? 'pending' : 'done';
  return row;
}

function parseRow(json: string): ServedRow | null {
  try {
    return JSON.parse(json) as ServedRow;
  } catch {
    return null;
  }
}

/** The differences between the delivered row and the record and its charges; none if the row isn't kept. */
function contradictionsOf(
  { deliveredJson, resolution, failure }: RowFacts,
  row: ServedRow | null,
  blocks: Readonly<Partial<Record<BlockKey, BlockHistory>>>,
): readonly Contradiction[] {
  if (deliveredJson === null || (resolution === null && failure === null)) return [];
  const rowContradiction = (detail: string): Contradiction[] => [{ block: null, detail }];
  if (row === null) return rowContradiction('The row as delivered is no JSON, so it proves nothing.');
  const reason = failure?.event.data.reason;
  if (row.reason !== reason)
    return rowContradiction(
      `The row was delivered ${outcomeText(row.reason)} and recorded ${outcomeText(reason)}.`,
    );
  const recordedNumber = resolution?.event.data.company_number ?? undefined;
  const deliveredNumber = row.matched?.company_number;
  return [
    ...(deliveredNumber === recordedNumber
      ? []
      : rowContradiction(
          `The row was delivered for company ${deliveredNumber ?? 'none'} and recorded for ${recordedNumber ?? 'none'}.`,
        )),
    ...[...new Set([...Object.keys(blocks), ...Object.keys(row.blocks ?? {})])]
      .filter(isBlockKey)
      .flatMap((block) => blockContradictions(block, row.blocks?.[block], blocks[block])),
  ];
}

const outcomeText = (reason: string | undefined): string =>
  reason === undefined ? 'with answers' : `as failed (${reason})`;

function blockContradictions(
  block: BlockKey,
  deliveredAnswer: DeliveredAnswer | undefined,
  recordedAnswer: BlockHistory | undefined,
): readonly Contradiction[] {
  const [deliveredText, recordedText] = [answerText(deliveredAnswer), answerText(recordedAnswer)];
  if (deliveredText === recordedText) return [];
  const units = countText(recordedAnswer?.units ?? 0, 'unit');
  return [
    {
      block,
      detail: `${block} was delivered ${deliveredText}, recorded ${recordedText} and charged ${units}.`,
    },
  ];
}

function answerText(answer: DeliveredAnswer | undefined): string {
  if (answer === undefined) return 'nowhere';
  const { status, reason } = answer;
  const hasReason = status === 'not_found' || status === 'not_enabled';
  return hasReason ? `${status} (${reason ?? 'no reason'})` : String(status);
}
