/** Derives the blocks of rows from the gathered facts, in the order of their needs: the third step. */
import type { BlockDefinition } from '../blocks/runner/define-block.js';
import type { BlockEnvelope } from '../blocks/runner/envelope.js';
import { orFault, planBlocks, type BlockPlan, type Notes } from '../blocks/runner/plan-blocks.js';
import { begin, deriveSteps, envelopesOf, type RowGiven } from '../blocks/runner/run-blocks.js';
import { sortBlockKeys, type BlockKey } from '../../../contract/src/block-key.js';
import type { SubmittedRow } from '../../../contract/src/row.js';
import { nameOf, type ReadingName, type Readings, type ReadReading } from '../live/readings/readings.js';
import { isWorthKeeping } from '../sites/verdict/remembered-verdict.js';
import type { EnrichmentJob } from './enricher.js';
import type { ChunkFacts } from './gather.js';
import { fetchingIn, requestOf, rowTermsOf } from './job-terms.js';
import { sharingSearches } from './live/job-searches.js';
import type { Parts } from './parts.js';
import { AskedReadings, type RowWithLook } from './readings/asked-readings.js';

/** Rows whose blocks are derived together. */
export interface Deriving {
  readonly job: EnrichmentJob;
  /** The requested blocks and all blocks that they need, in the order of needs. */
  readonly blocks: readonly BlockDefinition[];
  readonly facts: ChunkFacts;
}

/** A matched row with its request. */
export interface RowToDerive {
  /** The index of the row in the submission. */
  readonly row: number;
  readonly asked: SubmittedRow;
  readonly company_number: string;
}

/** @param keys the blocks to answer, as they are served */
export function planOf(
  { readings, onFault }: Pick<Parts, 'onFault'> & { readonly readings: Pick<Readings, 'kinds'> },
  { job, blocks, facts }: Deriving,
  keys: readonly BlockKey[],
): BlockPlan {
  const { options, not_enabled, nested_not_enabled: lacking = [] } = job;
  return planBlocks(
    blocks,
    keys.map((key) => ({ key, enabled: !not_enabled.includes(key) })),
    {
      missing: facts.missing,
      fetching: fetchingIn(job, readings.kinds, blocks),
      options,
      request: requestOf(job),
      onFault,
      lacking,
    },
  );
}

/**
 * The facts and terms that a row's blocks are derived from.
 * @param hasNoSearch tells whether the row has none of the searches that the rows of its job share
 */
export const givenOf = (
  facts: ChunkFacts,
  { row: { row, asked, company_number }, look }: RowWithLook<RowToDerive>,
  hasNoSearch: boolean,
): RowGiven => ({ row, facts: facts.of(company_number), terms: rowTermsOf(asked, hasNoSearch), look });

/**
 * Derives one envelope for each block of the job and each row, in the specification's order. Null for a row
 * that failed. The failure is reported as a fault and affects no other row.
 * @param finish makes what is kept of a row, so that its envelopes don't outlive its batch; called again for
 *   a row that is derived again
 */
export async function derive<Row extends RowToDerive, Finished>(
  parts: Pick<Parts, 'readings' | 'searches' | 'onFault'>,
  deriving: Deriving,
  rows: readonly Row[],
  finish: (row: Row, envelopes: readonly BlockEnvelope[]) => Finished,
): Promise<(Finished | null)[]> {
  const { readings, searches, onFault } = parts;
  const { job, facts } = deriving;
  const plan = planOf(parts, deriving, sortBlockKeys(job.blocks));
  const asked = new AskedReadings(readings, null);
  const finished = await sharingSearches({ job, searches, notes: plan.notes }, rows, (some, hasNoSearch) =>
    asked.settled(some, (asking) => {
      const begun = asking.map((one) =>
        orFault(onFault, () => begin(plan, givenOf(facts, one, hasNoSearch(one.row)))),
      );
      deriveSteps(
        plan.steps,
        plan,
        begun.filter((row) => row !== null),
      );
      return asking.map(({ row }, at) => {
        const derived = begun[at];
        return derived ? orFault(onFault, () => finish(row, envelopesOf(plan, derived))) : null;
      });
    }),
  );
  if (job.stored !== false) await keepVerdicts(plan.notes, readings);
  return finished;
}

const nameFor = (key: string): ReadingName<'site_verdict'> => ({ kind: 'site_verdict', key });

/**
 * Keeps the verdicts on websites that were made while rows were derived, for the time when the crawls are
 * gone: one query for all, and a verdict that is kept already isn't written again.
 */
export async function keepVerdicts(
  { verdicts }: Pick<Notes, 'verdicts'>,
  readings: Pick<Readings, 'kept' | 'keep'>,
): Promise<void> {
  if (verdicts.size === 0) return;
  const kept = await readings.kept([...verdicts.keys()].map(nameFor), null);
  const fresh = [...verdicts].filter(([of, verdict]) => {
    // Readings under that name are verdicts.
    const before = kept.get(nameOf(nameFor(of))) as ReadReading<'site_verdict'> | undefined;
    return isWorthKeeping(verdict, before?.reading);
  });
  await Promise.all(
    fresh.map(([of, verdict]) => {
      const checked = { checked_live: false, checked_at: verdict.crawled_at };
      return readings.keep(nameFor(of), { status: 'read', reading: verdict, checked });
    }),
  );
}
