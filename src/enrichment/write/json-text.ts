/**
 * JSON made fast: what is frozen is shared by many rows (the freshness of an edition, the trade of a SIC code, an answer
 * that says only why not), so its text is made once. Everything else is written out each time.
 */
import type { AvailableEnvelope, BlockEnvelope, EnvelopeDetail } from '../../blocks/runner/envelope.js';

const texts = new WeakMap<object, string>();

/** The JSON of a value that is not undefined. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return JSON.stringify(value);
  let text = texts.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    texts.set(value, text);
  }
  return text;
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

function availableText(envelope: AvailableEnvelope): string {
  const { value, source, as_of, confidence, flagged_for_review, detail, derived, final_url } = envelope;
  let text = `{"status":"available","value":${jsonText(value)},"source":"${source}","as_of":"${as_of}"`;
  if (confidence !== undefined) text += `,"confidence":${confidence}`;
  text += `,"flagged_for_review":${flagged_for_review}`;
  if (detail !== undefined) text += `,"detail":${detailText(detail)}`;
  if (derived === true) text += ',"derived":true';
  if (final_url !== undefined) text += `,"final_url":${JSON.stringify(final_url)}`;
  return `${text}}`;
}

/** What `JSON.stringify` makes of an envelope from `makeEnvelope`, byte for byte. */
export const envelopeText = (envelope: BlockEnvelope): string =>
  envelope.status === 'available' ? availableText(envelope) : jsonText(envelope);
