/** Builds the data of JobSubmitted from a request whose entitlement was granted. Pure. */
import type { CollectionMode, Submission } from '../../streams/job/job.events.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { grantOptions } from '../../../packages/contract/src/options.js';
import type { EnrichRequest, RequestIdentity } from '../commands.js';

/** The terms of a job that depend on the kind of its request. */
export interface SubmissionTerms {
  readonly operation: 'enrich_job' | 'resolve';
  readonly collection: CollectionMode;
  readonly stored: boolean;
  /** The time for which the request itself works on the job; null if only workers do. */
  readonly inlineMs: number | null;
}

export interface Draft {
  readonly identity: Pick<RequestIdentity, 'caller' | 'idempotencyKey'>;
  readonly request: EnrichRequest;
  readonly terms: SubmissionTerms;
  readonly jobId: JobId;
  readonly now: Date;
  readonly notEnabled: readonly BlockKey[];
  readonly nestedNotEnabled: readonly BlockKey[];
  /** The first row of each chunk. */
  readonly chunks: readonly number[];
  readonly retentionDays: number;
  readonly digest: string;
}

export const draftSubmission = (draft: Draft): Submission => ({
  job_id: draft.jobId,
  account_id: draft.identity.caller.account_id,
  key_id: draft.identity.caller.key_id,
  environment: draft.identity.caller.environment,
  operation: draft.terms.operation,
  blocks: draft.request.blocks,
  not_enabled: draft.notEnabled,
  ...(draft.nestedNotEnabled.length > 0 && { nested_not_enabled: draft.nestedNotEnabled }),
  options: grantOptions(draft.request.options, draft.terms.operation),
  rows: draft.request.rows.length,
  chunks: draft.chunks,
  retention_days: draft.retentionDays,
  stored: draft.terms.stored,
  collection: draft.terms.collection,
  idempotent: draft.identity.idempotencyKey !== null,
  inline_until:
    draft.terms.inlineMs === null ? null : new Date(draft.now.getTime() + draft.terms.inlineMs).toISOString(),
  digest: draft.digest,
});
