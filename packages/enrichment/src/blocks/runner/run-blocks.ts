/** Derives the requested blocks of companies, and the blocks that they need, each once. */
import type { ReadingKind, ReadingName, ReadingState, ReadReading } from '../../live/readings/readings.js';
import type { AnyBlockFacts, BlockAnswer, FinalAnswer, RequestTerms, RowTerms } from './define-block.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { BlockEnvelope } from './envelope.js';
import { onceARow, type CompanyFacts, type Once } from './facts.js';
import { WANTED, type BlockPlan, type Step, type Want } from './plan-blocks.js';
import { envelopeOf } from './serve-answer.js';

const NOT_ENABLED: BlockEnvelope = { status: 'not_enabled', reason: 'no_entitlement' };
const PENDING: BlockEnvelope = { status: 'pending' };
const FAULT: FinalAnswer = { status: 'not_found', reason: 'error' };

/** Looks for a kept reading. Undefined: none is kept, or it isn't known yet. */
export type Look = (name: ReadingName) => ReadReading<ReadingKind> | undefined;

/** A row whose blocks are to be derived. */
export interface RowGiven {
  /** The index of the row in the submission. */
  readonly row: number;
  /** The facts of its company. */
  readonly facts: CompanyFacts;
  /** The terms in which the row differs from the request. */
  readonly terms: RowTerms;
  readonly look: Look;
}

export type Reader = (key: string) => ReadingState<ReadingKind>;
export type Readers = Readonly<Partial<Record<ReadingKind, Reader>>>;

/** A row while its blocks are derived. */
export interface RowInHand extends RowGiven {
  readonly request: RequestTerms;
  readonly once: Once;
  /** One reader for all blocks with the same view of a kind, so that they can compare readers. */
  readonly readerOf: (want: Want) => Reader;
  /** The answers of the steps so far. */
  readonly answers: BlockAnswer[];
  /** The answers so far that other blocks need. */
  readonly told: Partial<Record<BlockKey, FinalAnswer>>;
}

/** A row before its first block. */
export function begin({ request, unanswered }: BlockPlan, given: RowGiven): RowInHand {
  const readers = new Map<Want, Reader>();
  const readerOf = (want: Want): Reader => {
    const { kind, unread } = want;
    const reader = readers.get(want) ?? ((key) => given.look({ kind, key }) ?? unread);
    readers.set(want, reader);
    return reader;
  };
  const asked = { ...request, ...given.terms };
  return { ...given, request: asked, once: onceARow(), readerOf, answers: [], told: { ...unanswered } };
}

const readersFor = ({ wants }: Step, { readerOf }: RowInHand): Readers =>
  Object.fromEntries(wants.map((want) => [want.kind, readerOf(want)]));

/** The input of a block: all that it declares to need, to use and to glance at. */
function givenTo(step: Step, { options }: BlockPlan, row: RowInHand, readings: Readers): AnyBlockFacts {
  const { facts, told, request, once } = row;
  const blocks = step.untold === null ? told : { ...told, ...step.untold };
  const all: Record<string, unknown> = { blocks, readings, options, request, once };
  for (const name of step.given) all[name] = facts[name];
  // The compiler has checked that the block reads nothing else.
  return all as unknown as AnyBlockFacts;
}

/** Derives a block of a row. @throws what the block throws */
export function derive(step: Step, plan: BlockPlan, row: RowInHand, readings: Readers): BlockAnswer {
  const { block, missing, wants } = step;
  const { onVerdict, onSearchMissed } = plan.terms;
  if (missing !== null) return missing;
  const given = givenTo(step, plan, row, readings);
  const answer = block.derive(given);
  if (onVerdict !== undefined && block.verdicts !== null && answer.status !== 'pending')
    for (const made of block.verdicts(given)) onVerdict(made);
  const maySearch = wants.some(({ kind, unread }) => kind === 'site' && unread === WANTED);
  if (maySearch && block.missesSearch?.(given) === true) onSearchMissed?.(row.row);
  return answer;
}

function deriveSafely(step: Step, plan: BlockPlan, row: RowInHand): BlockAnswer {
  const { block, wants } = step;
  try {
    const answer = derive(step, plan, row, readersFor(step, row));
    if (answer.status !== 'pending' || wants.some(({ unread }) => unread === WANTED)) return answer;
    throw new Error(`${block.key} is pending and has no reading to wait for`);
  } catch (error) {
    plan.terms.onFault(block.key, error);
    return FAULT;
  }
}

/**
 * Derives one block after the other, each for all rows. Row after row, a row of all 37 blocks takes 30 % more
 * (`npm run bench:blocks`), because the data of a block leave the processor's caches in between.
 */
export function deriveSteps(steps: readonly Step[], plan: BlockPlan, rows: readonly RowInHand[]): void {
  for (const step of steps) {
    for (const row of rows) {
      const answer = deriveSafely(step, plan, row);
      row.answers.push(answer);
      if (step.needed && answer.status !== 'pending') row.told[step.block.key] = answer;
    }
  }
}

/** The answers of each row, in the order of the plan's steps. */
export function answersOf(plan: BlockPlan, rows: readonly RowGiven[]): (readonly BlockAnswer[])[] {
  const inHand = rows.map((row) => begin(plan, row));
  deriveSteps(plan.steps, plan, inHand);
  return inHand.map(({ answers }) => answers);
}

/**
 * An envelope for each requested block, in the order of the request. A block that waits for a reading is
 * `pending`.
 */
export function envelopesOf(
  { steps, served, terms }: BlockPlan,
  facts: CompanyFacts,
  answers: readonly BlockAnswer[],
): BlockEnvelope[] {
  return served.map((place) => {
    const step = steps[place];
    const answer = answers[place];
    if (step === undefined || answer === undefined) return NOT_ENABLED;
    return answer.status === 'pending' ? PENDING : envelopeOf(step, answer, facts, terms);
  });
}
