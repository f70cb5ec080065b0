/** Converts zod's schemas to JSON Schema 2020-12 (OpenAPI 3.1) that generators of clients can read. */
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { listIn, objectIn, textIn } from '../openapi-json.js';

/** The name of a component from a key or field: `WebPresence` for `web_presence`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isJsonList = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);

const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
/** zod adds these bounds to every whole number. */
const isSafeBound = (value: JsonValue | undefined): boolean =>
  Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;

/** Turns a record with listed keys into an object with these fields. */
function withNamedFields(schema: JsonObject): JsonObject {
  const { propertyNames, additionalProperties, ...rest } = schema;
  if (propertyNames === undefined || additionalProperties === undefined) return schema;
  const names = isJsonObject(propertyNames) ? propertyNames['enum'] : undefined;
  if (!isJsonList(names)) return { ...rest, additionalProperties };
  return {
    ...rest,
    properties: Object.fromEntries(names.map((name) => [textIn(name), additionalProperties])),
  };
}

/** Turns `prefixItems` of equal items into `items` of a fixed length: few generators read `prefixItems`. */
function withUniformItems(schema: JsonObject): JsonObject {
  const { prefixItems, items: _none, ...rest } = schema;
  return isJsonList(prefixItems) && prefixItems[0] !== undefined
    ? { ...rest, items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length }
    : schema;
}

/** Turns `const` into an `enum` of one word. Generators tell variants apart by it. */
const withConstAsEnum = (schema: JsonObject): JsonObject => {
  const { const: value, ...rest } = schema;
  return typeof value === 'string' ? { ...rest, enum: [value] } : schema;
};

const isNoise = (name: string, value: JsonValue | undefined): boolean =>
  name === '$schema' ||
  (name === 'additionalProperties' && value === false) ||
  ((name === 'minimum' || name === 'maximum') && isSafeBound(value));

/** Turns zod's schema into the published form: open objects, a reference for reason codes, days as dates. */
function publishedForm(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(publishedForm);
  if (!isJsonObject(value)) return value;
  const schema = withConstAsEnum(withUniformItems(withNamedFields(value)));
  if (isJsonList(schema['enum']) && schema['enum'].length === REASON_CODES.length) return ref('ReasonCode');
  const changed = Object.fromEntries(
    Object.entries(schema).flatMap(([name, inner]) =>
      inner === undefined || isNoise(name, inner) ? [] : [[name, publishedForm(inner)]],
    ),
  );
  return changed['pattern'] === DAY_PATTERN ? { ...changed, format: 'date' } : changed;
}

type Shapes = Readonly<Record<string, z.ZodType>>;
export type Schemas = Readonly<Record<string, JsonObject>>;

const mapped = (schemas: JsonObject, change: (schema: JsonValue) => JsonValue): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema = null]) => [name, objectIn(change(schema))]),
  );

/** Schemas of block values. One call of zod converts all of them, so it visits shared parts once. */
export function valueSchemasOf(shapes: Shapes): Schemas {
  const { properties } = z.toJSONSchema(z.object(shapes), { unrepresentable: 'any' });
  // The round trip through JSON leaves plain JSON data, so the cast holds.
  return mapped(JSON.parse(JSON.stringify(properties)) as JsonObject, publishedForm);
}

/** Turns zod's choice of a schema or null (`anyOf`) into one schema with the types `[type, 'null']`. */
function withNullType(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withNullType);
  if (!isJsonObject(value)) return value;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inner === undefined ? inner : withNullType(inner)]),
  );
  const [schema = {}, none = {}] = listIn(anyOf).map(objectIn);
  const { type, enum: values } = schema;
  if (none['type'] !== 'null' || typeof type !== 'string')
    return anyOf === undefined ? rest : { anyOf, ...rest };
  return {
    ...schema,
    type: [type, 'null'],
    ...(isJsonList(values) ? { enum: [...values, null] } : {}),
    ...rest,
  };
}

/** Schemas of bodies and of their parts. */
export const bodySchemas = (shapes: Shapes): Schemas => mapped(valueSchemasOf(shapes), withNullType);
