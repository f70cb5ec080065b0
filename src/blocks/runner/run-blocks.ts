/**
 * Derives the asked blocks of one company, and those that they need, each once: one envelope an asked block, in the
 * order in which they are served.
 */
import type {
  NotRead,
  Reading,
  ReadingKind,
  ReadingName,
  ReadingState,
  ReadReading,
} from '../../readings/readings.js';
import type { BlockKey } from '../../shared/block-key.js';
import { grantOptions, type GrantedOptions } from '../../shared/options.js';
import type {
  AllGiven,
  BlockAnswer,
  BlockDefinition,
  FinalAnswer,
  RequestTerms,
  RowTerms,
} from './define-block.js';
import type { BlockEnvelope, FinalEnvelope, Freshness } from './envelope.js';
import type { FactName, Facts, WhyMissing } from './facts.js';
import { makeEnvelope } from './make-envelope.js';
import { blockNeeds, factNeeds } from './needs-graph.js';
import { withServedItems } from './served-items.js';

/** Receives the faults of blocks, rows and sources; clients only see a code. */
export type OnFault = (where: BlockKey | 'row' | 'register', error: unknown) => void;

/** What is known of one company. One object for all its blocks, because it is made for every row. */
export type Known = { readonly [F in FactName]?: Facts[F] | WhyMissing } & {
  /** The answers so far that other blocks need. */
  readonly blocks: Partial<Record<BlockKey, FinalAnswer>>;
  /** Of the row; left out: nothing differs. */
  readonly row?: RowTerms;
} & {
  // What the block that is derived just now is given of the terms.
  -readonly [K in keyof Live]?: Live[K];
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
  /** A reading that is there without being fetched, whether or not the block was asked for. Left out: none is. */
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
}

interface Step {
  readonly block: BlockDefinition;
  /** A fact that it needs is missing: it answers so without being derived. */
  readonly missing: FinalAnswer | null;
  /** Its value is as fresh as this fact. */
  readonly fact: FactName | undefined;
  /** Another block of the plan gets its answer. */
  readonly needed: boolean;
  /** The lists in its value whose items show a block that the account lacks. */
  readonly hidden: readonly (readonly [block: BlockKey, list: string])[];
  /** What it is told of blocks that the account lacks; null where it is told of all that it needs. */
  readonly untold: Known['blocks'] | null;
  /** What is known of each kind of reading before any is fetched. */
  readonly readings: ReadonlyMap<ReadingKind, ReadingState<ReadingKind>>;
  /** What it is given of them; null where it wants none. */
  readonly live: Live | null;
}

type Readers = Readonly<Partial<Record<ReadingKind, (key: string) => ReadingState<ReadingKind>>>>;

export interface BlockPlan {
  /** Each after those that it needs; some were not asked for. */
  readonly steps: readonly Step[];
  /** As served: the place of its step, -1 where it isn't enabled. */
  readonly served: readonly number[];
  readonly terms: ChunkTerms;
}

const NOT_ENABLED: BlockEnvelope = Object.freeze({ status: 'not_enabled', reason: 'no_entitlement' });
const PENDING: BlockEnvelope = Object.freeze({ status: 'pending' });
const FAULT: FinalAnswer = { status: 'not_found', reason: 'error' };
/** What a block is told of one that waits for a reading: what arrives late doesn't change it. */
const NOT_YET: FinalAnswer<unknown, 'not_looked_up'> = { status: 'not_found', reason: 'not_looked_up' };
const WANTED: ReadingState<ReadingKind> = { status: 'wanted' };
const LACKING: FinalAnswer = { status: 'not_found', reason: 'no_entitlement' };

function missingFor(block: BlockDefinition, { missing }: ChunkTerms): FinalAnswer | null {
  for (const fact of factNeeds(block)) {
    const reason = missing.get(fact);
    if (reason !== undefined) return { status: 'not_found', reason };
  }
  return null;
}

const readersOf = (
  { readings }: BlockDefinition,
  state: (kind: ReadingKind, key: string) => ReadingState<ReadingKind>,
): Readers => Object.fromEntries(readings.map((kind) => [kind, (key: string) => state(kind, key)]));

function stepOf(block: BlockDefinition, asked: boolean, needed: boolean, terms: ChunkTerms): Step {
  const readings = new Map(
    block.readings.map((kind) => {
      const reason = asked ? terms.fetching(kind, block.key) : 'not_looked_up';
      return [kind, reason === null ? WANTED : ({ status: 'not_read', reason } as const)];
    }),
  );
  return {
    block,
    missing: missingFor(block, terms),
    fact: factNeeds(block)[0],
    needed,
    hidden: (terms.lacking ?? []).flatMap((key) => {
      const list = block.nested[key];
      return list === undefined ? [] : [[key, list] as const];
    }),
    untold: untoldTo(block, terms),
    readings,
    live:
      readings.size === 0
        ? null
        : live(
            readersOf(block, (kind, key) => terms.kept?.({ kind, key }) ?? readings.get(kind) ?? WANTED),
            terms,
          ),
  };
}

function untoldTo(block: BlockDefinition, { lacking = [] }: ChunkTerms): Step['untold'] {
  const untold = block.tells_needs ? blockNeeds(block).filter((key) => lacking.includes(key)) : [];
  return untold.length === 0 ? null : Object.fromEntries(untold.map((key) => [key, LACKING]));
}

/** @param blocks in order of needs; those that weren't asked for start no live step */
export function planBlocks(
  blocks: readonly BlockDefinition[],
  asked: readonly { readonly key: BlockKey; readonly enabled: boolean }[],
  terms: ChunkTerms,
): BlockPlan {
  const enabled = asked.filter((block) => block.enabled).map(({ key }) => key);
  const needed = blocks.flatMap(blockNeeds);
  const steps = blocks.map((block) =>
    stepOf(block, enabled.includes(block.key), needed.includes(block.key), terms),
  );
  const placeOf = (key: BlockKey): number => steps.findIndex(({ block }) => block.key === key);
  return { steps, served: asked.map((block) => (block.enabled ? placeOf(block.key) : -1)), terms };
}

const DEFAULT_OPTIONS = grantOptions({}, 'enrich_job');
const NO_REQUEST: RequestTerms = { blocks: [], search: 'not_asked' };

/** What a block gets of the terms, if it wants readings. */
interface Live {
  readonly readings: Readers;
  readonly options: GrantedOptions;
  readonly request: RequestTerms;
}

const live = (readings: Readers, { options = DEFAULT_OPTIONS, request = NO_REQUEST }: ChunkTerms): Live => ({
  readings,
  options,
  request,
});

/** The facts of a row are given to one block after the other, each with what it gets of the terms: no copies are made. */
function derive({ block, missing, untold }: Step, known: Known, given: Live | null): BlockAnswer {
  if (missing !== null) return missing;
  if (given !== null) {
    known.readings = given.readings;
    known.options = given.options;
    known.request = known.row === undefined ? given.request : { ...given.request, ...known.row };
  }
  // All that it needs is there, and the compiler has checked that it reads nothing else.
  const told = untold === null ? known : { ...known, blocks: { ...known.blocks, ...untold } };
  return block.derive(told as unknown as AllGiven);
}

function deriveSafely(step: Step, known: Known, onFault: OnFault): BlockAnswer {
  const { block, readings } = step;
  try {
    const answer = derive(step, known, step.live);
    if (answer.status !== 'pending' || [...readings.values()].includes(WANTED)) return answer;
    throw new Error(`${block.key} is pending and has no reading to wait for`);
  } catch (error) {
    onFault(block.key, error);
    return FAULT;
  }
}

/** The answer of each step. */
const deriveAll = (steps: readonly Step[], known: Known, onFault: OnFault): BlockAnswer[] =>
  steps.map((step) => {
    const answer = deriveSafely(step, known, onFault);
    if (step.needed) known.blocks[step.block.key] = answer.status === 'pending' ? NOT_YET : answer;
    return answer;
  });

/** A value under `min_confidence`, or an item of its list, is not served, unless its block declares otherwise (Blocks 3.1). */
function aboveFloor(block: BlockDefinition, answer: FinalAnswer, min_confidence: number): FinalAnswer {
  if (answer.status !== 'available' || block.exempt_from_floor) return answer;
  const { confidence, source, as_of } = answer;
  if (confidence === undefined || confidence >= min_confidence) {
    return block.rated_list === null ? answer : withServedItems(block.rated_list, answer, min_confidence);
  }
  return { status: 'not_found', reason: 'not_confirmed', source, as_of, detail: { confidence } };
}

/** Puts `not_enabled` in the place of envelopes in its value that the account may not have. */
function withoutLacking({ hidden }: Step, answer: FinalAnswer): FinalAnswer {
  if (hidden.length === 0 || answer.status !== 'available') return answer;
  const value: Record<string, unknown> = { ...(answer.value as object) };
  for (const [key, list] of hidden) {
    const items = value[list];
    if (Array.isArray(items)) value[list] = items.map((item: object) => ({ ...item, [key]: NOT_ENABLED }));
  }
  return { ...answer, value };
}

function freshnessOf({ fact }: Step, answer: FinalAnswer, known: Known): Freshness | null {
  if (answer.freshness !== undefined) return answer.freshness;
  const read = fact === undefined ? undefined : known[fact];
  return read === undefined || typeof read === 'string' ? null : read.freshness;
}

function envelopeOf(
  step: Step,
  answer: FinalAnswer,
  freshness: Freshness | null,
  { min_confidence, censor }: ChunkTerms,
): FinalEnvelope {
  const served = withoutLacking(step, aboveFloor(step.block, answer, min_confidence));
  const envelope = makeEnvelope(step.block, served, freshness);
  return censor === undefined ? envelope : censor(envelope);
}

/** One envelope for each block that was asked for, in its order; what waits for a reading is `pending`. */
export function runBlocks({ steps, served, terms }: BlockPlan, known: Known): BlockEnvelope[] {
  const answers = deriveAll(steps, known, terms.onFault);
  return served.map((place) => {
    const step = steps[place];
    const answer = answers[place];
    if (step === undefined || answer === undefined) return NOT_ENABLED;
    return answer.status === 'pending'
      ? PENDING
      : envelopeOf(step, answer, freshnessOf(step, answer, known), terms);
  });
}

/** How a live check gets readings, and when it is given up. */
export interface LiveContext {
  readonly fetch: (name: ReadingName) => Promise<Reading<ReadingKind>>;
  /** Aborted when the deadline has passed. */
  readonly signal: AbortSignal;
}

export interface LiveOutcome {
  readonly envelope: FinalEnvelope;
  /** A reading that it lacks may be had later, though not before so many milliseconds. */
  readonly again_in_ms?: number;
}

/**
 * Answers the last block of the plan, which was left pending: fetches the readings that it wants, side by side, and
 * derives it again, until it wants no more. What a fetch throws is passed on: whether to try again is for the caller to
 * say, who knows the deadline.
 */
export async function runLiveBlock(
  { steps, terms }: BlockPlan,
  known: Known,
  { fetch, signal }: LiveContext,
): Promise<LiveOutcome> {
  const step = steps.at(-1);
  if (step === undefined) throw new Error('there is no block to check');
  deriveAll(steps.slice(0, -1), known, terms.onFault);
  const read = new Map<string, Reading<ReadingKind>>();
  for (;;) {
    signal.throwIfAborted();
    const wanted = new Map<string, ReadingName>();
    const readers = readersOf(step.block, (kind, key) => {
      const name = `${kind} ${key}`;
      const state = read.get(name) ?? terms.kept?.({ kind, key }) ?? step.readings.get(kind) ?? WANTED;
      if (state === WANTED) wanted.set(name, { kind, key });
      return state;
    });
    const answer = derive(step, known, live(readers, terms));
    if (answer.status !== 'pending') {
      const freshness = answer.freshness ?? {
        ...freshnessOf(step, answer, known),
        checked_live: read.size > 0,
      };
      return { envelope: envelopeOf(step, answer, freshness, terms), ...laterTry([...read.values()]) };
    }
    if (wanted.size === 0) throw new Error(`${step.block.key} is pending after its live check`);
    await Promise.all([...wanted].map(async ([name, what]) => read.set(name, await fetch(what))));
  }
}

/** When all that may be had later can be asked for again. */
function laterTry(readings: readonly Reading<ReadingKind>[]): Pick<NotRead, 'again_in_ms'> {
  const waits = readings.flatMap((reading) =>
    reading.status === 'not_read' ? (reading.again_in_ms ?? []) : [],
  );
  return waits.length === 0 ? {} : { again_in_ms: Math.max(...waits) };
}
