/** Turns a block's answer into the served envelope. */
import type { BlockDefinition, FinalAnswer } from './define-block.js';
import type { FinalEnvelope, Freshness } from './envelope.js';
import type { CompanyFacts, SourceFact, UsableName } from './facts.js';
import { makeEnvelope } from './make-envelope.js';
import type { ChunkTerms, Step } from './plan-blocks.js';
import { withServedItems } from './served-items.js';

const NOT_ENABLED = { status: 'not_enabled', reason: 'no_entitlement' } as const;

/**
 * Leaves out a value under `min_confidence`, and items of its list under it, unless the block declares
 * otherwise (Blocks 3.1).
 */
function aboveFloor(block: BlockDefinition, answer: FinalAnswer, min_confidence: number): FinalAnswer {
  if (answer.status !== 'available' || block.exempt_from_floor) return answer;
  const { confidence, source, as_of } = answer;
  if (confidence === undefined || confidence >= min_confidence) {
    return block.rated_list === null ? answer : withServedItems(block.rated_list, answer, min_confidence);
  }
  return { status: 'not_found', reason: 'not_confirmed', source, as_of, detail: { confidence } };
}

/** Replaces envelopes within the value by `not_enabled` where the account lacks their blocks. */
function withNotEnabled({ hidden }: Step, answer: FinalAnswer): FinalAnswer {
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
 * The freshness of an answer that doesn't state it. A computed answer has that of the edition that sets its
 * day, if one does; else it is that of the first fact that the block needs.
 */
export function freshnessOf(
  { fact, facts }: Step,
  answer: FinalAnswer,
  known: CompanyFacts,
): Freshness | null {
  if (answer.freshness !== undefined) return answer.freshness;
  const decides = (name: UsableName): boolean => {
    const read: unknown = known[name];
    return isRead(read) && read.as_of === answer.as_of;
  };
  const name = (answer.source === 'service_model' ? facts.find(decides) : undefined) ?? fact;
  const read: unknown = name === undefined ? undefined : known[name];
  return isRead(read) ? read.freshness : null;
}

/** @param freshness default: that of the facts */
export function envelopeOf(
  step: Step,
  answer: FinalAnswer,
  facts: CompanyFacts,
  { min_confidence }: Pick<ChunkTerms, 'min_confidence'>,
  freshness: Freshness | null = freshnessOf(step, answer, facts),
): FinalEnvelope {
  const served = withNotEnabled(step, aboveFloor(step.block, answer, min_confidence));
  return makeEnvelope(step.block, served, freshness);
}
