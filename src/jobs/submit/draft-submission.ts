/** Drafts the submission of a request. Pure. */
import type { CollectionMode, Submission } from '../../streams/job/job.events.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { grantOptions } from '../../../packages/contract/src/options.js';
import type { SubmitJob } from '../commands.js';
import type { GrantedEntitlement } from './entitlement.js';

/** The terms of a job that depend on the kind of its request. */
export interface SubmissionTerms {
  readonly operation: 'enrich_job' | 'resolve';
  readonly collection: CollectionMode;
  readonly stored: boolean;
  /** The time for which the request itself works on the job; null if only workers do. */
  readonly inlineMs: number | null;
}

export type AcceptanceRequest = Pick<SubmitJob, 'identity' | 'request'>;

export interface Draft extends AcceptanceRequest {
  readonly terms: SubmissionTerms;
  readonly entitlement: GrantedEntitlement;
  readonly jobId: JobId;
  readonly now: Date;
  /** The first row of each chunk. */
  readonly chunks: readonly number[];
  readonly retentionDays: number;
  readonly digest: string;
}

/** Builds the data of JobSubmitted. */
export function draftSubmission(draft: Draft): Submission {
  const { identity, request, terms, entitlement } = draft;
  const { operation, stored, collection, inlineMs } = terms;
  const { account_id, key_id, environment } = identity.caller;
  const { not_enabled, nested_not_enabled } = entitlement;
  return {
    job_id: draft.jobId,
    account_id,
    key_id,
    environment,
    operation,
    blocks: request.blocks,
    not_enabled,
    ...(nested_not_enabled.length > 0 && { nested_not_enabled }),
    options: grantOptions(request.options, operation),
    rows: request.rows.length,
    chunks: draft.chunks,
    retention_days: draft.retentionDays,
    stored,
    collection,
    idempotent: identity.idempotencyKey !== null,
    inline_until: inlineMs === null ? null : new Date(draft.now.getTime() + inlineMs).toISOString(),
    digest: draft.digest,
  };
}
