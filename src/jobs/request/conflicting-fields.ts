/**
 * What differs between a request and the one that holds its idempotency key, as far as the claim tells: it keeps what
 * was asked but the rows themselves, of which it has only a fingerprint. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Collection, Submission } from '../../streams/job/job.events.js';
import { grantOptions } from '../../shared/options.js';
import type { EnrichRequest } from '../commands.js';
import type { SubmissionTerms } from '../submit/draft-submission.js';

type Compared = Pick<Submission, 'operation' | 'collection' | 'stored' | 'blocks' | 'options' | 'rows'>;

const collectionDiffers = (held: Collection, asked: Collection): string[] => {
  if (held === asked) return [];
  return held === 'pages' || asked === 'pages' ? ['wait'] : ['defer_live'];
};

/**
 * By the client's names: `operation`, `wait`, `defer_live`, `store`, `blocks`, `options.<name>`, `rows` (their number). Empty where all
 * of these are equal: then the rows differ, or a default was spelled out in one of the two.
 */
export function conflictingFields(
  held: Compared,
  request: EnrichRequest,
  { operation, collection, stored }: Pick<SubmissionTerms, 'operation' | 'collection' | 'stored'>,
): string[] {
  if (held.operation !== operation) return ['operation'];
  const options = grantOptions(request.options, operation);
  const names = Object.keys(options) as (keyof typeof options)[];
  return [
    ...collectionDiffers(held.collection, collection),
    ...(held.stored === stored ? [] : ['store']),
    ...(isDeepStrictEqual(held.blocks, request.blocks) ? [] : ['blocks']),
    ...names
      .filter((name) => !isDeepStrictEqual(held.options[name], options[name]))
      .map((name) => `options.${name}`),
    ...(held.rows === request.rows.length ? [] : ['rows']),
  ];
}
