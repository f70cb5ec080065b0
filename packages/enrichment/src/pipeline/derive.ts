/** Derives the blocks of rows from the gathered facts, in the order of their needs: the third step. */
import type { BlockEnvelope } from '../blocks/runner/envelope.js';
import {
  orFault,
  planBlocks,
  type BlockPlan,
  type OnFault,
  type OrderedBlock,
} from '../blocks/runner/plan-blocks.js';
import { answersOf, envelopesOf, type RowGiven } from '../blocks/runner/run-blocks.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { SubmittedRow } from '../../../contract/src/row.js';
import {
  type ReadingKind,
  nameOf,
  type ReadingName,
  type Readings,
  type ReadReading,
} from '../live/readings/readings.js';
import type { Asking } from './readings/asked-readings.js';
import type { EnrichmentJob } from './enricher.js';
import type { ChunkFacts } from './gather.js';
import { fetchingIn, requestOf, rowTermsOf } from './job-terms.js';
import type { Parts } from './parts.js';
import {
  isWorthKeeping,
  type MadeVerdict,
  type RememberedVerdict,
} from '../sites/verdict/remembered-verdict.js';

/** The terms that are the same for all rows that are derived together. */
export interface Deriving {
  readonly job: EnrichmentJob;
  /** The requested blocks and all blocks that they need, in the order of needs. */
  readonly blocks: readonly OrderedBlock[];
  readonly facts: ChunkFacts;
  /** Kinds of readings that can be fetched here. */
  readonly kinds: ReadonlySet<ReadingKind>;
  /** Receives the verdicts on websites. */
  readonly verdicts: NotedVerdicts;
  /** Receives the rows that would search for a website if they had a search left. */
  readonly missed: Set<number>;
  readonly onFault: OnFault;
}

export const beginDeriving = (
  { readings, onFault }: Pick<Parts, 'readings' | 'onFault'>,
  about: Pick<Deriving, 'job' | 'blocks' | 'facts'>,
): Deriving => ({
  ...about,
  kinds: readings.kinds,
  verdicts: new NotedVerdicts(),
  missed: new Set(),
  onFault,
});

/** @param asked the blocks to answer, as they are served */
export function planOf(
  { job, blocks, facts, kinds, verdicts, missed, onFault }: Deriving,
  asked: readonly { readonly key: BlockKey; readonly enabled: boolean }[],
): BlockPlan {
  const { options, nested_not_enabled: lacking = [] } = job;
  return planBlocks(blocks, asked, {
    missing: facts.missing,
    fetching: fetchingIn(job, { blocks: blocks.map(({ block }) => block), kinds }),
    options,
    request: requestOf(job),
    min_confidence: options.min_confidence,
    onFault,
    onVerdict: verdicts.note,
    onSearchMissed: (row) => void missed.add(row),
    lacking,
  });
}

/** @param keys all blocks of the job, as they are served */
export function planOfRows(deriving: Deriving, keys: readonly BlockKey[]): BlockPlan {
  const { not_enabled } = deriving.job;
  return planOf(
    deriving,
    keys.map((key) => ({ key, enabled: !not_enabled.includes(key) })),
  );
}

/** A matched row with its request. */
export interface RowToDerive {
  /** The index of the row in the submission. */
  readonly row: number;
  readonly asked: SubmittedRow;
  readonly match: { readonly company: { readonly number: string } };
  /** Whether the row has none of the searches that the rows of its job share. */
  readonly spent: boolean;
}

/** The facts and terms that a row's blocks are derived from. */
export const givenOf = (facts: ChunkFacts, { row: of, look }: Asking<RowToDerive>): RowGiven => ({
  row: of.row,
  facts: facts.of(of.match.company.number),
  terms: rowTermsOf(of.asked, of.spent),
  look,
});

/**
 * Derives the blocks of rows: one envelope for each block of the plan, in its order. Null for a block that
 * failed. The failure is reported as a fault and affects no other row.
 */
export function deriveRows(
  plan: BlockPlan,
  { facts, onFault }: Deriving,
  rows: readonly Asking<RowToDerive>[],
): (readonly BlockEnvelope[] | null)[] {
  const given = rows.map((row) => orFault(onFault, () => givenOf(facts, row)));
  const sound = given.filter((one) => one !== null);
  const answers = answersOf(plan, sound);
  const envelopes = new Map(
    sound.map((one, i) => [one, orFault(onFault, () => envelopesOf(plan, one.facts, answers[i] ?? []))]),
  );
  return given.map((one) => (one === null ? null : (envelopes.get(one) ?? null)));
}

const nameFor = (of: string): ReadingName<'site_verdict'> => ({ kind: 'site_verdict', key: of });

/**
 * Verdicts on websites that are made while rows are derived, remembered for the time when the crawls are
 * gone.
 */
export class NotedVerdicts {
  private readonly made = new Map<string, RememberedVerdict>();

  readonly note = ({ of, verdict }: MadeVerdict): void => void this.made.set(of, verdict);

  /** Keeps the verdicts: one query for all, and a verdict that is kept already isn't written again. */
  async keep(readings: Pick<Readings, 'kept' | 'keep'>): Promise<void> {
    if (this.made.size === 0) return;
    const kept = await readings.kept([...this.made.keys()].map(nameFor), null);
    const fresh = [...this.made].filter(([of, verdict]) => {
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
}
