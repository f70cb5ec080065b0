/** Builds the HTTP answer of a resolve from the outcome of its command (Spec 3.3, 8.1). Pure. */
import { Answer, failure, type Headers } from '../../../packages/platform/src/http/answer.js';
import { retrySuggested, rowFailure } from '../../../packages/contract/src/reason-code.js';
import type { AnsweredResolve, ResolvedRow } from '../commands.js';
import { REPLAYED, retryAfterHeader, type jobLinks } from '../status/job-answer.js';
import type { FieldsAfterRow } from '../status/job-bodies.js';
import { jobRetryAfterMs, warningsOf } from '../status/job-view.js';

type FailedRow = Extract<ResolvedRow, { status: 'failed' }>;
type DeliveredRow = Extract<ResolvedRow, { status: 'delivered' }>;

const failedAnswer = ({ reason, candidates }: FailedRow, headers: Headers): Answer => {
  const nearMatches = reason === 'not_matched' && candidates.length > 0 ? { candidates } : {};
  const details =
    reason === 'ambiguous_match'
      ? { candidates }
      : { retry_suggested: retrySuggested(reason), ...nearMatches };
  const { status } = rowFailure(reason);
  // A 404 may have only three values of `detail`, so this reason stands in the field `reason` (Contract 2.8).
  return reason === 'no_company_identified_on_site'
    ? failure(status, 'not_matched', { reason, ...details }, headers)
    : failure(status, reason, details, headers);
};

/** Appends the other fields of the response to the row's bytes, without parsing the row. */
function appendFields(row: Uint8Array, fieldsAfterRow: FieldsAfterRow): Uint8Array {
  return Buffer.concat([row.subarray(0, -1), Buffer.from(`,${JSON.stringify(fieldsAfterRow).slice(1)}`)]);
}

function deliveredAnswer(
  outcome: AnsweredResolve,
  row: DeliveredRow,
  links: ReturnType<typeof jobLinks>,
): { readonly body: Uint8Array; readonly retryAfter: Headers } {
  const isComplete = row.pending_blocks.length === 0;
  const warnings = warningsOf(outcome.not_enabled);
  const retryAfterMs = jobRetryAfterMs(1);
  const body = appendFields(row.json, {
    job_id: outcome.job_id,
    expires_at: outcome.expires_at,
    complete: isComplete,
    pending_blocks: row.pending_blocks,
    ...links,
    ...(isComplete ? {} : { retry_after_ms: retryAfterMs }),
    ...(warnings.length === 0 ? {} : { warnings }),
    stored: outcome.stored,
  });
  return { body, retryAfter: isComplete ? {} : retryAfterHeader(retryAfterMs) };
}

export function resolveAnswer(outcome: AnsweredResolve, links: ReturnType<typeof jobLinks>): Answer {
  const { row, job_id, billed_units: units } = outcome;
  const isReplay = outcome.outcome === 'replayed';
  const headers = { 'X-Billed-Units': String(units), ...(isReplay ? REPLAYED : {}) };
  const notes = { job_id, replayed: isReplay, ...(isReplay ? {} : { rows: 1, units }) };
  if (row.status === 'failed') return failedAnswer(row, headers).noting(notes);
  const { body, retryAfter } = deliveredAnswer(outcome, row, links);
  return new Answer({ status: 200, body, headers: { ...headers, ...retryAfter }, notes });
}
