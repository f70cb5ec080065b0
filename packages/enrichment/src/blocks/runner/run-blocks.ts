/**
 * Derives the asked blocks of one company, and those that they need, each once: one envelope an asked block,
 * in the order in which they are served.
 */
import type {
  NotRead,
  Reading,
  ReadingKind,
  ReadingName,
  ReadingState,
} from '../../live/readings/readings.js';
import type { AllGiven, BlockAnswer, BlockDefinition, FinalAnswer } from './define-block.js';
import type { BlockEnvelope, FinalEnvelope, Freshness } from './envelope.js';
import { onceARow, type SourceFact, type UsableName } from './facts.js';
import { makeEnvelope } from './make-envelope.js';
import {
  WANTED,
  type BlockPlan,
  type ChunkTerms,
  type Known,
  type Readers,
  type Step,
} from './plan-blocks.js';
import { withServedItems } from './served-items.js';

const NOT_ENABLED: BlockEnvelope = Object.freeze({ status: 'not_enabled', reason: 'no_entitlement' });
const PENDING: BlockEnvelope = Object.freeze({ status: 'pending' });
const FAULT: FinalAnswer = { status: 'not_found', reason: 'error' };

/** Before a row's first block: what its blocks are given of the terms, and no answer yet. */
function begin({ options, request, unanswered }: BlockPlan, known: Known): void {
  known.blocks = { ...unanswered };
  known.options = options;
  known.once = onceARow();
  known.request = known.row === undefined ? request : { ...request, ...known.row };
}

/**
 * The facts of a row are given to one block after the other, each with its own readings: no copies are made.
 */
function derive(
  step: Step,
  known: Known,
  readings: Readers | null,
  { onVerdict, onSearchMissed }: ChunkTerms,
): BlockAnswer {
  const { block, missing, untold } = step;
  if (missing !== null) return missing;
  if (readings !== null) known.readings = readings;
  // All that it needs is there, and the compiler has checked that it reads nothing else.
  const told = (untold === null
    ? known
    : { ...known, blocks: { ...known.blocks, ...untold } }) as unknown as AllGiven;
  const answer = block.derive(told);
  if (onVerdict !== undefined && block.verdicts !== null && answer.status !== 'pending')
    for (const made of block.verdicts(told)) onVerdict(made);
  if (
    onSearchMissed !== undefined &&
    step.readings.get('site') === WANTED &&
    block.missesSearch?.(told) === true
  )
    onSearchMissed();
  return answer;
}

function deriveSafely(step: Step, known: Known, terms: ChunkTerms): BlockAnswer {
  const { block, readings } = step;
  try {
    const answer = derive(step, known, step.readers, terms);
    if (answer.status !== 'pending' || [...readings.values()].includes(WANTED)) return answer;
    throw new Error(`${block.key} is pending and has no reading to wait for`);
  } catch (error) {
    terms.onFault(block.key, error);
    return FAULT;
  }
}

/** The answer of a block, which is also told to those that need it. */
function answerOf(step: Step, known: Known, terms: ChunkTerms): BlockAnswer {
  const answer = deriveSafely(step, known, terms);
  if (step.needed && answer.status !== 'pending') known.blocks[step.block.key] = answer;
  return answer;
}

/**
 * The answers of rows, each in the order of the steps. One block after the other, each for all rows: what a
 * block works with then stays in the processor's caches, which saves an eighth of a row's time.
 * @param rows null: of this one nothing is derived
 * @param turn is told the place of the row of which a block is derived next
 */
export function answersOf(
  plan: BlockPlan,
  rows: readonly (Known | null)[],
  turn: (place: number) => void,
): readonly (readonly BlockAnswer[])[] {
  const answers = rows.map((known): BlockAnswer[] => {
    if (known !== null) begin(plan, known);
    return [];
  });
  for (const step of plan.steps) {
    rows.forEach((known, place) => {
      if (known === null) return;
      turn(place);
      answers[place]?.push(answerOf(step, known, plan.terms));
    });
  }
  return answers;
}

/**
 * A value under `min_confidence`, or an item of its list, is not served, unless its block declares otherwise
 * (Blocks 3.1).
 */
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

type Read = Pick<SourceFact<unknown>, 'as_of' | 'freshness'>;
const isRead = (fact: unknown): fact is Read =>
  typeof fact === 'object' && fact !== null && 'freshness' in fact;

/**
 * Of what is computed the edition that sets its day, where one does; else that of the first fact that the
 * block needs.
 */
function freshnessOf({ fact, facts }: Step, answer: FinalAnswer, known: Known): Freshness | null {
  if (answer.freshness !== undefined) return answer.freshness;
  const decides = (name: UsableName): boolean => {
    const read: unknown = known[name];
    return isRead(read) && read.as_of === answer.as_of;
  };
  const name = (answer.source === 'service_model' ? facts.find(decides) : undefined) ?? fact;
  const read: unknown = name === undefined ? undefined : known[name];
  return isRead(read) ? read.freshness : null;
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
export function envelopesOf(
  { steps, served, terms }: BlockPlan,
  known: Known,
  answers: readonly BlockAnswer[],
): BlockEnvelope[] {
  return served.map((place) => {
    const step = steps[place];
    const answer = answers[place];
    if (step === undefined || answer === undefined) return NOT_ENABLED;
    return answer.status === 'pending'
      ? PENDING
      : envelopeOf(step, answer, freshnessOf(step, answer, known), terms);
  });
}

/** The envelopes of one row alone. */
export function runBlocks(plan: BlockPlan, known: Known): BlockEnvelope[] {
  const [answers = []] = answersOf(plan, [known], () => undefined);
  return envelopesOf(plan, known, answers);
}

/** How a live check gets readings, and when it is given up. */
export interface LiveContext {
  readonly fetch: (name: ReadingName) => Promise<Reading<ReadingKind>>;
  /**
   * Looks up kept readings that the block asked for since; whether one was there. Left out: all were looked
   * up.
   */
  readonly broughtKept?: () => Promise<boolean>;
  /** Aborted when the deadline has passed. */
  readonly signal: AbortSignal;
}

const nothingMore = (): Promise<boolean> => Promise.resolve(false);

export interface LiveOutcome {
  readonly envelope: FinalEnvelope;
  /** A reading that it lacks may be had later, though not before so many milliseconds. */
  readonly again_in_ms?: number;
}

/**
 * Answers the last block of the plan, which was left pending: fetches the readings that it wants, side by
 * side, and derives it again, until it wants no more. What a fetch throws is passed on: whether to try again
 * is for the caller to say, who knows the deadline.
 */
export async function runLiveBlock(
  plan: BlockPlan,
  known: Known,
  { fetch, signal, broughtKept = nothingMore }: LiveContext,
): Promise<LiveOutcome> {
  const { steps, terms } = plan;
  const step = steps.at(-1);
  if (step === undefined) throw new Error('there is no block to check');
  begin(plan, known);
  for (const needed of steps.slice(0, -1)) answerOf(needed, known, terms);
  const read = new Map<string, Reading<ReadingKind>>();
  const derived = () => {
    const wanted = new Map<string, ReadingName>();
    const look = (kind: ReadingKind, key: string): ReadingState<ReadingKind> => {
      const name = `${kind} ${key}`;
      const state = read.get(name) ?? terms.kept?.({ kind, key }) ?? step.readings.get(kind) ?? WANTED;
      if (state === WANTED) wanted.set(name, { kind, key });
      return state;
    };
    const readers = step.block.readings.map((kind) => [kind, (key: string) => look(kind, key)] as const);
    return { answer: derive(step, known, Object.fromEntries(readers), terms), wanted };
  };
  for (;;) {
    signal.throwIfAborted();
    const { answer, wanted } = derived();
    // What is kept may make it ask for more that is kept.
    if (await broughtKept()) continue;
    if (answer.status !== 'pending') {
      const freshness = answer.freshness ?? {
        ...freshnessOf(step, answer, known),
        checked_live: read.size > 0,
      };
      return { envelope: envelopeOf(step, answer, freshness, terms), ...laterTry([...read.values()]) };
    }
    if (wanted.size === 0) throw new Error(`${step.block.key} is pending after its live check`);
    await Promise.all(
      [...wanted].map(async ([name, what]) => {
        read.set(name, await fetch(what));
        // A verdict on a crawl takes milliseconds and is made once: now, so that several don't hold the
        // thread together.
        if (what.kind === 'site') derived();
      }),
    );
  }
}

/** When all that may be had later can be asked for again. */
function laterTry(readings: readonly Reading<ReadingKind>[]): Pick<NotRead, 'again_in_ms'> {
  const waits = readings.flatMap((reading) =>
    reading.status === 'not_read' ? (reading.again_in_ms ?? []) : [],
  );
  return waits.length === 0 ? {} : { again_in_ms: Math.max(...waits) };
}
