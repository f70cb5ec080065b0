/** Describes the operations under /v1/enrich/jobs. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import {
  COMPLETED_JOB,
  ERRORS,
  QUEUED_JOB,
  RESULTS,
  RESULTS_CANCELLED,
  RESULTS_WHILE_RUNNING,
  SUBMISSION,
} from './examples.js';
import { ENTITLEMENT_RESPONSE, fieldErrors, type OperationDescriptions } from './operation-description.js';
import { IDEMPOTENCY_KEYS, IF_NONE_MATCH, JOB_ID, PAGE_PARAMETERS } from './parameters.js';
import {
  RESPONSES_WITH_KEY,
  jobNotFoundResponse,
  errorBody,
  responsesOfRead,
  response,
  sharedResponse,
} from './responses.js';
import { ref } from './published-schemas.js';

type JsonExamples = Readonly<Record<string, JsonObject>>;

const pageResponses = (
  schemaName: string,
  description: string,
  examples: JsonExamples,
): Readonly<Record<string, JsonObject>> =>
  responsesOfRead(
    { description, body: schemaName, examples },
    {
      '400': sharedResponse('MalformedCursor'),
      '404': sharedResponse('JobNotFound'),
      '410': sharedResponse('RowsGone'),
    },
  );

export const JOB_OPERATIONS: OperationDescriptions = {
  submitJob: {
    tag: 'Jobs',
    summary: 'Submit a job',
    billed: true,
    description:
      'Submits a list of companies, and the blocks that are wanted for each, as a background job. Poll the job, then page through its results. An invalid request is refused as a whole, and nothing is recorded. A row that names no company fails alone.',
    parameters: [
      ...IDEMPOTENCY_KEYS,
      {
        name: 'Content-Encoding',
        in: 'header',
        required: false,
        description: 'The body may be sent gzipped.',
        schema: { type: 'string', enum: ['gzip', 'identity'] },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: ref('EnrichJobRequest'),
          examples: { two_rows: { value: SUBMISSION } },
        },
      },
    },
    responses: {
      '200': response({
        description:
          'An earlier, equal request with the same idempotency key made this job. Nothing new runs.',
        body: 'Job',
        headers: ['Idempotent-Replayed', 'Retry-After', 'X-Receipt', 'X-Budget-Used'],
        examples: { replayed: COMPLETED_JOB },
      }),
      '202': response({
        description: 'The job is accepted. It will be finished, whatever happens.',
        body: 'Job',
        headers: ['Location', 'Retry-After', 'X-Receipt', 'X-Budget-Used'],
        examples: { queued: QUEUED_JOB },
      }),
      '400': response({
        description: 'Something in the request is wrong.',
        body: 'FieldErrors',
        examples: {
          fields: fieldErrors('invalid_request', {
            'rows[17].ref': ['Must be a string.'],
            'blocks[1]': ["'horses' is not a block."],
          }),
          json: fieldErrors('malformed_json', { request: ['The body is not JSON.'] }),
        },
      }),
      ...RESPONSES_WITH_KEY,
      '429': sharedResponse('RowsLimited'),
      '403': ENTITLEMENT_RESPONSE,
      '409': response({
        description: 'The idempotency key belongs to a different request.',
        body: 'KeyReused',
        headers: ['X-Receipt', 'X-Budget-Used'],
        examples: { key: errorBody('idempotency_key_reused') },
      }),
      '413': response({
        description: 'The request has more rows than a job or this key may have, or its body is too large.',
        body: 'FieldErrors',
        examples: {
          rows: fieldErrors('too_many_rows', {
            rows: ['A job of this key may have at most 100 rows; these are 101.'],
          }),
          bytes: fieldErrors('body_too_large', {
            request: ['The body may have 268435456 bytes, after decompression too.'],
          }),
        },
      }),
      '415': response({
        description: 'The headers do not say that the body is JSON, plain or gzipped.',
        body: 'UnsupportedMediaType',
        headers: ['Accept', 'Accept-Encoding'],
        examples: { type: errorBody('unsupported_media_type', { available: ['application/json'] }) },
      }),
      '503': response({
        description:
          'Try again later: a store is out of reach, or other submissions use the memory that this one needs.',
        body: 'Unavailable',
        headers: ['Retry-After'],
        examples: { starting: errorBody('unavailable'), busy: errorBody('intake_busy') },
      }),
    },
  },
  getJob: {
    tag: 'Jobs',
    summary: 'Follow a job',
    description:
      'Returns the job in its current state. While the job runs, `retry_after_ms` says when to ask again.',
    parameters: [JOB_ID, IF_NONE_MATCH],
    responses: responsesOfRead(
      {
        description: 'The job.',
        body: 'Job',
        headers: ['Retry-After'],
        examples: { queued: QUEUED_JOB, completed: COMPLETED_JOB },
      },
      { '404': sharedResponse('JobNotFound') },
    ),
  },
  getResults: {
    tag: 'Jobs',
    summary: 'Page through results',
    description:
      'Returns all rows in the order of submission, whatever their status. A resolve with `defer_live` is collected here too.',
    parameters: PAGE_PARAMETERS,
    responses: pageResponses('ResultsPage', 'A page of rows.', {
      page: RESULTS,
      while_running: RESULTS_WHILE_RUNNING,
      cancelled: RESULTS_CANCELLED,
    }),
  },
  getErrors: {
    tag: 'Jobs',
    summary: 'Page through errors',
    description:
      'Returns the rows that could not be resolved at all, each with a reason, and whether a retry may help. While the job runs, these are the rows that have failed so far.',
    parameters: PAGE_PARAMETERS,
    responses: pageResponses('ErrorsPage', 'A page of errors.', { page: ERRORS }),
  },
  cancelJob: {
    tag: 'Jobs',
    summary: 'Cancel a job',
    description:
      'Cancels the job. Rows that were started are delivered; the others are skipped and never billed. A finished job is returned unchanged. The request can be repeated safely.',
    parameters: [JOB_ID],
    responses: {
      '200': response({
        description: 'The job in its current state.',
        body: 'Job',
        headers: ['Retry-After', 'X-Receipt'],
        examples: { cancelling: { ...QUEUED_JOB, status: 'cancelling' }, finished: COMPLETED_JOB },
      }),
      ...RESPONSES_WITH_KEY,
      '404': jobNotFoundResponse(['X-Receipt']),
    },
  },
};
