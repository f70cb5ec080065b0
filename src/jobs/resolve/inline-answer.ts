/** Answers the row of a resolve within its request, before the request's time is up. */
import {
  type EnrichedRow,
  type Enricher,
  type LiveChecker,
  RowBodies,
  UnreadableEditionError,
  UnreadableSourceError,
} from '../../../packages/enrichment/src/index.js';
import { inTime } from '../../../packages/platform/src/time/in-time.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { answerBatch, type OnEnrichmentFault } from '../record/row-answers.js';
import { withLiveAnswers, withoutPending } from './live-row.js';

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

/** The request that waits for the answer. */
export interface WaitingRequest {
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
  const check = {
    ...{ job_id, row: firstRow, asked: submittedRow, job: submission },
    ...{ editions, since: requestedAt, terms },
  };
  const filledRow = await withLiveAnswers(enricher, row, check, {
    deadlineMs,
    signal: new AbortController().signal,
  });
  return stored ? filledRow : withoutPending(filledRow);
}
