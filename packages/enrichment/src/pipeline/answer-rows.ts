/**
 * Answers a batch of rows in five steps: match, gather, derive, suppress, write. A fault of one row or block
 * affects no other.
 */
import { sortBlockKeys } from '../../../contract/src/block-key.js';
import { derive } from './derive.js';
import type { EnrichedRow, EnrichmentBatch } from './enricher.js';
import { gather } from './gather.js';
import { enabledBlocks, isSmall } from './job-terms.js';
import { match } from './match.js';
import { fromPort } from './no-answer-yet.js';
import type { Parts } from './parts.js';
import { suppress } from './suppress/suppress.js';
import { failedRow, writeRow } from './write/write-row.js';

/**
 * @param rowOf the index in its submission of the row at a place among these
 * @returns one answer a row, in order
 * @throws NoAnswerYetError where the fault is ours, and no row's
 */
export async function answerRows(
  parts: Parts,
  { job, editions, rows }: Omit<EnrichmentBatch, 'from'>,
  rowOf: (place: number) => number,
): Promise<readonly EnrichedRow[]> {
  const { suppressions } = parts;
  await fromPort(() => suppressions.bringUpToDate());
  const reader = parts.editions.reading(editions);

  // 1. Match: the company of each row, or why it has none.
  const { outcomes, companies } = await match(parts, reader, job, rows);
  const matched = outcomes.flatMap((found, place) => {
    if (found.outcome !== 'matched') return [];
    const asked = rows[place] ?? {};
    return [{ place, found, row: rowOf(place), asked, company_number: found.company.number }];
  });

  // 2. Gather: the records of these companies in the sources.
  const { blocks, forSmallJob, forLargeJob } = parts.editions.neededBy(enabledBlocks(job));
  const numbers = [...new Set(matched.map(({ company_number }) => company_number))];
  const facts = gather(isSmall(job) ? forSmallJob : forLargeJob, numbers, reader, companies);

  // 3. Derive: an envelope for each block of each matched row; null for a row that failed.
  const keys = sortBlockKeys(job.blocks);
  const finished = await derive(parts, { job, blocks, facts }, matched, ({ asked, found }, envelopes) => {
    // 4. Suppress: no value shows a suppressed text.
    const shown = envelopes.map((envelope) => suppress(envelope, suppressions));
    // 5. Write: the row exactly as it is served.
    return writeRow(keys, asked, found, shown);
  });
  const writtenAt = new Map(matched.map(({ place }, at) => [place, finished[at]]));

  return outcomes.map((found, place) => {
    const asked = rows[place] ?? {};
    if (found.outcome === 'refused') return failedRow(rowOf(place), asked, found.reason, found);
    return writtenAt.get(place) ?? failedRow(rowOf(place), asked, 'resolver_error');
  });
}
