/** Drafts the submission of a request, and compares it with that which holds its idempotency key. Pure. */
import type { CollectionMode, Submission } from '../../streams/job/job.events.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { grantOptions } from '../../../packages/contract/src/options.js';
import type { EnrichRequest, SubmitJob } from '../commands.js';
import type { GrantedEntitlement } from './entitlement.js';
import { isDeepStrictEqual } from 'node:util';

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
    ...{
      job_id: draft.jobId,
      account_id,
      key_id,
      environment,
      operation,
      blocks: request.blocks,
      not_enabled,
    },
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

const differingCollectionFields = (earlierMode: CollectionMode, mode: CollectionMode): string[] => {
  if (earlierMode === mode) return [];
  return earlierMode === 'pages' || mode === 'pages' ? ['wait'] : ['defer_live'];
};

/**
 * Returns the names of the fields that differ: `operation`, `wait`, `defer_live`, `store`, `blocks`,
 * `options.<name>`, `rows` (their number). An empty list means that the content of the rows differs, or that
 * only one of the requests spelled out a default.
 */
export function conflictingFields(
  earlierRequest: Pick<Submission, 'operation' | 'collection' | 'stored' | 'blocks' | 'options' | 'rows'>,
  request: EnrichRequest,
  { operation, collection, stored }: Pick<SubmissionTerms, 'operation' | 'collection' | 'stored'>,
): string[] {
  if (earlierRequest.operation !== operation) return ['operation'];
  const options = grantOptions(request.options, operation);
  const names = Object.keys(options) as (keyof typeof options)[];
  return [
    ...differingCollectionFields(earlierRequest.collection, collection),
    ...(earlierRequest.stored === stored ? [] : ['store']),
    ...(isDeepStrictEqual(earlierRequest.blocks, request.blocks) ? [] : ['blocks']),
    ...names
      .filter((name) => !isDeepStrictEqual(earlierRequest.options[name], options[name]))
      .map((name) => `options.${name}`),
    ...(earlierRequest.rows === request.rows.length ? [] : ['rows']),
  ];
}
