/** What an operation is for, takes and answers. */
import type { JsonObject } from '../../shared/json.js';
import { failing, response } from './responses.js';
import { ref } from './published-schemas.js';

export interface OperationDescription {
  readonly tag: 'Resolve' | 'Jobs' | 'Account' | 'Description';
  readonly summary: string;
  readonly description: string;
  readonly billed?: true;
  readonly parameters: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: Readonly<Record<string, JsonObject>>;
}

/** Descriptions by the id of the operation. */
export type OperationDescriptions = Readonly<Record<string, OperationDescription>>;

/** The body of a FieldErrors in an example. */
export const fieldErrors = (detail: string, errors: JsonObject): JsonObject =>
  failing(detail, { errors, errors_total: Object.keys(errors).length });

const NOT_ENABLED = { status: 'not_enabled', reason: 'no_entitlement' };

export const REFUSED_ENTITLEMENT = response({
  description: 'The key lacks the scope, none of the blocks is enabled, or a premium option is not.',
  body: { anyOf: [ref('NotEnabledError'), ref('Error')] },
  examples: {
    scope: failing('This operation needs the scope enrich; the key has the scope read.'),
    blocks: failing('not_enabled', { blocks: { scores: NOT_ENABLED } }),
    option: failing('option_not_enabled', { blocks: {}, options: { web_search: NOT_ENABLED } }),
  },
});
