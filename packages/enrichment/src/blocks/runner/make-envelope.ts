/**
 * From a block's answer to the envelope that is served. Keys stand in the order of the specification's table.
 * Written out field by field rather than by spreading, because it runs for every block of every row.
 */
import { FLAGGED_BELOW } from '../../../../contract/src/block-key.js';
import { retrySuggested, type ReasonCode } from '../../../../contract/src/reason-code.js';
import { memoizeByObject } from '../../../../words/src/memoize.js';
import type { BlockDefinition, FinalAnswer } from './define-block.js';
import type {
  AvailableEnvelope,
  EnvelopeDetail,
  FinalEnvelope,
  Freshness,
  NotFoundEnvelope,
} from './envelope.js';

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

const bare = new Map<ReasonCode, NotFoundEnvelope>();

/** An answer that says no more than why not: one object for all rows. */
export function notFound(reason: ReasonCode): NotFoundEnvelope {
  let envelope = bare.get(reason);
  if (envelope === undefined) {
    envelope = Object.freeze<NotFoundEnvelope>(
      retrySuggested(reason)
        ? { status: 'not_found', reason, retry_suggested: true }
        : { status: 'not_found', reason },
    );
    bare.set(reason, envelope);
  }
  return envelope;
}

/**
 * The detail of every value that has nothing to add to its freshness: one object for all rows of an edition.
 */
const sharedDetail = memoizeByObject((freshness: Freshness) => Object.freeze<EnvelopeDetail>({ freshness }));

type OwnDetail = Readonly<Record<string, unknown>>;

/** Of what a block adds to many rows as one frozen object: one detail for all rows of an edition. */
const detailsWith = memoizeByObject((freshness: Freshness) =>
  memoizeByObject((own: OwnDetail) => Object.freeze(madeDetail(own, freshness, NO_ADVISORIES))),
);
const detailsAdvising = memoizeByObject((freshness: Freshness) =>
  memoizeByObject((advisories: readonly ReasonCode[]) =>
    Object.freeze(madeDetail(undefined, freshness, advisories)),
  ),
);

function detailOf(
  own: OwnDetail | undefined,
  freshness: Freshness | null,
  advisories: readonly ReasonCode[],
): EnvelopeDetail | undefined {
  if (own === undefined && advisories.length === 0) {
    return freshness === null ? undefined : sharedDetail(freshness);
  }
  if (freshness === null) return madeDetail(own, freshness, advisories);
  if (own === undefined && Object.isFrozen(advisories)) return detailsAdvising(freshness)(advisories);
  if (own !== undefined && advisories.length === 0 && Object.isFrozen(own))
    return detailsWith(freshness)(own);
  return madeDetail(own, freshness, advisories);
}

function madeDetail(
  own: OwnDetail | undefined,
  freshness: Freshness | null,
  advisories: readonly ReasonCode[],
): EnvelopeDetail {
  const detail: Writable<EnvelopeDetail> = {};
  if (freshness !== null) detail.freshness = freshness;
  if (advisories.length > 0) detail.advisories = advisories;
  if (own !== undefined) Object.assign(detail, own);
  return detail;
}

/** So many dates are remembered of an edition. */
const MOST_REMEMBERED = 1_000;
/**
 * By date, then by reason: one of each source. Not by a text of all three, which would be made for every
 * answer.
 */
type OfEdition = Map<string | undefined, Map<ReasonCode, readonly NotFoundEnvelope[]>>;
const toldOf = memoizeByObject((_edition: Freshness): OfEdition => new Map());

/** What a source does not say of a company: one object for all rows that are told the same of an edition. */
function nothingIn(freshness: Freshness, answer: WhyNot): NotFoundEnvelope {
  const { reason, source, as_of } = answer;
  const days = toldOf(freshness);
  const ofDay = days.get(as_of);
  const known = ofDay?.get(reason)?.find((one) => one.source === source);
  if (known !== undefined) return known;
  const envelope = Object.freeze(whyNot(answer, sharedDetail(freshness)));
  const reasons = ofDay ?? new Map<ReasonCode, readonly NotFoundEnvelope[]>();
  reasons.set(reason, [...(reasons.get(reason) ?? []), envelope]);
  if (days.size < MOST_REMEMBERED) days.set(as_of, reasons);
  return envelope;
}

function whyNot({ reason, source, as_of }: WhyNot, detail: EnvelopeDetail | undefined): NotFoundEnvelope {
  const envelope: Writable<NotFoundEnvelope> = { status: 'not_found', reason };
  if (source !== undefined) envelope.source = source;
  if (as_of !== undefined) envelope.as_of = as_of;
  if (detail !== undefined) envelope.detail = detail;
  if (retrySuggested(reason)) envelope.retry_suggested = true;
  return envelope;
}

function unavailable(answer: WhyNot, given: Freshness | null): NotFoundEnvelope {
  const { reason, source, as_of, detail } = answer;
  const freshness = source === undefined ? null : given;
  if (detail === undefined && freshness !== null) return nothingIn(freshness, answer);
  if (source === undefined && as_of === undefined && detail === undefined) return notFound(reason);
  return whyNot(answer, detailOf(detail, freshness, NO_ADVISORIES));
}

/** Whether a value is not to be relied on without review (Blocks 1.7). */
export const isFlagged = ({
  flagged_for_review,
  confidence = 1,
  advisories = NO_ADVISORIES,
}: Omit<Extract<FinalAnswer, { status: 'available' }>, 'value'>): boolean =>
  flagged_for_review === true || confidence < FLAGGED_BELOW || advisories.some((code) => FLAGGING.has(code));

/** `freshness` null: the block rests on no source. */
export function makeEnvelope(
  block: BlockDefinition,
  answer: FinalAnswer,
  freshness: Freshness | null,
): FinalEnvelope {
  if (answer.status === 'not_found') return unavailable(answer, freshness);
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
