/** Assembles the published OpenAPI 3.1 document from the routes, their descriptions and the schemas. */
import { pathTemplate, type OperationRoute } from '../../../packages/platform/src/http/operation.js';
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { BLOCK_SCHEMAS } from './blocks/block-schemas.js';
import { RESPONSE_HEADERS, SHARED_RESPONSES } from './responses.js';
import { whoamiBody } from '../../access/whoami/whoami.js';
import * as usage from '../../billing/usage/usage-schemas.js';
import { Catalogue, RowBodies } from '../../../packages/enrichment/src/index.js';
import * as jobs from '../../jobs/status/job-bodies.js';
import { text } from '../../../packages/contract/src/body-parts.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { publishedSchemasOf, withNullableScalars, type Schemas, toPascal, ref } from './published-schemas.js';
import { REQUEST_SCHEMAS } from './request-schemas.js';
import { ACCOUNT_OPERATIONS, DESCRIPTION_OPERATIONS } from './account.description.js';
import { JOB_OPERATIONS } from './jobs.description.js';
import type { OperationDescriptions } from './operation-description.js';
import { RESOLVE_OPERATION } from './resolve.description.js';
import { objectIn, listIn } from '../openapi-json.js';
import descriptions from './field-descriptions.json';

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

/** Descriptions by component and field (`Job.status`), or by the field alone. */
const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = descriptions;

const isDescribed = (schema: JsonObject): boolean =>
  typeof schema['description'] === 'string' || typeof schema['$ref'] === 'string';

/**
 * Gives each field without a description the one from the file, if there is one, nested objects included. A
 * `$ref` counts as described.
 */
function withDescriptions(schema: JsonObject, name: string): JsonObject {
  const { properties, items } = schema;
  const fields = Object.entries(objectIn(properties)).map(([field, value]): [string, JsonValue] => {
    const inner = withDescriptions(objectIn(value), name);
    const description = FIELD_DESCRIPTIONS[`${name}.${field}`] ?? FIELD_DESCRIPTIONS[field];
    return [field, isDescribed(inner) || description === undefined ? inner : { ...inner, description }];
  });
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: withDescriptions(objectIn(items), name) }),
  };
}

/** Gives each field without a description the one from the file, if there is one, in all components. */
const withFieldDescriptions = (
  schemas: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withDescriptions(schema, name)]));

/** Returns the name of a list's items: `RoundsItem` for `Rounds`. */
const itemNameOf = (place: string): string => (place.endsWith('Items') ? place.slice(0, -1) : `${place}Item`);

/** Returns a shape as text. It leaves out the description, which belongs to the field, not to the shape. */
const shapeOf = ({ description: _description, ...shape }: JsonObject): string => JSON.stringify(shape);

/** Gives every object a name, because client generators leave out or number nameless objects. */
class NamedObjects {
  private readonly nameByShape = new Map<string, string>();
  readonly components: Record<string, JsonObject> = {};

  /**
   * Returns a reference to the object. An object with the shape of an earlier object gets the earlier name.
   */
  private namedReference(schema: JsonObject, place: string): JsonObject {
    const earlierName = this.nameByShape.get(shapeOf(schema));
    if (earlierName === undefined) this.add(place, schema);
    const name = earlierName ?? place;
    const { description } = schema;
    return description === undefined || this.components[name]?.['description'] === description
      ? ref(name)
      : { ...ref(name), description };
  }

  private add(name: string, schema: JsonObject): void {
    if (name in this.components) throw new Error(`two objects would be called ${name}`);
    const shape = shapeOf(schema);
    if (!this.nameByShape.has(shape)) this.nameByShape.set(shape, name);
    this.components[name] = schema;
  }

  /** Returns the schema with references for the objects inside it, which are named after their place. */
  private withReferences(schema: JsonObject, place: string): JsonObject {
    const { properties, items, anyOf, additionalProperties } = schema;
    const fields = Object.entries(objectIn(properties)).map(([field, value]): [string, JsonValue] => [
      field,
      this.referTo(objectIn(value), `${place}${toPascal(field)}`),
    ]);
    const valueSchema = objectIn(additionalProperties);
    const choices = listIn(anyOf).map(objectIn);
    return {
      ...schema,
      ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
      ...(items === undefined ? {} : { items: this.referTo(objectIn(items), itemNameOf(place)) }),
      ...(anyOf === undefined ? {} : { anyOf: choices.map((choice) => this.referTo(choice, place)) }),
      ...(Object.keys(valueSchema).length === 0
        ? {}
        : { additionalProperties: this.referTo(valueSchema, `${place}Entry`) }),
    };
  }

  /** Returns the schema itself, or a reference where it is an object with fields. */
  private referTo(schema: JsonObject, place: string): JsonObject {
    const flatSchema = this.withReferences(schema, place);
    return flatSchema['properties'] === undefined ? flatSchema : this.namedReference(flatSchema, place);
  }

  addComponent(name: string, schema: JsonObject): void {
    this.add(name, this.withReferences(schema, name.replace(/Value$/, '')));
  }
}

/** Returns the components, and one more for each object within: `Job.delivery` becomes `JobDelivery`. */
function withNamedObjects(
  schemas: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> {
  const objects = new NamedObjects();
  for (const [name, schema] of Object.entries(schemas)) objects.addComponent(name, schema);
  return objects.components;
}
