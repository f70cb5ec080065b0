/**
 * Turns a block's answer into the envelope that is served. Keys stand in the order of the specification's
 * table. Each field is assigned by itself: with spreads a row of four blocks takes 12 % longer, and a row of
 * all 37 blocks 3 % longer (`npm run bench:blocks`).
 */
import { memoizeByObject } from '../../../../words/src/memoize.js';
import { FLAGGED_BELOW } from '../../../../contract/src/block-key.js';
import type { GrantedOptions } from '../../../../contract/src/options.js';
import { retrySuggested, type ReasonCode } from '../../../../contract/src/reason-code.js';
import type { AnyRatedList, BlockDefinition, FinalAnswer, Rated } from './define-block.js';
import type {
  AvailableEnvelope,
  EnvelopeDetail,
  FinalEnvelope,
  Freshness,
  NotFoundEnvelope,
} from './envelope.js';
import type { CompanyFacts, SourceFact, UsableName } from './facts.js';
import type { Step } from './plan-blocks.js';

type Available = Extract<FinalAnswer, { status: 'available' }>;
type WhyNot = Extract<FinalAnswer, { status: 'not_found' }>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Advisories that flag the value whatever its confidence (Blocks 2.2). */
const FLAGGING: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'inheritance_flag_without_a_related_url',
  'domain_name_mismatch',
  'name_matches_no_address_evidence',
  'postcode_register_unavailable',
  'balance_sheet_breaks_from_adjacent_year',
  'label_contradicts_filed_sic',
  'sources_disagree',
]);

const NO_ADVISORIES: readonly ReasonCode[] = [];

/** The detail of answers that add nothing of their own. Frozen: all rows of a chunk share it. */
const detailOfFreshness = memoizeByObject((freshness: Freshness): EnvelopeDetail =>
  Object.freeze({ freshness }),
);

function detailOf(
  own: Readonly<Record<string, unknown>> | undefined,
  freshness: Freshness | null,
  advisories: readonly ReasonCode[],
): EnvelopeDetail | undefined {
  if (own === undefined && advisories.length === 0)
    return freshness === null ? undefined : detailOfFreshness(freshness);
  const detail: Writable<EnvelopeDetail> = {};
  if (freshness !== null) detail.freshness = freshness;
  if (advisories.length > 0) detail.advisories = advisories;
  return Object.assign(detail, own);
}

function notFound({ reason, source, as_of, ...answer }: WhyNot, given: Freshness | null): NotFoundEnvelope {
  const envelope: Writable<NotFoundEnvelope> = { status: 'not_found', reason };
  // An answer without a source has no freshness.
  const detail = detailOf(answer.detail, source === undefined ? null : given, NO_ADVISORIES);
  if (source !== undefined) envelope.source = source;
  if (as_of !== undefined) envelope.as_of = as_of;
  if (detail !== undefined) envelope.detail = detail;
  if (retrySuggested(reason)) envelope.retry_suggested = true;
  return envelope;
}

/** Whether a value is not to be relied on without review (Blocks 1.7). */
export const isFlagged = ({
  flagged_for_review,
  confidence = 1,
  advisories = NO_ADVISORIES,
}: Omit<Available, 'value'>): boolean =>
  flagged_for_review === true || confidence < FLAGGED_BELOW || advisories.some((code) => FLAGGING.has(code));

/** `freshness` null: the block rests on no source. */
export function makeEnvelope(
  block: BlockDefinition,
  answer: FinalAnswer,
  freshness: Freshness | null,
): FinalEnvelope {
  if (answer.status === 'not_found') return notFound(answer, freshness);
  const { value, source, as_of, confidence, advisories = NO_ADVISORIES, final_url } = answer;
  const flagged_for_review = isFlagged(answer);
  const envelope: Writable<AvailableEnvelope> =
    confidence === undefined
      ? { status: 'available', value, source, as_of, flagged_for_review }
      : { status: 'available', value, source, as_of, confidence, flagged_for_review };
  const detail = detailOf(answer.detail, freshness, advisories);
  if (detail !== undefined) envelope.detail = detail;
  if (block.derived) envelope.derived = true;
  if (final_url !== undefined) envelope.final_url = final_url;
  return envelope;
}

/** Cuts the list of rated items to what the client gets. If no item is left, nothing was confirmed. */
function withServedItems(
  { field, most: maxItems, retell, flagged }: AnyRatedList,
  answer: Available,
  min_confidence: number,
): FinalAnswer {
  // The compiler has checked that the block's value has such a list there.
  const value = answer.value as Readonly<Record<string, unknown>>;
  const { items, total } = value[field] as { items: readonly Rated[]; total: number };
  const sure = items.filter(({ confidence }) => confidence >= min_confidence);
  const below_confidence = items.length - sure.length;
  const served = sure.slice(0, maxItems);
  const truncated = served.length < sure.length;
  const lists = { [field]: { total, returned: served.length, truncated, below_confidence } };
  const detail = { ...answer.detail, ...(below_confidence > 0 && { lists }) };
  if (items.length > 0 && sure.length === 0) {
    const { source, as_of } = answer;
    return { status: 'not_found', reason: 'not_confirmed', source, as_of, detail };
  }
  return {
    ...answer,
    value: {
      ...value,
      [field]: { items: served, total, truncated },
      ...(below_confidence > 0 && retell?.(sure)),
    },
    ...(flagged && { flagged_for_review: answer.flagged_for_review === true || flagged(served) }),
    ...(Object.keys(detail).length > 0 && { detail }),
  };
}

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
  const readOf = (name: UsableName | undefined): Omit<SourceFact<unknown>, 'record'> | null => {
    const read = name === undefined ? undefined : known[name];
    return typeof read === 'object' ? read : null;
  };
  const isDeciding = (name: UsableName): boolean => {
    const read = readOf(name);
    return read !== null && read.as_of === answer.as_of;
  };
  const deciding = answer.source === 'service_model' ? facts.find(isDeciding) : undefined;
  return readOf(deciding ?? fact)?.freshness ?? null;
}

/** @param freshness default: that of the facts */
export function envelopeOf(
  step: Step,
  answer: FinalAnswer,
  facts: CompanyFacts,
  { min_confidence }: Pick<GrantedOptions, 'min_confidence'>,
  freshness: Freshness | null = freshnessOf(step, answer, facts),
): FinalEnvelope {
  const served = withNotEnabled(step, aboveFloor(step.block, answer, min_confidence));
  return makeEnvelope(step.block, served, freshness);
}
