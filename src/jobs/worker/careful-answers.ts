/**
 * A chunk whose workers died, row by row with each row marked while it is worked on, so that a row that ends its worker
 * fails no other row (Architecture 3.4). Answers are kept from worker to worker: where workers die often, each goes on.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EnrichedRow, Enricher } from '../../enrichment/enricher.js';
import { failedRow } from '../../enrichment/write/failed-row.js';
import type { SharedLock } from '../../platform/tasks/shared-lock.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { answerRow, type OnFault } from '../record/row-answers.js';
import type { ChunkClaim, ChunkClaims } from './chunk-claims.js';
import { inOrderOfTrial, lostRows } from './deadly-rows.js';

export interface CarefulTools {
  readonly enricher: Enricher;
  readonly claims: ChunkClaims;
  /** Held alone while a row is marked: nothing else in this process may kill it meanwhile. */
  readonly lock: SharedLock;
  readonly onFault: OnFault;
}

/** The answers in the order of the rows. Rows that are lost by the rule of `lostRows` end `worker_lost`. */
export async function answerCarefully(
  { enricher, claims, lock, onFault }: CarefulTools,
  { id, deaths }: { readonly id: ChunkId } & Pick<ChunkClaim, 'deaths'>,
  attempt: ChunkAttempt,
): Promise<readonly EnrichedRow[]> {
  const [found, kept] = await Promise.all([claims.suspects(id), claims.kept(id)]);
  const isAnswered = kept.some(({ row, deaths: at }) => row === found.row && at >= found.deaths);
  // A worker that gave the chunk back with a row marked did not die on it.
  const isDeadly = found.row !== null && !isAnswered && deaths > found.deaths;
  const died = isDeadly ? [...found.died, { row: found.row, deaths: found.deaths }] : found.died;
  const lost = [...new Set([...found.lost, ...lostRows(died, kept)])];
  const mark = (row: number | null): Promise<void> => claims.suspect(id, { row, deaths, died, lost });

  const { editions, from, rows } = attempt;
  const answers = new Map(
    kept.flatMap(({ row, answer, editions: of }) => (isDeepStrictEqual(of, editions) ? [[row, answer]] : [])),
  );
  const tried = async (row: number): Promise<EnrichedRow> => {
    await mark(row);
    try {
      const answer = await answerRow(enricher, attempt, row - from, onFault);
      if (attempt.submission.stored) await claims.keep(id, { row, deaths, editions, answer });
      else await mark(null);
      return answer;
    } catch (error) {
      // This worker lives.
      await mark(null).catch(() => undefined);
      throw error;
    }
  };
  for (const [index, asked] of rows.entries())
    if (lost.includes(from + index)) answers.set(from + index, failedRow(from + index, asked, 'worker_lost'));
  const open = rows.map((_asked, index) => from + index).filter((row) => !answers.has(row));
  for (const row of inOrderOfTrial(open, died)) answers.set(row, await lock.exclusive(() => tried(row)));
  return rows.flatMap((_asked, index) => answers.get(from + index) ?? []);
}
