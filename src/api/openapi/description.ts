/** Assembles the published OpenAPI 3.1 document from the routes, their descriptions and the schemas. */
import { pathTemplate, type OperationRoute } from '../../../packages/platform/src/http/operation.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { BLOCK_SCHEMAS } from './blocks/block-schemas.js';
import { withFieldDescriptions } from './field-descriptions.js';
import { withNamedObjects } from './named-objects.js';
import { RESPONSE_HEADERS, SHARED_RESPONSES } from './responses.js';
import { whoamiBody } from '../../access/whoami/whoami.js';
import * as usage from '../../billing/usage/usage-schemas.js';
import { Catalogue, RowBodies } from '../../../packages/enrichment/src/index.js';
import * as jobs from '../../jobs/status/job-bodies.js';
import { text } from '../../../packages/contract/src/body-parts.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { publishedSchemasOf, withNullableScalars, type Schemas } from './published-schemas.js';
import { REQUEST_SCHEMAS } from './request-schemas.js';
import { ACCOUNT_OPERATIONS, DESCRIPTION_OPERATIONS } from './account.description.js';
import { JOB_OPERATIONS } from './jobs.description.js';
import type { OperationDescriptions } from './operation-description.js';
import { RESOLVE_OPERATION } from './resolve.description.js';

const DESCRIPTION_VERSION = '1.0.0';

const TAGS = [
  { name: 'Resolve', description: 'One company in one request.' },
  { name: 'Jobs', description: 'Up to 250,000 companies in the background.' },
  { name: 'Account', description: 'What a key may do, the blocks it can ask for, and what it has used.' },
  { name: 'Description', description: 'This document.' },
];

const INTRODUCTION = `Data about UK companies, built on the national company register. A company is a record of **blocks**, each with its status, source, date and confidence.

Every request except the one for this description carries \`Authorization: Bearer <key>\`. Every response is JSON and carries \`X-Request-ID\`. Calls are limited per key and minute; \`RateLimit\` says how many are left. Web pages of other origins can't call the service: call it from a server, or try a call at \`/docs\`.

Only blocks answered \`available\` in a delivered row are billed. Not billed: not_found, not_enabled, pending, failed, ambiguous and skipped rows, replays, and every read.`;

/** The descriptions of all operations, in reading order. A test compares them with the controllers. */
export const OPERATIONS: OperationDescriptions = {
  ...RESOLVE_OPERATION,
  ...JOB_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...DESCRIPTION_OPERATIONS,
};

/** The schemas of bodies by name. Those of answers are defined beside the code that sends them. */
const BODY_SCHEMAS: Schemas = publishedSchemasOf({
  JobId: text.regex(/^job_[0-7][0-9A-HJKMNP-TV-Z]{25}$/).describe('`job_` and a ULID.'),
  ...REQUEST_SCHEMAS,
  JobCounts: jobs.jobCountsBody,
  Warning: jobs.warningBody,
  Job: jobs.jobBody,
  AcceptedResolve: jobs.acceptedResolve,
  Matched: RowBodies.schemas.matched,
  Row: RowBodies.schemas.row,
  ResolveResponse: jobs.resolveResponse,
  ResolveAnswer: jobs.resolveAnswerBody,
  ResultsPage: jobs.resultsPageBody,
  ErrorEntry: RowBodies.schemas.errorEntry,
  ErrorsPage: jobs.errorsPageBody,
  Whoami: whoamiBody,
  CatalogueBlock: Catalogue.bodies.catalogueBlock,
  ConfidenceContract: Catalogue.bodies.confidenceContract,
  MeasuredMatches: Catalogue.bodies.matchesMeasured,
  OptionDescription: Catalogue.bodies.optionDescription,
  Catalogue: Catalogue.bodies.catalogue,
  UsageItem: usage.usageItem,
  UsageAdjustment: usage.usageAdjustment,
  UsageCredit: usage.usageCredit,
  Usage: usage.usageAnswer,
  ...ERROR_SCHEMAS,
});

/** The order of the paths in the document, which is that of the descriptions. */
const ORDER = Object.keys(OPERATIONS);

function operationObject({ operation }: OperationRoute): JsonObject {
  const entry = OPERATIONS[operation.id];
  if (entry === undefined) throw new Error(`the operation ${operation.id} is not described`);
  const { tag, summary, description, billed = false, parameters, requestBody, responses } = entry;
  const scopeAndBilling =
    operation.scope === null ? '' : `\n\nScope \`${operation.scope}\`. ${billed ? 'Billed.' : 'Not billed.'}`;
  return {
    operationId: operation.id,
    tags: [tag],
    summary,
    description: `${description}${scopeAndBilling}`,
    ...(operation.scope === null ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses,
  };
}

function pathsOf(routes: readonly OperationRoute[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const routeList = [...routes].sort((a, b) => ORDER.indexOf(a.operation.id) - ORDER.indexOf(b.operation.id));
  for (const route of routeList) {
    const path = pathTemplate(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(route) };
  }
  return paths;
}

/**
 * Returns the whole OpenAPI document.
 * @param routes the operations that this service has
 * @param base the URL of the service, without a closing slash
 */
export const openApiDocument = (routes: readonly OperationRoute[], base: string): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Company Data API',
    version: DESCRIPTION_VERSION,
    summary: 'UK company data as blocks, one company at a time or by the quarter million.',
    description: INTRODUCTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: base }],
  tags: TAGS,
  security: [{ key: [] }],
  paths: pathsOf(routes),
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'svc_live_… or svc_test_…',
        description: 'A key of the account. The operator issues and revokes keys.',
      },
    },
    headers: RESPONSE_HEADERS,
    responses: SHARED_RESPONSES,
    schemas: withFieldDescriptions(
      withNamedObjects(withNullableScalars({ ...BLOCK_SCHEMAS, ...BODY_SCHEMAS })),
    ),
  },
});
