/** What each operation with a key refuses. Those that read take no body; what is sent of one is ignored. */
import { GOOD_KEY, allFaults, withQuery, type Draft, type Fault } from './refusal-table.js';
import type { Refusals } from './refusals.js';
import { RESOLVE } from './resolve.js';
import { SUBMIT } from './submit.js';

const at = (path: string, method = 'GET'): Draft => ({
  key: GOOD_KEY,
  method,
  path,
  query: {},
  headers: {},
  body: undefined,
});

const unknownJob: Fault = {
  what: "a job that is not the account's",
  status: 404,
  detail: 'job_not_found',
  change: (draft) => ({ ...draft, path: draft.path.replace(/job_[^/]*/, 'job_01JDXB8Z5N0000000000000001') }),
};
const rowsExpired: Fault = {
  what: 'rows past their time',
  status: 410,
  detail: 'rows_expired',
  change: (draft) => draft,
  body: { expires_at: expect.stringMatching(/Z$/) as unknown },
};

export const JOB: Refusals = {
  operation: 'GET /v1/enrich/jobs/{job_id}',
  base: (job) => at(`/v1/enrich/jobs/${job}`),
  faults: allFaults('read', 'GET, HEAD', [unknownJob]),
  fine: 200,
};

const pageOf = (page: 'results' | 'errors'): Refusals => ({
  operation: `GET /v1/enrich/jobs/{job_id}/${page}`,
  base: (job) => at(`/v1/enrich/jobs/${job}/${page}`),
  faults: allFaults('read', 'GET, HEAD', [unknownJob, rowsExpired]),
  fine: null,
});
export const RESULTS = pageOf('results');
export const ERRORS = pageOf('errors');

export const CANCEL: Refusals = {
  operation: 'POST /v1/enrich/jobs/{job_id}/cancel',
  base: (job) => at(`/v1/enrich/jobs/${job}/cancel`, 'POST'),
  faults: allFaults('enrich', 'POST', [unknownJob]),
  fine: 200,
};

export const USAGE: Refusals = {
  operation: 'GET /v1/usage',
  base: () => at('/v1/usage'),
  faults: allFaults('read', 'GET, HEAD', [
    {
      what: 'faults in fields',
      status: 400,
      detail: 'invalid_request',
      change: withQuery({ from: '2026-13-01', granularity: 'week', page: '2' }),
      body: {
        errors: {
          page: ['There is no such parameter here.'],
          granularity: ["Must be one of block, day; 'week' is not."],
          from: ['Must be a date of the calendar from 1900-01-01 on, YYYY-MM-DD.'],
        },
        errors_total: 3,
      },
    },
    {
      what: "a job that is not the account's",
      status: 404,
      detail: 'job_not_found',
      change: withQuery({ job_id: 'job_01JDXB8Z5N0000000000000001' }),
    },
  ]),
  fine: 200,
};

/** Neither has parameters: what is sent of them is ignored. */
const withoutParameters = (path: string): Refusals => ({
  operation: `GET ${path}`,
  base: () => ({ ...at(path), query: { unknown: 'x' } }),
  faults: allFaults('read', 'GET, HEAD', []),
  fine: 200,
});

export const EVERY_REFUSAL: readonly Refusals[] = [
  RESOLVE,
  SUBMIT,
  JOB,
  RESULTS,
  ERRORS,
  CANCEL,
  USAGE,
  withoutParameters('/v1/whoami'),
  withoutParameters('/v1/blocks'),
];
