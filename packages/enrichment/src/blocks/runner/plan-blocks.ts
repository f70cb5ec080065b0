/** What stands before a chunk's rows are derived: which blocks, in which order, and what each is given. */
import type { ReadingKind, ReadingName, ReadingState, ReadReading } from '../../live/readings/readings.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { grantOptions, type GrantedOptions } from '../../../../contract/src/options.js';
import type { MadeVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { BlockDefinition, FinalAnswer, RequestTerms, RowTerms } from './define-block.js';
import type { FinalEnvelope } from './envelope.js';
import type { FactName, Facts, Once, UsableName, WhyMissing } from './facts.js';
import { blockNeeds, factNeeds, factsUnder } from './needs-graph.js';

/** Receives the faults of blocks, rows and sources; clients only see a code. */
export type OnFault = (where: BlockKey | 'row' | 'register', error: unknown) => void;

/** What is known of one company. One object for all its blocks, because it is made for every row. */
export type Known = { readonly [F in UsableName]?: Facts[F] | WhyMissing } & {
  /** The answers so far that other blocks need. */
  blocks: Partial<Record<BlockKey, FinalAnswer>>;
  /** Of the row; left out: nothing differs. */
  row?: RowTerms;
  /** Of the terms, for blocks with readings. */
  options?: GrantedOptions;
  request?: RequestTerms;
  /** What its blocks share. */
  once?: Once;
  /** Those of the block that is derived just now. */
  readings?: Readers;
};

/** What is known of the companies of a chunk. */
export interface ChunkFacts {
  readonly missing: ReadonlyMap<string, WhyMissing>;
  /** All facts that are not missing, and no answer yet. */
  of(companyNumber: string): Known;
}

/** What stands in the way of a reading that isn't there; null: it can be fetched. */
export type WhyNotFetched = 'not_looked_up' | 'not_available_yet' | null;

/** What is the same for every row of a chunk. */
export interface ChunkTerms {
  /** Facts that no company of the chunk has. */
  readonly missing: ReadonlyMap<string, WhyMissing>;
  /** Whether the job lets this block have a reading of this kind fetched. */
  readonly fetching: (kind: ReadingKind, block: BlockKey) => WhyNotFetched;
  /**
   * A reading that is there without being fetched, whether or not the block was asked for. Left out: none is.
   */
  readonly kept?: (name: ReadingName) => ReadReading<ReadingKind> | undefined;
  /** Of the request. Left out: the defaults of a job. */
  readonly options?: GrantedOptions;
  /** Left out: a job of which nothing more is known. */
  readonly request?: RequestTerms;
  /** 0..1: an answer whose confidence is lower is not served. */
  readonly min_confidence: number;
  /** Blocks that the account lacks and that others show inside their values. Default: none. */
  readonly lacking?: readonly BlockKey[];
  /** The last look at an envelope before it is served. Default: none. */
  readonly censor?: ((envelope: FinalEnvelope) => FinalEnvelope) | undefined;
  readonly onFault: OnFault;
  /** Receives verdicts on websites as they are made. Left out: nobody remembers them. */
  readonly onVerdict?: ((made: MadeVerdict) => void) | undefined;
  /** Told of each row that would search, were there a search for it. Left out: nobody counts them. */
  readonly onSearchMissed?: (() => void) | undefined;
}

export interface Step {
  readonly block: BlockDefinition;
  /** A fact that it needs is missing: it answers so without being derived. */
  readonly missing: FinalAnswer | null;
  /** Its value is as fresh as this fact. */
  readonly fact: FactName | undefined;
  /** What it rests on, also through blocks that it needs. */
  readonly facts: readonly UsableName[];
  /** Another block of the plan gets its answer. */
  readonly needed: boolean;
  /** The lists in its value whose items show a block that the account lacks. */
  readonly hidden: readonly (readonly [block: BlockKey, list: string])[];
  /** What it is told of blocks that the account lacks; null where it is told of all that it needs. */
  readonly untold: Known['blocks'] | null;
  /** What is known of each kind of reading before any is fetched. */
  readonly readings: ReadonlyMap<ReadingKind, ReadingState<ReadingKind>>;
  /** By which it asks for them; null where it wants none. */
  readonly readers: Readers | null;
}

type Reader = (key: string) => ReadingState<ReadingKind>;
export type Readers = Readonly<Partial<Record<ReadingKind, Reader>>>;

export interface BlockPlan {
  /** Each after those that it needs; some were not asked for. */
  readonly steps: readonly Step[];
  /** As served: the place of its step, -1 where it isn't enabled. */
  readonly served: readonly number[];
  readonly terms: ChunkTerms;
  /** What blocks with readings are given of the terms. */
  readonly options: GrantedOptions;
  readonly request: RequestTerms;
  /**
   * Before any block is derived: a field for each whose answer others need, so that answers change no
   * object's shape.
   */
  readonly unanswered: Known['blocks'];
}

export const WANTED: ReadingState<ReadingKind> = { status: 'wanted' };
const NOT_READ = {
  not_looked_up: { status: 'not_read', reason: 'not_looked_up' },
  not_available_yet: { status: 'not_read', reason: 'not_available_yet' },
} as const;
/** What a block is told of one that waits for a reading: what arrives late doesn't change it. */
const NOT_YET: FinalAnswer<unknown, 'not_looked_up'> = { status: 'not_found', reason: 'not_looked_up' };
const LACKING: FinalAnswer = { status: 'not_found', reason: 'no_entitlement' };

function missingFor(block: BlockDefinition, { missing }: ChunkTerms): FinalAnswer | null {
  for (const fact of factNeeds(block)) {
    const reason = missing.get(fact);
    if (reason !== undefined) return { status: 'not_found', reason };
  }
  return null;
}

/** One reader for all blocks that are given the same of a kind, so that they can tell that they are. */
function sharedReaders({ kept }: ChunkTerms): (kind: ReadingKind, why: WhyNotFetched) => Reader {
  const known = new Map<string, Reader>();
  return (kind, why) => {
    const name = `${kind} ${why ?? ''}`;
    const reader = known.get(name) ?? ((key) => kept?.({ kind, key }) ?? unread(why));
    known.set(name, reader);
    return reader;
  };
}

const unread = (reason: WhyNotFetched): ReadingState<ReadingKind> =>
  reason === null ? WANTED : NOT_READ[reason];

interface Wish {
  readonly block: BlockDefinition;
  readonly asked: boolean;
  readonly needed: boolean;
}

function stepOf(
  { block, asked, needed }: Wish,
  terms: ChunkTerms,
  readerOf: ReturnType<typeof sharedReaders>,
): Step {
  const whys = block.readings.map(
    (kind) => [kind, asked ? terms.fetching(kind, block.key) : 'not_looked_up'] as const,
  );
  const readings = new Map(whys.map(([kind, why]) => [kind, unread(why)]));
  return {
    block,
    missing: missingFor(block, terms),
    fact: factNeeds(block)[0],
    facts: factsUnder(block),
    needed,
    hidden: (terms.lacking ?? []).flatMap((key) => {
      const list = block.nested[key];
      return list === undefined ? [] : [[key, list] as const];
    }),
    untold: untoldTo(block, terms),
    readings,
    readers:
      whys.length === 0 ? null : Object.fromEntries(whys.map(([kind, why]) => [kind, readerOf(kind, why)])),
  };
}

function untoldTo(block: BlockDefinition, { lacking = [] }: ChunkTerms): Step['untold'] {
  const untold = block.tells_needs ? blockNeeds(block).filter((key) => lacking.includes(key)) : [];
  return untold.length === 0 ? null : Object.fromEntries(untold.map((key) => [key, LACKING]));
}

const DEFAULT_OPTIONS = grantOptions({}, 'enrich_job');
const NO_REQUEST: RequestTerms = { blocks: [], search: 'not_asked' };

/** @param blocks in order of needs; those that weren't asked for start no live step */
export function planBlocks(
  blocks: readonly BlockDefinition[],
  asked: readonly { readonly key: BlockKey; readonly enabled: boolean }[],
  terms: ChunkTerms,
): BlockPlan {
  const enabled = asked.filter((block) => block.enabled).map(({ key }) => key);
  const needed = blocks.flatMap(blockNeeds);
  const readerOf = sharedReaders(terms);
  const steps = blocks.map((block) =>
    stepOf(
      { block, asked: enabled.includes(block.key), needed: needed.includes(block.key) },
      terms,
      readerOf,
    ),
  );
  const placeOf = (key: BlockKey): number => steps.findIndex(({ block }) => block.key === key);
  const { options = DEFAULT_OPTIONS, request = NO_REQUEST } = terms;
  return {
    steps,
    served: asked.map((block) => (block.enabled ? placeOf(block.key) : -1)),
    terms,
    options,
    request,
    unanswered: Object.fromEntries(needed.map((key) => [key, NOT_YET])),
  };
}
