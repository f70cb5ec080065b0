/** Describes the operations for usage, the key itself, the catalogue and the OpenAPI document. */
import { whoami } from '../../access/whoami/whoami.js';
import { Catalogue } from '../../../packages/enrichment/src/index.js';
import { BLOCK_KEYS, CORE_BLOCKS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { EXAMPLE_URL, USAGE_BY_BLOCK, USAGE_BY_DAY } from './examples.js';
import type { OperationDescription, OperationDescriptions } from './operation-description.js';
import { fieldErrors } from './operation-description.js';
import { IF_NONE_MATCH, USAGE_PARAMETERS } from './parameters.js';
import { RESPONSES_WITH_KEY, errorBody, responsesOfRead, response, sharedResponse } from './responses.js';

const asJson = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const CORE: ReadonlySet<BlockKey> = new Set(CORE_BLOCKS);

const EXAMPLE_WHOAMI = asJson(
  whoami(
    {
      account_id: 1001 as AccountId,
      email: 'data@customer.example',
      key_id: 'k3y4example0' as KeyId,
      key_name: 'production',
      environment: 'live',
      scopes: ['read', 'enrich'],
      blocks: new Set(BLOCK_KEYS.filter((key) => key !== 'scores')),
      options: new Set(),
      prices: [],
      budget: null,
      max_rows: null,
      requests_per_minute: 600,
      resolve_per_minute: 60,
    },
    { link: (path) => `${EXAMPLE_URL}${path}` },
  ),
);

/** The figures of the example: core blocks have a price and a measured coverage, the other blocks neither. */
const EXAMPLE_FIGURES: Catalogue.CatalogueFigures = {
  enabled: new Set(BLOCK_KEYS),
  coverage: { matched: 0.964, shareOfBlock: (block) => (CORE.has(block) ? 0.912 : null) },
  priceOf: (block) => (CORE.has(block) ? { price: '0.0200', currency: 'GBP' } : null),
};

export const ACCOUNT_OPERATIONS: OperationDescriptions = {
  getUsage: {
    tag: 'Account',
    summary: 'Usage',
    description:
      'Returns the figures that invoices are made from: delivered rows and billed units, by block or by day. They are exact up to `as_of`.',
    parameters: USAGE_PARAMETERS,
    responses: {
      '200': response({
        description: 'The usage in the range.',
        body: 'Usage',
        headers: ['ETag'],
        examples: { by_block: USAGE_BY_BLOCK, by_day: USAGE_BY_DAY },
      }),
      '304': sharedResponse('NotModified'),
      '400': response({
        description: 'A date, the range or the granularity is wrong.',
        body: 'FieldErrors',
        examples: {
          range: fieldErrors('invalid_request', {
            from: ['from must not be later than to.'],
            to: ['from must not be later than to.'],
          }),
          granularity: fieldErrors('invalid_request', {
            granularity: ["Must be one of block, day; 'month' is not."],
          }),
        },
      }),
      ...RESPONSES_WITH_KEY,
      '404': sharedResponse('JobNotFound'),
    },
  },
  whoami: {
    tag: 'Account',
    summary: 'What this key is and may do',
    description: 'Scopes, blocks and limits of the key.',
    parameters: [IF_NONE_MATCH],
    responses: responsesOfRead({
      description: 'The key.',
      body: 'Whoami',
      examples: { key: EXAMPLE_WHOAMI },
    }),
  },
  listBlocks: {
    tag: 'Account',
    summary: 'The catalogue of blocks',
    description:
      'Returns every block, option and reason code, and what a confidence means. From `coverage_share`, `matched_share` and `unit_price` the probable cost of a list can be computed before it is sent.',
    parameters: [IF_NONE_MATCH],
    responses: responsesOfRead({
      description: 'The catalogue, with availability for this key.',
      body: 'Catalogue',
      examples: { catalogue: asJson(Catalogue.catalogueBody(Catalogue.BLOCKS, EXAMPLE_FIGURES)) },
    }),
  },
};

const GET_DESCRIPTION: OperationDescription = {
  tag: 'Description',
  summary: 'This description',
  description: 'Redirects to where the machine-readable description is published. No key needed.',
  parameters: [],
  responses: {
    '302': response(
      {
        description: 'Follow `Location`.',
        body: {
          type: 'object',
          properties: { location: { type: 'string', format: 'uri' } },
          required: ['location'],
        },
        headers: ['Location'],
        examples: { found: { location: `${EXAMPLE_URL}/openapi.json` } },
      },
      ['X-Request-ID'],
    ),
    '405': response(
      {
        description: 'The request has another method than GET.',
        body: 'Error',
        headers: ['Allow'],
        examples: { method: errorBody('method_not_allowed') },
      },
      ['X-Request-ID'],
    ),
  },
};

export const DESCRIPTION_OPERATIONS: OperationDescriptions = {
  getDescription: GET_DESCRIPTION,
  getDescriptionAlias: { ...GET_DESCRIPTION, summary: 'This description (alias)' },
};
