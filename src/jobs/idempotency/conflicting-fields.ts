/** Compares a request with the one that holds its idempotency key. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { grantOptions } from '../../../packages/contract/src/options.js';
import type { CollectionMode, Submission } from '../../streams/job/job.events.js';
import type { EnrichRequest } from '../commands.js';
import type { SubmissionTerms } from '../submit/draft-submission.js';

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
