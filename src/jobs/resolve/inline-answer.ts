/** The answer of a resolve's row while its request lasts: what isn't there in time is an answer too. */
import type { EnrichedRow, Enricher } from '../../enrichment/enricher.js';
import { failedRow } from '../../enrichment/write/failed-row.js';
import type { LiveChecker } from '../../enrichment/live-checker.js';
import { UnreadableEditionError, UnreadableSourceError } from '../../enrichment/no-answer-yet.js';
import { inTime } from '../../platform/time/in-time.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { answerBatch, type OnFault } from '../record/row-answers.js';
import { withLiveAnswers, withoutPending } from './live-row.js';

/**
 * What the register says; live blocks are pending. A row that isn't matched in time, or whose source can't be read, is
 * `source_unavailable` (Contract 2.11).
 * @throws NoAnswerYetError
 */
export async function registerAnswer(
  enricher: Enricher,
  attempt: ChunkAttempt,
  { until, onFault }: Pick<Waiting, 'until' | 'onFault'>,
): Promise<EnrichedRow> {
  const [asked = {}] = attempt.rows;
  try {
    const answering = answerBatch(enricher, attempt, onFault);
    const answers = await inTime(answering, Math.max(0, until - performance.now()), () => null);
    return answers?.[0] ?? failedRow(attempt.from, asked, 'source_unavailable');
  } catch (error) {
    if (!(error instanceof UnreadableEditionError)) onFault(error);
    if (!(error instanceof UnreadableSourceError)) throw error;
    return failedRow(attempt.from, asked, 'source_unavailable', { detail: error.message });
  }
}

/** The request that waits. */
export interface Waiting {
  /** When the answer must be ready, by `performance.now()`. */
  readonly until: number;
  /** ISO 8601; when it came. */
  readonly since: string;
  readonly onFault: OnFault;
}

/**
 * With live blocks, but for `defer_live`, which leaves them to a worker. `known`: what the register said already.
 * @throws NoAnswerYetError
 */
export async function inlineAnswer(
  enricher: Enricher & LiveChecker,
  attempt: ChunkAttempt,
  { until, since, onFault }: Waiting,
  known: EnrichedRow | null,
): Promise<EnrichedRow> {
  const { submission, editions, from, rows } = attempt;
  const [asked = {}] = rows;
  const row = known ?? (await registerAnswer(enricher, attempt, { until, onFault }));
  if (submission.collection === 'deferred') return row;
  const { job_id, stored, account_id: account } = submission;
  const terms = { priority: 'resolve', keep: stored, account } as const;
  const check = { job_id, row: from, asked, job: submission, editions, since, terms };
  const answered = await withLiveAnswers(enricher, row, check, {
    until,
    signal: new AbortController().signal,
  });
  return stored ? answered : withoutPending(answered);
}
