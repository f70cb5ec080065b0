/** Derives the requested blocks of companies, and the blocks that they need, each once. */
import type { ReadingKind, ReadingName, ReadingState, ReadReading } from '../../live/readings/readings.js';
import type { AnyBlockFacts, BlockAnswer, FinalAnswer, RequestTerms, RowTerms } from './define-block.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { GrantedOptions } from '../../../../contract/src/options.js';
import type { BlockEnvelope } from './envelope.js';
import { onceARow, type CompanyFacts, type Once } from './facts.js';
import { envelopeOf } from './make-envelope.js';
import { WANTED, type BlockPlan, type Step, type Want } from './plan-blocks.js';

const NOT_ENABLED: BlockEnvelope = { status: 'not_enabled', reason: 'no_entitlement' };
const PENDING: BlockEnvelope = { status: 'pending' };
const FAULT: FinalAnswer = { status: 'not_found', reason: 'error' };
/** The answer that others get of a block that waits for a reading. A late answer doesn't change them. */
const NOT_YET: FinalAnswer<unknown, 'not_looked_up'> = { status: 'not_found', reason: 'not_looked_up' };

/** Looks for a kept reading. Undefined: none is kept, or it isn't known yet. */
export type Look = (name: ReadingName) => ReadReading<ReadingKind> | undefined;

/** A row whose blocks are to be derived. */
export interface RowGiven {
  /** The index of the row in the submission. */
  readonly row: number;
  /** The facts of its company. */
  readonly facts: CompanyFacts;
  /** The terms in which the row differs from the request; null: in none. */
  readonly terms: RowTerms | null;
  readonly look: Look;
}

export type Reader = (key: string) => ReadingState<ReadingKind>;
type ReaderByKind = Readonly<Record<string, Reader | undefined>>;

const NO_READERS: ReaderByKind = {};

/** The input of each block of a row. One object for all blocks: a copy for each takes 1 to 3 % more. */
interface BlockInput {
  /** The answers so far that other blocks need. */
  readonly blocks: Partial<Record<BlockKey, FinalAnswer>>;
  readonly options: GrantedOptions;
  readonly request: RequestTerms;
  readonly once: Once;
  /** The readers of the block that is derived now, by kind. */
  readings: ReaderByKind;
}

/** A row while its blocks are derived. */
export interface RowInHand extends Pick<RowGiven, 'row' | 'facts'> {
  readonly input: BlockInput;
  readonly readers: ReadonlyMap<Want, Reader>;
  /** The answers so far, in the order of the steps. */
  readonly answers: BlockAnswer[];
}

/** The readers of a row: one for all blocks with the same view of a kind, so that blocks compare readers. */
export const readersOf = (
  { wants }: BlockPlan,
  look: (name: ReadingName) => ReadingState<ReadingKind> | undefined,
): RowInHand['readers'] =>
  new Map(wants.map((want) => [want, (key) => look({ kind: want.kind, key }) ?? want.unread]));

/** A row before its first block. */
export function begin(plan: BlockPlan, { row, facts, terms, look }: RowGiven): RowInHand {
  const { options, request } = plan.terms;
  const input = {
    blocks: {},
    options,
    request: terms === null ? request : { ...request, ...terms },
    once: onceARow(),
    readings: NO_READERS,
    // Last: V8 takes 4 us more a row where fields are added behind a spread.
    ...facts,
  };
  return { row, facts, input, readers: readersOf(plan, look), answers: [] };
}

/** Sets the readers of a block in the input. The compiler has checked that it reads only what it declares. */
function inputOf({ wants, untold }: Step, { input, readers }: RowInHand): AnyBlockFacts {
  input.readings =
    wants.length === 0 ? NO_READERS : Object.fromEntries(wants.map((want) => [want.kind, readers.get(want)]));
  if (untold === null) return input as unknown as AnyBlockFacts;
  return { ...input, blocks: { ...input.blocks, ...untold } } as unknown as AnyBlockFacts;
}

/** Derives a block of a row. @throws what the block throws */
export function derive(step: Step, { notes }: BlockPlan, row: RowInHand): BlockAnswer {
  const { block, missing, wants } = step;
  if (missing !== null) return missing;
  const given = inputOf(step, row);
  const answer = block.derive(given);
  if (block.verdicts !== null && answer.status !== 'pending')
    for (const { of, verdict } of block.verdicts(given)) notes.verdicts.set(of, verdict);
  const maySearch = wants.some(({ kind, unread }) => kind === 'site' && unread === WANTED);
  if (maySearch && block.missesSearch?.(given) === true) notes.missedSearches.add(row.row);
  return answer;
}

function deriveSafely(step: Step, plan: BlockPlan, row: RowInHand): BlockAnswer {
  const { block, wants } = step;
  try {
    const answer = derive(step, plan, row);
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
      if (step.isNeeded) row.input.blocks[step.block.key] = answer.status === 'pending' ? NOT_YET : answer;
    }
  }
}

/**
 * An envelope for each requested block, in the order of the request. A block that waits for a reading is
 * `pending`.
 */
export const envelopesOf = (
  { steps, served, terms }: BlockPlan,
  { answers, facts }: RowInHand,
): BlockEnvelope[] =>
  served.map((place) => {
    const [step, answer] = [steps[place], answers[place]];
    if (step === undefined || answer === undefined) return NOT_ENABLED;
    return answer.status === 'pending' ? PENDING : envelopeOf(step, answer, facts, terms.options);
  });
