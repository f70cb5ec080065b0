/** The answer of a resolve's row while its request lasts. Never throws: what isn't there in time is an answer too. */
import type { EnrichedRow, Enricher } from '../../enrichment/enricher.js';
import { failedRow } from '../../enrichment/failed-row.js';
import type { LiveChecker } from '../../enrichment/live-checker.js';
import { inTime } from '../../platform/time/in-time.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { answerBatch } from '../record/row-answers.js';
import { withLiveAnswers, withoutPending } from './live-row.js';

/** What the register says; live blocks are pending. A row not matched in time is `source_unavailable` (Contract 2.11). */
export async function registerAnswer(
  enricher: Enricher,
  attempt: ChunkAttempt,
  until: number,
): Promise<EnrichedRow> {
  const [asked = {}] = attempt.rows;
  // Enrichment reports its faults itself, where they happen.
  const answering = answerBatch(enricher, attempt, () => undefined);
  const answers = await inTime(answering, Math.max(0, until - performance.now()), () => null);
  return answers?.[0] ?? failedRow(attempt.from, asked, 'source_unavailable');
}

/** The request that waits. */
export interface Waiting {
  /** When the answer must be ready, by `performance.now()`. */
  readonly until: number;
  /** ISO 8601; when it came. */
  readonly since: string;
}

/** With live blocks, but for `defer_live`, which leaves them to a worker. `known`: what the register said already. */
export async function inlineAnswer(
  enricher: Enricher & LiveChecker,
  attempt: ChunkAttempt,
  { until, since }: Waiting,
  known: EnrichedRow | null,
): Promise<EnrichedRow> {
  const { submission, editions, from, rows } = attempt;
  const [asked = {}] = rows;
  const row = known ?? (await registerAnswer(enricher, attempt, until));
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
