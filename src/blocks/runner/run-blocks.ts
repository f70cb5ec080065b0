/** Runs the asked blocks of one company over what is known of it: one envelope a block, in the specification's order. */
import type { BlockKey } from '../../shared/block-key.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { BlockDefinition, LiveContext } from './define-block.js';
import type { BlockEnvelope, FinalEnvelope, Freshness } from './envelope.js';
import type { FactName, FactStates, Facts } from './facts.js';
import { makeEnvelope, notFound, type FinalAnswer } from './make-envelope.js';

/** The blocks of one row that were asked for, in the order in which they are served. */
export interface BlockPlan {
  readonly blocks: readonly { readonly block: BlockDefinition; readonly enabled: boolean }[];
}

export interface RunOptions {
  /** 0..1: a value whose confidence is lower is not served. */
  readonly min_confidence: number;
}

/** Receives the faults of blocks, rows and sources; clients only see a code. */
export type OnFault = (where: BlockKey | 'row' | 'register', error: unknown) => void;

const NOT_ENABLED: BlockEnvelope = Object.freeze({ status: 'not_enabled', reason: 'no_entitlement' });
const PENDING: BlockEnvelope = Object.freeze({ status: 'pending' });

type FactsOrWhyNot = { readonly facts: Facts } | { readonly missing: ReasonCode };

/** The facts that a block needs, or why they can't be had. */
function factsFor(block: BlockDefinition, states: FactStates): FactsOrWhyNot {
  const facts: { -readonly [F in FactName]?: Facts[F] } = {};
  for (const need of block.needs) {
    const state = states[need];
    if (state.state === 'never_loaded') return { missing: 'not_available_yet' };
    if (state.state === 'unreadable') return { missing: 'source_unavailable' };
    facts[need] = state.fact;
  }
  // Every declared fact is there, and the compiler has checked that the block reads no other.
  return { facts: facts as Facts };
}

function freshnessOf(block: BlockDefinition, facts: Facts): Freshness | null {
  const [first] = block.needs;
  return first === undefined ? null : facts[first].freshness;
}

/** A value under `min_confidence` is not served; the verdict on a website always is (Blocks 3.1). */
function aboveFloor(
  block: BlockDefinition,
  answer: FinalAnswer,
  { min_confidence }: RunOptions,
): FinalAnswer {
  if (answer.status !== 'available' || block.key === 'domain_validation') return answer;
  const { confidence, source, as_of } = answer;
  if (confidence === undefined || confidence >= min_confidence) return answer;
  return { status: 'not_found', reason: 'not_confirmed', source, as_of, detail: { confidence } };
}

function runBlock(
  block: BlockDefinition,
  states: FactStates,
  options: RunOptions,
  onFault: OnFault,
): BlockEnvelope {
  const given = factsFor(block, states);
  if ('missing' in given) return notFound(given.missing);
  try {
    const answer = block.derive(given.facts);
    if (answer.status === 'pending') return PENDING;
    return makeEnvelope(block, aboveFloor(block, answer, options), freshnessOf(block, given.facts));
  } catch (error) {
    onFault(block.key, error);
    return notFound('error');
  }
}

/** One envelope for each block of the plan, in its order; what needs a live check is left `pending`. */
export const runBlocks = (
  plan: BlockPlan,
  states: FactStates,
  options: RunOptions,
  onFault: OnFault,
): BlockEnvelope[] =>
  plan.blocks.map(({ block, enabled }) =>
    enabled ? runBlock(block, states, options, onFault) : NOT_ENABLED,
  );

/**
 * Answers one block that was left pending; never pending again. What the live check throws is passed on: the caller,
 * which knows the deadline, decides whether to try again.
 */
export async function runLiveBlock(
  block: BlockDefinition,
  states: FactStates,
  options: RunOptions & LiveContext,
): Promise<FinalEnvelope> {
  const given = factsFor(block, states);
  if ('missing' in given) return notFound(given.missing);
  const answer = await (block.live?.(given.facts, options) ?? block.derive(given.facts));
  if (answer.status === 'pending') throw new Error(`${block.key} is pending after its live check`);
  const freshness = { ...freshnessOf(block, given.facts), checked_live: block.live !== null };
  return makeEnvelope(block, aboveFloor(block, answer, options), freshness);
}
