/** Runs the asked blocks of one company over what is known of it: one envelope a block, in the specification's order. */
import type { BlockKey } from '../shared/block-key.js';
import { retrySuggested, type ReasonCode } from '../shared/reason-code.js';
import type { BlockAnswer, BlockDefinition, LiveContext } from './define-block.js';
import type {
  BlockEnvelope,
  EnvelopeDetail,
  FinalEnvelope,
  Freshness,
  NotFoundEnvelope,
} from './envelope.js';
import type { FactName, FactStates, Facts } from './facts.js';

export type Envelopes = Readonly<Partial<Record<BlockKey, BlockEnvelope>>>;

/** A value below it is flagged (block guide, rule 7). */
const FLAGGED_BELOW = 0.75;

const NOT_ENABLED: BlockEnvelope = { status: 'not_enabled', reason: 'no_entitlement' };
const PENDING: BlockEnvelope = { status: 'pending' };

function failed(reason: ReasonCode): NotFoundEnvelope {
  return retrySuggested(reason)
    ? { status: 'not_found', reason, retry_suggested: true }
    : { status: 'not_found', reason };
}

function detailOf(
  own: Readonly<Record<string, unknown>> | undefined,
  freshness: Freshness | null,
  advisories: readonly ReasonCode[] = [],
): { detail?: EnvelopeDetail } {
  if (own === undefined && freshness === null && advisories.length === 0) return {};
  return {
    detail: {
      ...(freshness !== null && { freshness }),
      ...(advisories.length > 0 && { advisories }),
      ...own,
    },
  };
}

type Answer = BlockAnswer<unknown, ReasonCode, ReasonCode>;
type FinalAnswer = Exclude<Answer, { status: 'pending' }>;

/** The answer as it is served. Keys stand in the order of the specification's table. */
export function envelopeOf(
  block: BlockDefinition,
  answer: Answer,
  freshness: Freshness | null,
): BlockEnvelope {
  switch (answer.status) {
    case 'pending':
      return { status: 'pending' };
    case 'not_found':
      return {
        status: 'not_found',
        reason: answer.reason,
        ...(answer.source !== undefined && { source: answer.source }),
        ...(answer.as_of !== undefined && { as_of: answer.as_of }),
        ...detailOf(answer.detail, answer.source === undefined ? null : freshness),
        ...(retrySuggested(answer.reason) && { retry_suggested: true as const }),
      };
    case 'available': {
      const { confidence } = answer;
      return {
        status: 'available',
        value: answer.value,
        source: answer.source,
        as_of: answer.as_of,
        ...(confidence !== undefined && { confidence }),
        flagged_for_review:
          answer.flagged_for_review ?? (confidence !== undefined && confidence < FLAGGED_BELOW),
        ...detailOf(answer.detail, freshness, answer.advisories),
        ...(block.derived && { derived: true as const }),
        ...(answer.final_url !== undefined && { final_url: answer.final_url }),
      };
    }
  }
}

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

const freshnessOf = (block: BlockDefinition, facts: Facts): Freshness | null => {
  const [first] = block.needs;
  return first === undefined ? null : facts[first].freshness;
};

export interface RunOptions {
  /** 0..1: a value whose confidence is lower is not served. */
  readonly min_confidence: number;
}

/** Blocks of a confidence under the client's floor are not served; a verdict on a website always is (block guide 3.1). */
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

/** Hears of a block, a row or a source that failed; clients only see a code. */
export type OnFault = (where: BlockKey | 'row' | 'register', error: unknown) => void;

function runBlock(
  block: BlockDefinition,
  states: FactStates,
  options: RunOptions,
  onFault: OnFault,
): BlockEnvelope {
  const given = factsFor(block, states);
  if ('missing' in given) return failed(given.missing);
  try {
    const answer = block.derive(given.facts);
    if (answer.status === 'pending') return PENDING;
    return envelopeOf(block, aboveFloor(block, answer, options), freshnessOf(block, given.facts));
  } catch (error) {
    onFault(block.key, error);
    return failed('error');
  }
}

/** The blocks of one row that were asked for, in the order in which they are served. */
export interface BlockPlan {
  readonly blocks: readonly { readonly block: BlockDefinition; readonly enabled: boolean }[];
}

/** Answers every block of the plan; what needs a live check is left `pending`. */
export function runBlocks(
  plan: BlockPlan,
  states: FactStates,
  options: RunOptions,
  onFault: OnFault,
): Envelopes {
  const envelopes: Partial<Record<BlockKey, BlockEnvelope>> = {};
  for (const { block, enabled } of plan.blocks) {
    envelopes[block.key] = enabled ? runBlock(block, states, options, onFault) : NOT_ENABLED;
  }
  return envelopes;
}

/** Answers one block that was left pending. Never pending itself; a fault is an answer too. */
export async function runLiveBlock(
  block: BlockDefinition,
  states: FactStates,
  options: RunOptions & LiveContext,
  onFault: OnFault,
): Promise<FinalEnvelope> {
  const given = factsFor(block, states);
  if ('missing' in given) return failed(given.missing);
  try {
    const answer = await (block.live?.(given.facts, options) ?? block.derive(given.facts));
    if (answer.status === 'pending') return failed('error');
    return envelopeOf(block, aboveFloor(block, answer, options), {
      ...freshnessOf(block, given.facts),
      checked_live: block.live !== null,
    });
  } catch (error) {
    onFault(block.key, error);
    return failed(options.signal.aborted ? 'source_unavailable' : 'error');
  }
}
