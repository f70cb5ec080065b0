/**
 * Writes a row that failed as a whole, in the exact JSON of the results page and of the errors page (Contract
 * 2.2, 2.16).
 */
import type { SubmittedRow } from '../../../../contract/src/row.js';
import { REASONS, retrySuggested, type ReasonCode } from '../../../../contract/src/reason-code.js';
import type { EnrichedRow } from '../enricher.js';
import type { Candidate } from '../matching/match-outcome.js';
import type { ErrorEntry, RowBody } from './row-bodies.js';

/**
 * The maximum number of `candidates`: live companies by number, or with `not_matched` near names (Contract
 * 2.13).
 */
const MAX_CANDIDATES = 20;

export const encoded = (value: RowBody | ErrorEntry): Uint8Array => Buffer.from(JSON.stringify(value));

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
  const candidates = (more.candidates ?? []).slice(0, MAX_CANDIDATES);
  return {
    status: 'failed',
    reason,
    detail,
    candidates,
    json: failedRowJson(asked, reason),
    error: errorsEntryJson(row, asked, { reason, detail, candidates }),
  };
}
