/** Plans a chunk before its rows are derived: the blocks, their order, and the input of each. */
import type { ReadingKind, ReadingState } from '../../live/readings/readings.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { GrantedOptions } from '../../../../contract/src/options.js';
import type { RememberedVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { BlockDefinition, FinalAnswer, RequestTerms } from './define-block.js';
import type { UsableName, WhyMissing } from './facts.js';
import { blockNeeds, factNeeds, factsUnder } from './needs-graph.js';

/** Receives the faults of blocks, rows and sources; clients only see a code. */
export type OnFault = (where: BlockKey | 'row' | 'register', error: unknown) => void;

/** The result of the work; null where it fails, because one row's fault must not affect others. */
export function orFault<T>(onFault: (where: 'row', error: unknown) => void, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    onFault('row', error);
    return null;
  }
}

/** The reason why a missing reading can't be fetched; null: it can be fetched. */
export type WhyNotFetched = 'not_looked_up' | 'not_available_yet' | null;

/** The terms that are the same for every row of a chunk. */
export interface ChunkTerms {
  /** Facts that no company of the chunk has. */
  readonly missing: ReadonlyMap<string, WhyMissing>;
  /** Whether the job lets this block have a reading of this kind fetched. */
  readonly fetching: (kind: ReadingKind, block: BlockKey) => WhyNotFetched;
  readonly options: GrantedOptions;
  readonly request: RequestTerms;
  /** Blocks that the account lacks and that others show inside their values. */
  readonly lacking: readonly BlockKey[];
  readonly onFault: OnFault;
}

/** The notes that are taken while rows are derived. */
export interface Notes {
  /** The verdicts on websites, by what they are of. */
  readonly verdicts: Map<string, RememberedVerdict>;
  /** The rows that would search for a website if they had a search left. */
  readonly missedSearches: Set<number>;
}

/** A kind of reading that a block wants, and the state that it gets for a reading that is not kept. */
export interface Want {
  readonly kind: ReadingKind;
  readonly unread: ReadingState<ReadingKind>;
}

/** A block of the plan. */
export interface Step {
  readonly block: BlockDefinition;
  /** The fact whose freshness the value has. */
  readonly fact: UsableName | undefined;
  /** The facts that it reads, also through blocks that it needs. */
  readonly facts: readonly UsableName[];
  /** The answer if a needed fact is missing: the block is then not derived. */
  readonly missing: FinalAnswer | null;
  /** Whether another block gets the answer of this one. */
  readonly isNeeded: boolean;
  /** The answers that the block sees in place of blocks that the account lacks; null: it lacks none. */
  readonly untold: Readonly<Partial<Record<BlockKey, FinalAnswer>>> | null;
  /** The lists in its value whose items show a block that the account lacks. */
  readonly hidden: readonly (readonly [block: BlockKey, list: string])[];
  readonly wants: readonly Want[];
}

export interface BlockPlan {
  /** The steps; each stands after those that it needs. Some blocks were not requested. */
  readonly steps: readonly Step[];
  /** The place of each served block's step; -1: the block isn't enabled. */
  readonly served: readonly number[];
  /** The wants of all steps, each once, so that blocks with the same view of a kind share its reader. */
  readonly wants: readonly Want[];
  readonly terms: ChunkTerms;
  readonly notes: Notes;
}

export const WANTED: ReadingState<ReadingKind> = { status: 'wanted' };

function missingFor(block: BlockDefinition, missing: ChunkTerms['missing']): FinalAnswer | null {
  const reason = factNeeds(block).flatMap((fact) => missing.get(fact) ?? [])[0];
  return reason === undefined ? null : { status: 'not_found', reason };
}

const LACKING: FinalAnswer = { status: 'not_found', reason: 'no_entitlement' };

function untoldTo(block: BlockDefinition, lacking: readonly BlockKey[]): Step['untold'] {
  const untold = block.tells_needs ? blockNeeds(block).filter((key) => lacking.includes(key)) : [];
  return untold.length === 0 ? null : Object.fromEntries(untold.map((key) => [key, LACKING]));
}

/**
 * @param blocks in order of needs; those that weren't asked for start no live step
 * @param asked as they are served
 */
export function planBlocks(
  blocks: readonly BlockDefinition[],
  asked: readonly { readonly key: BlockKey; readonly enabled: boolean }[],
  terms: ChunkTerms,
): BlockPlan {
  const { missing, fetching, lacking } = terms;
  const enabled = new Set(asked.filter((one) => one.enabled).map(({ key }) => key));
  const needed = new Set(blocks.flatMap(blockNeeds));
  const wants = new Map<string, Want>();
  const wantOf = (kind: ReadingKind, why: WhyNotFetched): Want => {
    const name = `${kind} ${why}`;
    const unread = why === null ? WANTED : ({ status: 'not_read', reason: why } as const);
    const want = wants.get(name) ?? { kind, unread };
    wants.set(name, want);
    return want;
  };
  const steps = blocks.map((block): Step => ({
    block,
    fact: factNeeds(block)[0],
    facts: factsUnder(block),
    missing: missingFor(block, missing),
    isNeeded: needed.has(block.key),
    untold: untoldTo(block, lacking),
    hidden: lacking.flatMap((key) => {
      const list = block.nested[key];
      return list === undefined ? [] : [[key, list] as const];
    }),
    wants: block.readings.map((kind) =>
      wantOf(kind, enabled.has(block.key) ? fetching(kind, block.key) : 'not_looked_up'),
    ),
  }));
  const placeOf = (key: BlockKey): number => steps.findIndex(({ block }) => block.key === key);
  return {
    steps,
    served: asked.map(({ key }) => (enabled.has(key) ? placeOf(key) : -1)),
    wants: [...wants.values()],
    terms,
    notes: { verdicts: new Map(), missedSearches: new Set() },
  };
}
