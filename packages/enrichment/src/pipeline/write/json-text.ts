/**
 * JSON made fast: what is frozen is shared by many rows (the freshness of an edition, the trade of a SIC
 * code, an answer that says only why not), so its text is made once. Everything else is written out each
 * time.
 */
import type { AvailableEnvelope, BlockEnvelope, EnvelopeDetail } from '../../blocks/runner/envelope.js';
import { memoizeByObject } from '../../../../words/src/memoize.js';

const frozenText = memoizeByObject((frozen: object): string => JSON.stringify(frozen));

/** The JSON of a value that is not undefined. */
export function jsonText(value: unknown): string {
  const isShared = typeof value === 'object' && value !== null && Object.isFrozen(value);
  return isShared ? frozenText(value) : JSON.stringify(value);
}

/** Field by field, because some of its fields are shared although it is not. */
function detailText(detail: EnvelopeDetail): string {
  if (Object.isFrozen(detail)) return jsonText(detail);
  let text = '';
  for (const key of Object.keys(detail)) {
    const value = detail[key];
    if (value !== undefined) text += `${text === '' ? '{' : ','}"${key}":${jsonText(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

type Surroundings = Omit<AvailableEnvelope, 'status' | 'value'>;

/** All that follows the value. */
function textAfter(envelope: Surroundings): string {
  const { source, as_of, confidence, flagged_for_review, detail, derived, final_url } = envelope;
  let text = `,"source":"${source}","as_of":"${as_of}"`;
  if (confidence !== undefined) text += `,"confidence":${confidence}`;
  text += `,"flagged_for_review":${flagged_for_review}`;
  if (detail !== undefined) text += `,"detail":${detailText(detail)}`;
  if (derived === true) text += ',"derived":true';
  if (final_url !== undefined) text += `,"final_url":${JSON.stringify(final_url)}`;
  return `${text}}`;
}

/** Where nothing of its detail is a row's own. */
const sharesDetail = ({ detail }: Surroundings): boolean => detail === undefined || Object.isFrozen(detail);

/** Of one shared detail. */
const surroundsAlike = (one: Surroundings, other: Surroundings): boolean =>
  one.as_of === other.as_of &&
  one.confidence === other.confidence &&
  one.flagged_for_review === other.flagged_for_review &&
  one.source === other.source &&
  one.derived === other.derived &&
  one.final_url === other.final_url;

/** Writes the envelopes of one block, row after row. What a row before had too is not written again. */
export class EnvelopeTexts {
  private readonly available: string;
  private last: { readonly envelope: BlockEnvelope; readonly text: string } | null = null;
  /** By shared details: a block has few. */
  private readonly afters = new Map<
    EnvelopeDetail | undefined,
    { readonly envelope: AvailableEnvelope; readonly text: string }
  >();

  /** @param opening stands before each envelope */
  constructor(private readonly opening: string) {
    this.available = `${opening}{"status":"available","value":`;
  }

  /** The opening, and what `JSON.stringify` makes of an envelope from `makeEnvelope`, byte for byte. */
  of(envelope: BlockEnvelope): string {
    if (envelope.status === 'available')
      return `${this.available}${jsonText(envelope.value)}${this.after(envelope)}`;
    if (this.last?.envelope === envelope) return this.last.text;
    const text = this.opening + jsonText(envelope);
    if (Object.isFrozen(envelope)) this.last = { envelope, text };
    return text;
  }

  private after(envelope: AvailableEnvelope): string {
    const before = this.afters.get(envelope.detail);
    if (before !== undefined && surroundsAlike(envelope, before.envelope)) return before.text;
    const text = textAfter(envelope);
    if (sharesDetail(envelope)) this.afters.set(envelope.detail, { envelope, text });
    return text;
  }
}
