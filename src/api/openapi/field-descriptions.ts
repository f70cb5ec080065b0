/** Adds descriptions from field-descriptions.json to fields whose schema has none. */
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { objectIn } from '../openapi-json.js';
import descriptions from './field-descriptions.json';

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
export const withFieldDescriptions = (
  schemas: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withDescriptions(schema, name)]));
