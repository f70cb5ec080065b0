/**
 * Answers a batch of rows in five steps: match, gather, derive, suppress, write. A fault of one row or block
 * affects no other.
 */
import { sortBlockKeys } from '../../../contract/src/block-key.js';
import type { SubmittedRow } from '../../../contract/src/row.js';
import { AskedReadings } from './readings/asked-readings.js';
import type { BlockEnvelope } from '../blocks/runner/envelope.js';
import { orFault } from '../blocks/runner/plan-blocks.js';
import { beginDeriving, deriveRows, planOfRows } from './derive.js';
import type { EnrichedRow, EnrichmentBatch } from './enricher.js';
import { gather } from './gather.js';
import { enabledBlocks, isSmall } from './job-terms.js';
import { sharingSearches } from './live/job-searches.js';
import { match } from './match.js';
import type { CompanyMatch } from './matching/match-outcome.js';
import { fromPort } from './no-answer-yet.js';
import type { Parts } from './parts.js';
import { suppress } from './suppress/suppress.js';
import { failedRow } from './write/failed-row.js';
import { writeRow } from './write/write-row.js';

/** A row that was matched. */
interface MatchedRow {
  /** The index of the row in the batch. */
  readonly place: number;
  /** The index of the row in the submission. */
  readonly row: number;
  readonly asked: SubmittedRow;
  readonly match: CompanyMatch;
}

/**
 * @param indexOf the index in its submission of the row at a place among these
 * @returns one answer a row, in order
 * @throws NoAnswerYetError where the fault is ours, and no row's
 */
export async function answerRows(
  parts: Parts,
  { job, editions, rows }: Omit<EnrichmentBatch, 'from'>,
  indexOf: (place: number) => number,
): Promise<readonly EnrichedRow[]> {
  const { readings, searches, suppressions, onFault } = parts;
  await fromPort(() => suppressions.upToDate());
  const reader = parts.editions.reading(editions);
  const askedAt = (place: number): SubmittedRow => rows[place] ?? {};

  // 1. Match: the company of each row, or why it has none.
  const { outcomes, companies } = await match(parts, reader, job, rows);
  const matched = outcomes.flatMap((found, place): MatchedRow[] =>
    found.outcome === 'matched' ? [{ place, row: indexOf(place), asked: askedAt(place), match: found }] : [],
  );

  // 2. Gather: the records of these companies in the sources.
  const { blocks, few, many } = parts.editions.neededBy(enabledBlocks(job));
  const numbers = [...new Set(matched.map((one) => one.match.company.number))];
  const facts = gather(isSmall(job) ? few : many, numbers, reader, companies);

  const deriving = beginDeriving(parts, { job, blocks, facts });
  const keys = sortBlockKeys(job.blocks);
  const plan = planOfRows(deriving, keys);
  const asked = new AskedReadings(readings, null);
  const served = (one: MatchedRow, envelopes: readonly BlockEnvelope[]): EnrichedRow => {
    // 4. Suppress: no value shows a suppressed text.
    const shown = envelopes.map((envelope) => suppress(envelope, suppressions));
    // 5. Write: the row exactly as it is served.
    return writeRow(keys, one.asked, one.match, shown);
  };
  const answers = await sharingSearches(
    { job, searches, missed: deriving.missed },
    matched,
    (some, isSpent) =>
      asked.settled(
        some.map((one) => ({ ...one, spent: isSpent(one) })),
        (asking) => {
          // 3. Derive: the blocks of each row.
          const derived = deriveRows(plan, deriving, asking);
          return asking.map(({ row }, i) => {
            const envelopes = derived[i];
            return envelopes ? orFault(onFault, () => served(row, envelopes)) : null;
          });
        },
      ),
  );
  if (job.stored !== false) await deriving.verdicts.keep(readings);

  const written = new Map(matched.map(({ place }, i) => [place, answers[i]]));
  return outcomes.map((found, place) => {
    if (found.outcome === 'refused') return failedRow(indexOf(place), askedAt(place), found.reason, found);
    return written.get(place) ?? failedRow(indexOf(place), askedAt(place), 'resolver_error');
  });
}
