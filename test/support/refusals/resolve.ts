/** What GET /v1/resolve refuses. */
import { ONE } from '../small-register.js';
import { GOOD_KEY, allFaults, withHeaders, withQuery } from './refusal-table.js';
import { HELD_KEY_FAULTS, type Refusals } from './refusals.js';

export const RESOLVE: Refusals = {
  operation: 'GET /v1/resolve',
  base: () => ({
    key: GOOD_KEY,
    method: 'GET',
    path: '/v1/resolve',
    query: { company_number: ONE.number, blocks: 'charges' },
    headers: { 'x-idempotency-key': 'my-resolve' },
    body: undefined,
  }),
  faults: allFaults('enrich', 'GET', [
    {
      what: 'faults in fields',
      status: 400,
      detail: 'invalid_request',
      change: (draft) =>
        withHeaders({ 'x-idempotency-key': 'x'.repeat(256) })(
          withQuery({
            company_number: ONE.number,
            domain: 'x.uk',
            blocks: 'horses',
            speed: '1',
            wait: 'false',
            store: 'false',
          })(draft),
        ),
      body: {
        errors: {
          'x-idempotency-key': ['May have at most 255 characters.'],
          speed: ['There is no such parameter here.'],
          'blocks[0]': ["'horses' is not a block."],
          company_number: ['Only one of company_number, company_name, domain may be given.'],
          domain: ['Only one of company_number, company_name, domain may be given.'],
          wait: ["wait=false can't be combined with store=false: nothing could be collected."],
          store: ["wait=false can't be combined with store=false: nothing could be collected."],
        },
        errors_total: 7,
      },
    },
    {
      what: 'a number of no known form',
      status: 400,
      detail: 'invalid_company_number',
      change: withQuery({ company_number: '123' }),
      body: {
        errors: { company_number: [expect.stringContaining("try '00000123'") as unknown] },
        errors_total: 1,
      },
    },
    {
      what: 'a number of a wider form that no edition holds',
      status: 400,
      detail: 'invalid_company_number',
      change: withQuery({ company_number: 'sl00911a' }),
      body: {
        errors: { company_number: [expect.stringContaining("'SL00911A' is not") as unknown] },
        errors_total: 1,
      },
    },
    ...HELD_KEY_FAULTS,
    {
      what: 'no block enabled',
      status: 403,
      detail: 'not_enabled',
      change: withQuery({ blocks: 'officers' }),
      body: { blocks: { officers: { status: 'not_enabled', reason: 'no_entitlement' } } },
    },
    {
      what: 'an option that is not enabled',
      status: 403,
      detail: 'option_not_enabled',
      change: withQuery({ validation: 'ai', web_search: 'true' }),
      body: {
        blocks: {},
        options: {
          web_search: { status: 'not_enabled', reason: 'no_entitlement' },
          ai: { status: 'not_enabled', reason: 'no_entitlement' },
        },
      },
    },
  ]),
  fine: 200,
};
