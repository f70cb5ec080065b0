/** What POST /v1/enrich/jobs refuses. */
import { GOOD_KEY, allFaults, withHeaders, withKey, type Fault } from './refusal-table.js';
import { HELD_KEY_FAULTS, MAX_BODY_MB, type Refusals } from './refusals.js';

const withBody =
  (body: unknown): Fault['change'] =>
  (draft) => ({ ...draft, body });
const withField =
  (field: object): Fault['change'] =>
  (draft) => ({ ...draft, body: { ...(draft.body as object), ...field } });

export const SUBMIT: Refusals = {
  operation: 'POST /v1/enrich/jobs',
  base: () => ({
    key: GOOD_KEY,
    method: 'POST',
    path: '/v1/enrich/jobs',
    query: {},
    headers: { 'x-idempotency-key': 'my-job' },
    body: { rows: [{ ref: 'a', company_number: '00000006' }, {}], blocks: ['charges'] },
  }),
  faults: allFaults('enrich', 'POST', [
    {
      what: 'another media type',
      status: 415,
      detail: 'unsupported_media_type',
      change: withHeaders({ 'content-type': 'text/plain' }),
    },
    {
      what: 'too many bytes',
      status: 413,
      detail: 'body_too_large',
      change: withBody(`{"rows": ${' '.repeat(MAX_BODY_MB * 1024 * 1024)}`),
    },
    { what: 'no JSON', status: 400, detail: 'malformed_json', change: withBody('{"rows":') },
    {
      what: 'too many rows',
      status: 413,
      detail: 'too_many_rows',
      change: withKey({ max_rows: 1 }),
      body: {
        errors: { rows: ['A job of this key may have at most 1 rows; these are 2.'] },
        errors_total: 1,
      },
    },
    {
      what: 'faults in fields',
      status: 400,
      detail: 'invalid_request',
      change: (draft) =>
        withHeaders({ 'x-idempotency-key': 'x'.repeat(256) })(
          withField({ speed: 1, blocks: ['horses'] })(draft),
        ),
      body: {
        errors: {
          'x-idempotency-key': ['May have at most 255 characters.'],
          speed: ['There is no such field here.'],
          'blocks[0]': ["'horses' is not a block."],
        },
        errors_total: 3,
      },
    },
    ...HELD_KEY_FAULTS,
    {
      what: 'no block enabled',
      status: 403,
      detail: 'not_enabled',
      change: withField({ blocks: ['officers'] }),
      body: { blocks: { officers: { status: 'not_enabled', reason: 'no_entitlement' } } },
    },
    {
      what: 'an option that is not enabled',
      status: 403,
      detail: 'option_not_enabled',
      change: withField({ options: { web_search: true } }),
      body: { options: { web_search: { status: 'not_enabled', reason: 'no_entitlement' } } },
    },
  ]),
  fine: 202,
};
