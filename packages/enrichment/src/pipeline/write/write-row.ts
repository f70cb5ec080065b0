/**
 * Writes a row exactly as it is served, in the JSON of the results page and of the errors page (Contract 2.2,
 * 2.16), and the outcomes that the log keeps of it: the fifth step.
 */
import { memoizeByObject } from '../../../../words/src/memoize.js';
import type { BlockEnvelope, FinalEnvelope } from '../../blocks/runner/envelope.js';
import { type BlockKey, FLAGGED_BELOW } from '../../../../contract/src/block-key.js';
import { REASONS, retrySuggested, type ReasonCode } from '../../../../contract/src/reason-code.js';
import type { SubmittedRow, BlockOutcome, BlockOutcomes } from '../../../../contract/src/row.js';
import type { EnrichedRow } from '../enricher.js';
import type { Candidate, CompanyMatch } from '../matching/match-outcome.js';
import type { ErrorEntry, RowBody } from './row-bodies.js';

export const encoded = (value: RowBody | ErrorEntry): Uint8Array => Buffer.from(JSON.stringify(value));

type FinalOutcome = Exclude<BlockOutcome, { status: 'pending' }>;

/** Makes the outcome of a block that the log keeps. */
export const outcomeOf = (envelope: FinalEnvelope): FinalOutcome =>
  envelope.status === 'available'
    ? { status: 'available' }
    : { status: envelope.status, reason: envelope.reason };

/** The maximum number of sets that are kept; jobs rarely meet more than some hundreds. */
const MAX_SETS = 2_000;
const sets = new Map<string, BlockOutcomes>();

/**
 * The outcomes of a row's blocks. Equal sets of outcomes are one object, because rows are charged and packed
 * once for each object. With an object for each row a row of four blocks takes 5 us more (6 % of its time),
 * and one of all 37 takes 42 us more (2 %).
 * @param envelopes in the order of `keys`
 */
export function outcomesOf(keys: readonly BlockKey[], envelopes: readonly BlockEnvelope[]): BlockOutcomes {
  let name = '';
  envelopes.forEach((envelope, i) => {
    name += `${keys[i]} ${envelope.status} ${'reason' in envelope ? envelope.reason : ''},`;
  });
  const known = sets.get(name);
  if (known !== undefined) return known;
  if (sets.size >= MAX_SETS) sets.clear();
  const outcomes = Object.fromEntries(
    envelopes.map((envelope, i) => [keys[i], envelope.status === 'pending' ? envelope : outcomeOf(envelope)]),
  ) as BlockOutcomes;
  sets.set(name, Object.freeze(outcomes));
  return outcomes;
}

/**
 * The envelope as a row with such a match serves it: the values of a company in doubt may be another's
 * (Blocks 1.7).
 * @param matchConfidence 0..1
 */
export const flaggedBy = <T extends { readonly status: string }>(matchConfidence: number, envelope: T): T =>
  matchConfidence < FLAGGED_BELOW && envelope.status === 'available'
    ? { ...envelope, flagged_for_review: true }
    : envelope;

const textOfFrozen = memoizeByObject((frozen: object) => JSON.stringify(frozen));

/** The JSON of a value. Many rows share a frozen one, so its text is made once. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && Object.isFrozen(value)
    ? textOfFrozen(value)
    : JSON.stringify(value);

/**
 * The same text as `JSON.stringify` makes of an envelope from `makeEnvelope`. Without the shared texts a row
 * of four blocks takes 10 % more (`npm run bench:blocks`).
 */
export function envelopeText(envelope: BlockEnvelope): string {
  if (envelope.status !== 'available') return JSON.stringify(envelope);
  const { value, source, as_of, confidence, flagged_for_review, detail, derived, final_url } = envelope;
  let text = `{"status":"available","value":${textOf(value)},"source":"${source}","as_of":"${as_of}"`;
  if (confidence !== undefined) text += `,"confidence":${confidence}`;
  text += `,"flagged_for_review":${flagged_for_review}`;
  if (detail !== undefined) text += `,"detail":${textOf(detail)}`;
  if (derived === true) text += ',"derived":true';
  if (final_url !== undefined) text += `,"final_url":${JSON.stringify(final_url)}`;
  return `${text}}`;
}

/**
 * @param keys the blocks of the row, in the specification's order
 * @param envelopes in the order of the blocks
 */
export function writeRow(
  keys: readonly BlockKey[],
  asked: SubmittedRow,
  { company, matched_on, match_confidence }: CompanyMatch,
  envelopes: readonly BlockEnvelope[],
): Extract<EnrichedRow, { status: 'delivered' }> {
  const { number: company_number, name: company_name } = company;
  let served = '';
  envelopes.forEach((envelope, i) => {
    served += `${i === 0 ? '' : ','}"${keys[i]}":${envelopeText(flaggedBy(match_confidence, envelope))}`;
  });
  const status = envelopes.some((one) => one.status === 'pending') ? 'pending' : 'done';
  const matched: RowBody['matched'] = {
    company_number,
    // The name of a company that only the index knows may not be kept (Contract 9.2).
    company_name: company_name === '' ? undefined : company_name,
    match_confidence,
    matched_on,
  };
  const ref = JSON.stringify(asked.ref ?? '');
  const json = `{"ref":${ref},"status":"${status}","blocks":{${served}},"matched":${JSON.stringify(matched)}}`;
  const blocks = outcomesOf(keys, envelopes);
  const kept = { company_number, company_name, matched_on, match_confidence, blocks };
  return { status: 'delivered', ...kept, json: Buffer.from(json) };
}

/** The row of the results page. */
export const failedRowJson = (asked: SubmittedRow, reason: ReasonCode): Uint8Array =>
  encoded({ ref: asked.ref ?? '', status: 'done', blocks: {}, reason });

/** The entry of the errors page; `row` counts from 0 in the submission. */
export function errorsEntryJson(
  row: number,
  asked: SubmittedRow,
  failure: { reason: ReasonCode; detail: string; candidates: readonly Candidate[] },
): Uint8Array {
  const { ref, ...identifiers } = asked;
  const { reason, detail, candidates } = failure;
  return encoded({
    row,
    ref: ref ?? '',
    ...identifiers,
    reason,
    retry_suggested: retrySuggested(reason),
    detail,
    ...(reason === 'ambiguous_match' || candidates.length > 0 ? { candidates } : {}),
  });
}

/** Fails a row; without a sentence the errors page shows the meaning of the code. */
export function failedRow(
  row: number,
  asked: SubmittedRow,
  reason: ReasonCode,
  more: { detail?: string; candidates?: readonly Candidate[] } = {},
): Extract<EnrichedRow, { status: 'failed' }> {
  const detail = more.detail ?? REASONS[reason].meaning;
  const { candidates = [] } = more;
  return {
    status: 'failed',
    reason,
    detail,
    candidates,
    json: failedRowJson(asked, reason),
    error: errorsEntryJson(row, asked, { reason, detail, candidates }),
  };
}
