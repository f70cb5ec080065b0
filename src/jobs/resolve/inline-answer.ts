/** Answers the row of a resolve within its request, before the request's time is up. */
import {
  type EnrichedRow,
  type Enricher,
  type LiveAnswer,
  type LiveCheck,
  type LiveChecker,
  RowBodies,
  UnreadableEditionError,
  UnreadableSourceError,
} from '../../../packages/enrichment/src/index.js';
import { inTime } from '../../../packages/platform/src/time/in-time.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { answerBatch, type OnEnrichmentFault, withEnvelopes } from '../record/row-answers.js';
import type { BlockOutcome, BlockOutcomes } from '../../../packages/contract/src/row.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { NO_ANSWER, getLiveAnswer, type CheckLimits } from '../record/live-answers.js';

/**
 * Answers the row from the register; live blocks stay pending. A row that is not answered in time, or whose
 * source can't be read, fails with `source_unavailable` (Contract 2.11).
 * @throws NoAnswerYetError
 */
export async function answerFromRegister(
  enricher: Enricher,
  attempt: ChunkAttempt,
  { deadlineMs, onFault }: Pick<WaitingRequest, 'deadlineMs' | 'onFault'>,
): Promise<EnrichedRow> {
  const [submittedRow = {}] = attempt.rows;
  try {
    const answerPromise = answerBatch(enricher, attempt, onFault);
    const answers = await inTime(answerPromise, Math.max(0, deadlineMs - performance.now()), () => null);
    return answers?.[0] ?? RowBodies.failedRow(attempt.firstRow, submittedRow, 'source_unavailable');
  } catch (error) {
    if (!(error instanceof UnreadableEditionError)) onFault(error);
    if (!(error instanceof UnreadableSourceError)) throw error;
    return RowBodies.failedRow(attempt.firstRow, submittedRow, 'source_unavailable', {
      detail: error.message,
    });
  }
}

interface WaitingRequest {
  /** The answer must be ready at this moment, by `performance.now()`. */
  readonly deadlineMs: number;
  /** The time at which the request came (ISO 8601). */
  readonly requestedAt: string;
  readonly onFault: OnEnrichmentFault;
}

/**
 * Answers the row with its live blocks. With `defer_live` a worker answers the live blocks later.
 * @param rowFromRegister the row as the register answered it; null if the register was not asked yet
 * @throws NoAnswerYetError
 */
export async function answerInline(
  enricher: Enricher & LiveChecker,
  attempt: ChunkAttempt,
  { deadlineMs, requestedAt, onFault }: WaitingRequest,
  rowFromRegister: EnrichedRow | null,
): Promise<EnrichedRow> {
  const { submission, editions, firstRow, rows } = attempt;
  const [submittedRow = {}] = rows;
  const row = rowFromRegister ?? (await answerFromRegister(enricher, attempt, { deadlineMs, onFault }));
  if (submission.collection === 'deferred') return row;
  const { job_id, stored, account_id: account } = submission;
  const terms = { priority: 'resolve', keep: stored, account } as const;
  const asked = { job_id, row: firstRow, asked: submittedRow, job: submission };
  const limits = { deadlineMs, signal: new AbortController().signal };
  const check = { ...asked, editions, since: requestedAt, terms };
  const filledRow = await withLiveAnswers(enricher, row, check, limits);
  return stored ? filledRow : withoutPending(filledRow);
}

type DeliveredRow = Extract<EnrichedRow, { status: 'delivered' }>;

/** Returns the blocks of a row that wait for a live answer, in the specification's order. */
export const pendingBlocks = (row: EnrichedRow): BlockKey[] =>
  row.status === 'failed'
    ? []
    : sortBlockKeys(
        // Only block keys are ever keys of `blocks`.
        (Object.entries(row.blocks) as [BlockKey, BlockOutcome][]).flatMap(([key, { status }]) =>
          status === 'pending' ? [key] : [],
        ),
      );

function withAnswers(row: DeliveredRow, answerByBlock: ReadonlyMap<BlockKey, LiveAnswer>): DeliveredRow {
  const answers = [...answerByBlock];
  const blocks: BlockOutcomes = {
    ...row.blocks,
    ...Object.fromEntries(answers.map(([key, { outcome }]) => [key, outcome])),
  };
  const envelopes = new Map(answers.map(([key, { envelope }]) => [key, envelope]));
  return { ...row, blocks, json: withEnvelopes(row.json, envelopes) };
}

/** Returns the row with every live answer that came in time. The other blocks stay pending. */
async function withLiveAnswers(
  checker: LiveChecker,
  row: EnrichedRow,
  check: Omit<LiveCheck, 'block' | 'company_number'>,
  limits: CheckLimits,
): Promise<EnrichedRow> {
  if (row.status === 'failed') return row;
  const { company_number } = row;
  const answerByBlock = new Map<BlockKey, LiveAnswer>();
  await Promise.all(
    pendingBlocks(row).map(async (block) => {
      const answer = await getLiveAnswer(checker, { ...check, block, company_number }, limits);
      if (answer !== null) answerByBlock.set(block, answer);
    }),
  );
  return answerByBlock.size === 0 ? row : withAnswers(row, answerByBlock);
}

/** Gives up the pending blocks of a row with `store=false`: no client can collect them (Contract 2.11). */
function withoutPending(row: EnrichedRow): EnrichedRow {
  const blocks = pendingBlocks(row);
  if (row.status === 'failed' || blocks.length === 0) return row;
  return withAnswers(row, new Map(blocks.map((block) => [block, NO_ANSWER])));
}
