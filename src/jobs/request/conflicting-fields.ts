/**
 * Compares a request with the earlier request that has the same idempotency key. The log keeps all of that
 * request except its rows: of them it has the number and a fingerprint. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CollectionMode, Submission } from '../../streams/job/job.events.js';
import { grantOptions } from '../../../packages/contract/src/options.js';
import type { EnrichRequest } from '../commands.js';
import type { SubmissionTerms } from '../submit/draft-submission.js';

type ComparedFields = Pick<Submission, 'operation' | 'collection' | 'stored' | 'blocks' | 'options' | 'rows'>;

const differingCollectionFields = (
  earlierCollection: CollectionMode,
  requested: CollectionMode,
): string[] => {
  if (earlierCollection === requested) return [];
  return earlierCollection === 'pages' || requested === 'pages' ? ['wait'] : ['defer_live'];
};

/**
 * Returns the fields that differ, by the client's names: `operation`, `wait`, `defer_live`, `store`,
 * `blocks`, `options.<name>`, `rows` (their number). If the list is empty, the rows differ, or one request
 * spelled out a default.
 */
export function conflictingFields(
  earlierRequest: ComparedFields,
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
