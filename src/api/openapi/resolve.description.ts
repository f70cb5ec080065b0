/** Describes GET /v1/resolve. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { retrySuggested, type ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { RESOLVE_404_REASONS } from './error-schemas.js';
import { ACCEPTED_RESOLVE, CANDIDATES, RESOLVED, RESOLVED_IN_PART } from './examples.js';
import { ENTITLEMENT_RESPONSE, fieldErrors, type OperationDescriptions } from './operation-description.js';
import { RESOLVE_PARAMETERS } from './parameters.js';
import { RESPONSES_WITH_KEY, errorBody, response, rowsGoneResponse, sharedResponse } from './responses.js';

const REPLAY_HEADERS = ['Idempotent-Replayed', 'X-Budget-Used'];
const RECEIPT_HEADERS = ['X-Billed-Units', 'X-Receipt', ...REPLAY_HEADERS];

/** The usual reasons for 502. Every whole-row reason without a 404 or 409 is answered 502. */
const EXAMPLE_502_REASONS = ['source_unavailable', 'resolver_error', 'worker_lost'] as const;

const failureBody = (reason: ReasonCode): JsonObject =>
  errorBody(reason, { retry_suggested: retrySuggested(reason) });

/**
 * Returns the body of a 404. `no_company_identified_on_site` is a `reason`, not a `detail`
 * (`resolve-answer.ts`).
 */
const notFoundBody = (reason: (typeof RESOLVE_404_REASONS)[number]): JsonObject =>
  reason === 'no_company_identified_on_site'
    ? { ...failureBody('not_matched'), reason }
    : failureBody(reason);

export const RESOLVE_OPERATION: OperationDescriptions = {
  resolve: {
    tag: 'Resolve',
    summary: 'Resolve one company',
    billed: true,
    description:
      'Answers for one company in one request, as a job of one row, within 30 seconds. Blocks that are not ready by then are `pending`; collect them from `results_url`. Billed: one unit for each block answered `available`.',
    parameters: RESOLVE_PARAMETERS,
    responses: {
      '200': response({
        description:
          'The company, complete or with pending blocks. On the replay of a request with `wait=false`: its job.',
        body: 'ResolveAnswer',
        headers: [...RECEIPT_HEADERS, 'Retry-After'],
        examples: { complete: RESOLVED, deferred: RESOLVED_IN_PART, replayed_job: ACCEPTED_RESOLVE },
      }),
      '202': response({
        description: 'With `wait=false`: the request is accepted as a job.',
        body: 'AcceptedResolve',
        headers: ['Location', 'Retry-After', 'X-Billed-Units', 'X-Receipt', 'X-Budget-Used'],
        examples: { accepted: ACCEPTED_RESOLVE },
      }),
      '400': response({
        description: 'Something in the request is wrong.',
        body: 'FieldErrors',
        examples: {
          number: fieldErrors('invalid_company_number', {
            company_number: [
              "'6400' has 4 digits; a company number has 8 characters. A leading zero may be missing: try '00006400'.",
            ],
          }),
          identifiers: fieldErrors('invalid_request', {
            company_name: ['Only one of company_number, company_name, domain may be given.'],
            domain: ['Only one of company_number, company_name, domain may be given.'],
          }),
          conflict: fieldErrors('invalid_request', {
            defer_live: ["defer_live=true can't be combined with wait=false."],
            wait: ["defer_live=true can't be combined with wait=false."],
          }),
        },
      }),
      ...RESPONSES_WITH_KEY,
      '429': sharedResponse('ResolvesLimited'),
      '403': ENTITLEMENT_RESPONSE,
      '404': response({
        description:
          'No company matched, or the website belongs to no company on file or could not be opened.',
        body: 'ResolveNotMatched',
        headers: RECEIPT_HEADERS,
        examples: Object.fromEntries(RESOLVE_404_REASONS.map((reason) => [reason, notFoundBody(reason)])),
      }),
      '409': response({
        description: 'More than one live company matches, or the idempotency key belongs to another request.',
        body: 'AmbiguousMatch',
        headers: RECEIPT_HEADERS,
        examples: {
          ambiguous: errorBody('ambiguous_match', {
            candidates: CANDIDATES,
          }),
          key: errorBody('idempotency_key_reused'),
        },
      }),
      '410': rowsGoneResponse(['X-Billed-Units', ...REPLAY_HEADERS]),
      '502': response({
        description: 'The row could not be resolved. Try again.',
        body: 'ResolveFailed',
        headers: ['X-Billed-Units', ...REPLAY_HEADERS],
        examples: Object.fromEntries(EXAMPLE_502_REASONS.map((reason) => [reason, failureBody(reason)])),
      }),
    },
  },
};
