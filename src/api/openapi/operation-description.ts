/** Declares how an operation is described, and what several operations share. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { errorBody, response } from './responses.js';

export interface OperationDescription {
  readonly tag: 'Resolve' | 'Jobs' | 'Account' | 'Description';
  readonly summary: string;
  readonly description: string;
  readonly billed?: true;
  readonly parameters: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: Readonly<Record<string, JsonObject>>;
}

export type OperationDescriptions = Readonly<Record<string, OperationDescription>>;

/** Returns an example body of the schema FieldErrors. */
export const fieldErrors = (detail: string, errors: JsonObject): JsonObject =>
  errorBody(detail, { errors, errors_total: Object.keys(errors).length });

const NOT_ENABLED = { status: 'not_enabled', reason: 'no_entitlement' };

export const ENTITLEMENT_RESPONSE = response({
  description:
    'The key lacks the scope, none of the requested blocks is enabled, or a premium option is not enabled.',
  body: 'NotEnabledError',
  examples: {
    scope: errorBody('This operation needs the scope enrich; the key has the scope read.'),
    blocks: errorBody('not_enabled', { blocks: { scores: NOT_ENABLED } }),
    option: errorBody('option_not_enabled', { blocks: {}, options: { web_search: NOT_ENABLED } }),
  },
});
