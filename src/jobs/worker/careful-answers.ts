/**
 * Answers the rows of a chunk one by one, after workers died on it. Each row is marked while it is worked on,
 * so that it fails no other row (Architecture 3.4), and each answer is kept for the next worker.
 */
import { isDeepStrictEqual } from 'node:util';
import { type EnrichedRow, type Enricher, RowBodies } from '../../../packages/enrichment/src/index.js';
import type { SharedLock } from '../../../packages/platform/src/tasks/shared-lock.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { answerRow, type OnEnrichmentFault } from '../record/row-answers.js';
import type { ChunkClaim, ChunkClaims } from './chunk-claims.js';
import { findLostRows, trialOrder } from './deadly-rows.js';

export interface CarefulTools {
  readonly enricher: Enricher;
  readonly claims: ChunkClaims;
  /** A row that is tried holds the lock exclusively, so that no other work can kill this process. */
  readonly lock: SharedLock;
  readonly onFault: OnEnrichmentFault;
}

/** Returns the answers in the order of the rows. Rows that `findLostRows` names fail with `worker_lost`. */
export async function answerCarefully(
  { enricher, claims, lock, onFault }: CarefulTools,
  { id, deaths }: { readonly id: ChunkId } & Pick<ChunkClaim, 'deaths'>,
  attempt: ChunkAttempt,
): Promise<readonly EnrichedRow[]> {
  const [suspects, keptAnswers] = await Promise.all([claims.readSuspects(id), claims.readKeptAnswers(id)]);
  const isAnswered = keptAnswers.some(
    (answer) => answer.row === suspects.row && answer.deaths >= suspects.deaths,
  );
  // A worker that released the chunk while a row was marked did not die: the number of deaths has not grown.
  const isDeadly = suspects.row !== null && !isAnswered && deaths > suspects.deaths;
  const newDeaths = isDeadly ? [{ row: suspects.row, deaths: suspects.deaths }] : [];
  const rowsAtDeath = [...suspects.rowsAtDeath, ...newDeaths];
  const lostRows = [...new Set([...suspects.lostRows, ...findLostRows(rowsAtDeath, keptAnswers)])];
  const mark = (row: number | null): Promise<void> =>
    claims.markSuspect(id, { row, deaths, rowsAtDeath, lostRows });

  const { editions, firstRow, rows } = attempt;
  const answerByRow = new Map(
    keptAnswers.flatMap(({ row, answer, editions: answeredFrom }) =>
      isDeepStrictEqual(answeredFrom, editions) ? [[row, answer]] : [],
    ),
  );
  const tryRow = async (row: number): Promise<EnrichedRow> => {
    await mark(row);
    try {
      const answer = await answerRow(enricher, attempt, row - firstRow, onFault);
      if (attempt.submission.stored) await claims.keepAnswer(id, { row, deaths, editions, answer });
      else await mark(null);
      return answer;
    } catch (error) {
      // This worker did not die on the row.
      await mark(null).catch(() => undefined);
      throw error;
    }
  };
  for (const [index, row] of rows.entries())
    if (lostRows.includes(firstRow + index))
      answerByRow.set(firstRow + index, RowBodies.failedRow(firstRow + index, row, 'worker_lost'));
  const openRows = rows.map((_row, index) => firstRow + index).filter((row) => !answerByRow.has(row));
  for (const row of trialOrder(openRows, rowsAtDeath))
    answerByRow.set(row, await lock.exclusive(() => tryRow(row)));
  return rows.flatMap((_row, index) => answerByRow.get(firstRow + index) ?? []);
}
