/** Plans a chunk before its rows are derived: the blocks, their order, and the input of each. */
import type { ReadingKind, ReadingState } from '../../live/readings/readings.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { grantOptions, type GrantedOptions } from '../../../../contract/src/options.js';
import type { MadeVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { BlockDefinition, FinalAnswer, RequestTerms } from './define-block.js';
import type { FactName, UsableName, WhyMissing } from './facts.js';
import { blockNeeds, factNeeds, factsOfFew, factsUnder } from './needs-graph.js';

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
  /** The request's options. Left out: the defaults of a job. */
  readonly options?: GrantedOptions;
  /** Left out: a job of which nothing more is known. */
  readonly request?: RequestTerms;
  /** 0..1: an answer whose confidence is lower is not served. */
  readonly min_confidence: number;
  /** Blocks that the account lacks and that others show inside their values. Default: none. */
  readonly lacking?: readonly BlockKey[];
  readonly onFault: OnFault;
  /** Receives new verdicts on websites. Left out: no verdict is remembered. */
  readonly onVerdict?: ((made: MadeVerdict) => void) | undefined;
  /** Called for each row that would search if it had a search left. Left out: these rows aren't counted. */
  readonly onSearchMissed?: ((row: number) => void) | undefined;
}

/** A kind of reading that a block wants, and the state that it gets for a reading that is not kept. */
export interface Want {
  readonly kind: ReadingKind;
  readonly unread: ReadingState<ReadingKind>;
}

/** The answers of blocks that other blocks need. */
export type Answers = Readonly<Partial<Record<BlockKey, FinalAnswer>>>;

/** A block among those that are derived together, with all that follows from the blocks alone. */
export interface OrderedBlock {
  readonly block: BlockDefinition;
  /** The facts that it is given. */
  readonly given: readonly UsableName[];
  /** The fact whose freshness the value has. */
  readonly fact: FactName | undefined;
  /** The facts that the block reads, also through blocks that it needs. */
  readonly facts: readonly UsableName[];
  /** Whether another block gets the answer of this one. */
  readonly needed: boolean;
}

/** A block of the plan. */
export interface Step extends OrderedBlock {
  /** The answer if a needed fact is missing: the block is then not derived. */
  readonly missing: FinalAnswer | null;
  /**
   * The answers that the block sees in place of blocks that the account lacks; null: it sees the answers of
   * all blocks that it needs.
   */
  readonly untold: Answers | null;
  /** The lists in its value whose items show a block that the account lacks. */
  readonly hidden: readonly (readonly [block: BlockKey, list: string])[];
  readonly wants: readonly Want[];
}

export interface BlockPlan {
  /** The steps; each stands after those that it needs. Some blocks were not requested. */
  readonly steps: readonly Step[];
  /** The place of each served block's step; -1: the block isn't enabled. */
  readonly served: readonly number[];
  readonly terms: ChunkTerms;
  /** The options that blocks with readings get. */
  readonly options: GrantedOptions;
  readonly request: RequestTerms;
  /** The answers that other blocks get before a block has answered. */
  readonly unanswered: Answers;
}

export const WANTED: ReadingState<ReadingKind> = { status: 'wanted' };
const NOT_READ = {
  not_looked_up: { status: 'not_read', reason: 'not_looked_up' },
  not_available_yet: { status: 'not_read', reason: 'not_available_yet' },
} as const;
/** The answer that others get of a block that waits for a reading. A late answer doesn't change them. */
const NOT_YET: FinalAnswer<unknown, 'not_looked_up'> = { status: 'not_found', reason: 'not_looked_up' };
const LACKING: FinalAnswer = { status: 'not_found', reason: 'no_entitlement' };
const DEFAULT_OPTIONS = grantOptions({}, 'enrich_job');
const NO_REQUEST: RequestTerms = { blocks: [], search: 'not_asked' };

function missingFor(block: BlockDefinition, missing: ChunkTerms['missing']): FinalAnswer | null {
  const reasons = factNeeds(block).map((fact) => missing.get(fact));
  const reason = reasons.find((candidate) => candidate !== undefined);
  return reason === undefined ? null : { status: 'not_found', reason };
}

function hiddenIn({ nested }: BlockDefinition, lacking: readonly BlockKey[]): Step['hidden'] {
  return lacking.flatMap((key) => {
    const list = nested[key];
    return list === undefined ? [] : [[key, list] as const];
  });
}

function untoldTo(block: BlockDefinition, lacking: readonly BlockKey[]): Answers | null {
  const untold = block.tells_needs ? blockNeeds(block).filter((key) => lacking.includes(key)) : [];
  return untold.length === 0 ? null : Object.fromEntries(untold.map((key) => [key, LACKING]));
}

/** @param blocks in order of needs */
export function orderedBlocks(blocks: readonly BlockDefinition[]): readonly OrderedBlock[] {
  const needed = new Set(blocks.flatMap(blockNeeds));
  return blocks.map((block) => ({
    block,
    given: factsOfFew(block),
    fact: factNeeds(block)[0],
    facts: factsUnder(block),
    needed: needed.has(block.key),
  }));
}

/**
 * @param blocks in order of needs; those that weren't asked for start no live step
 * @param asked as they are served
 */
export function planBlocks(
  blocks: readonly OrderedBlock[],
  asked: readonly { readonly key: BlockKey; readonly enabled: boolean }[],
  terms: ChunkTerms,
): BlockPlan {
  const { options = DEFAULT_OPTIONS, request = NO_REQUEST, lacking = [] } = terms;
  const enabled = asked.filter((block) => block.enabled).map(({ key }) => key);
  const placeOf = (key: BlockKey): number => blocks.findIndex(({ block }) => block.key === key);
  const wants = new Map<string, Want>();
  const wantOf = (kind: ReadingKind, why: WhyNotFetched): Want => {
    const name = `${kind} ${why ?? ''}`;
    const want = wants.get(name) ?? { kind, unread: why === null ? WANTED : NOT_READ[why] };
    wants.set(name, want);
    return want;
  };
  const steps = blocks.map((ordered): Step => {
    const { block } = ordered;
    const isAsked = enabled.includes(block.key);
    return {
      ...ordered,
      missing: missingFor(block, terms.missing),
      untold: untoldTo(block, lacking),
      hidden: hiddenIn(block, lacking),
      wants: block.readings.map((kind) =>
        wantOf(kind, isAsked ? terms.fetching(kind, block.key) : 'not_looked_up'),
      ),
    };
  });
  return {
    steps,
    served: asked.map(({ key, enabled: isEnabled }) => (isEnabled ? placeOf(key) : -1)),
    terms,
    options,
    request,
    unanswered: Object.fromEntries(
      blocks.flatMap(({ block, needed }) => (needed ? [[block.key, NOT_YET]] : [])),
    ),
  };
}
