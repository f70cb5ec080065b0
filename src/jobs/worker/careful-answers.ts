/**
 * A chunk whose workers died, row by row with each row marked while it is worked on, so that a row that ends its worker
 * fails no other row (Architecture 3.4).
 */
import type { EnrichedRow, Enricher } from '../../enrichment/enricher.js';
import { failedRow } from '../../enrichment/write/failed-row.js';
import type { SharedLock } from '../../platform/tasks/shared-lock.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { answerRow, type OnFault } from '../record/row-answers.js';
import type { ChunkClaim, ChunkClaims } from './chunk-claims.js';

export interface CarefulTools {
  readonly enricher: Enricher;
  readonly claims: ChunkClaims;
  /** Held alone while a row is marked: nothing else in this process may kill it meanwhile. */
  readonly lock: SharedLock;
  readonly onFault: OnFault;
}

/** Row by row, each marked while it is worked on. A row that was marked when a worker died ends `worker_lost`. */
export async function answerCarefully(
  { enricher, claims, lock, onFault }: CarefulTools,
  { id, deaths }: { readonly id: ChunkId } & Pick<ChunkClaim, 'deaths'>,
  attempt: ChunkAttempt,
): Promise<readonly EnrichedRow[]> {
  const found = await claims.suspects(id);
  // A worker that gave the chunk back with a row marked did not die on it.
  const diedOn = found.row !== null && deaths > found.deaths ? [found.row] : [];
  const lost = new Set([...found.lost, ...diedOn]);
  const answers: EnrichedRow[] = [];
  for (const [index, asked] of attempt.rows.entries()) {
    const row = attempt.from + index;
    if (lost.has(row)) {
      answers.push(failedRow(row, asked, 'worker_lost'));
      continue;
    }
    await lock.exclusive(async () => {
      await claims.suspect(id, { row, deaths, lost: [...lost] });
      answers.push(await answerRow(enricher, attempt, index, onFault));
      await claims.suspect(id, { row: null, deaths, lost: [...lost] });
    });
  }
  return answers;
}
