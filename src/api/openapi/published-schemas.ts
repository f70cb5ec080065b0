/** Converts zod's schemas to JSON Schema 2020-12 (OpenAPI 3.1) that generators of clients can read. */
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { listIn, objectIn, textIn } from '../openapi-json.js';

/** Returns the name of a component for a key or field: `WebPresence` for `web_presence`. */
export const toPascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isJsonList = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);

/** Changes each field of an object. */
export const mapFields = (
  value: JsonObject,
  change: (inner: JsonValue, name: string) => JsonValue,
): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inner === undefined ? inner : change(inner, name)]),
  );

const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
/** Returns true for a bound that zod adds to every whole number. */
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
  const { prefixItems, items: _items, ...rest } = schema;
  return isJsonList(prefixItems) && prefixItems[0] !== undefined
    ? { ...rest, items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length }
    : schema;
}

/**
 * Turns a text `const` into an `enum` of one word: generators tell variants apart by such an enum. Drops a
 * boolean `const`: the generator for Kotlin would make an enum that doesn't compile.
 */
const withConstAsEnum = (schema: JsonObject): JsonObject => {
  const { const: value, ...rest } = schema;
  if (typeof value === 'boolean') return rest;
  return typeof value === 'string' ? { ...rest, enum: [value] } : schema;
};

/** Members that every Kotlin enum has. An enum with such a word does not compile. */
const TAKEN_WORDS: ReadonlySet<JsonValue> = new Set(['name', 'ordinal']);

/** Turns an enum into an open one if one of its words is taken. */
const withoutTakenWords = (schema: JsonObject): JsonObject => {
  const { enum: words, ...rest } = schema;
  return listIn(words).some((word) => TAKEN_WORDS.has(word))
    ? { ...rest, 'x-extensible-enum': words }
    : schema;
};

const isNoise = (name: string, value: JsonValue | undefined): boolean =>
  name === '$schema' ||
  (name === 'additionalProperties' && value === false) ||
  ((name === 'minimum' || name === 'maximum') && isSafeBound(value));

/** Turns zod's schema into the published form: open objects, a reference for reason codes, days as dates. */
function publishedForm(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(publishedForm);
  if (!isJsonObject(value)) return value;
  const schema = withoutTakenWords(withConstAsEnum(withUniformItems(withNamedFields(value))));
  if (isJsonList(schema['enum']) && schema['enum'].length === REASON_CODES.length) return ref('ReasonCode');
  const published = Object.fromEntries(
    Object.entries(schema).flatMap(([name, inner]) =>
      inner === undefined || isNoise(name, inner) ? [] : [[name, publishedForm(inner)]],
    ),
  );
  return published['pattern'] === DAY_PATTERN ? { ...published, format: 'date' } : published;
}

type Shapes = Readonly<Record<string, z.ZodType>>;
export type Schemas = Readonly<Record<string, JsonObject>>;

export const mapSchemas = (schemas: JsonObject, change: Parameters<typeof mapFields>[1]): Schemas =>
  Object.fromEntries(
    Object.entries(mapFields(schemas, change)).map(([name, schema]) => [name, objectIn(schema)]),
  );

/** Returns the schemas of these shapes. One call of zod converts all, so it visits shared parts once. */
export function publishedSchemasOf(shapes: Shapes): Schemas {
  const { properties } = z.toJSONSchema(z.object(shapes), { unrepresentable: 'any' });
  // The round trip through JSON leaves plain JSON data, so the cast holds.
  return mapSchemas(JSON.parse(JSON.stringify(properties)) as JsonObject, (value) =>
    withTypeLists(publishedForm(value)),
  );
}

const typesOf = ({ type }: JsonObject): readonly string[] =>
  typeof type === 'string' ? [type] : listIn(type).map(textIn);

/** Returns true if the schema names its types and lists no properties. */
const isMergeable = (schema: JsonObject): boolean =>
  typesOf(schema).length > 0 && schema['properties'] === undefined;

/**
 * Turns zod's choice (`anyOf`) of scalars, or of a list and null, into one schema with a list of types. Many
 * generators make an empty class of such a choice.
 */
function withTypeLists(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withTypeLists);
  if (!isJsonObject(value)) return value;
  const { anyOf, ...rest } = mapFields(value, withTypeLists);
  if (anyOf === undefined) return rest;
  const alternatives = listIn(anyOf).map(objectIn);
  if (!alternatives.every(isMergeable)) return { anyOf, ...rest };
  const words = alternatives.flatMap((schema) => listIn(schema['enum']));
  // An enum beside another type can't be merged: its words would limit the other type too.
  const isMixedEnum = words.length > 0 && alternatives.filter(({ type }) => type !== 'null').length > 1;
  if (isMixedEnum) return { anyOf, ...rest };
  const isNullable = alternatives.some((schema) => typesOf(schema).includes('null'));
  return {
    ...Object.fromEntries(alternatives.flatMap((schema) => Object.entries(schema))),
    type: [...new Set(alternatives.flatMap(typesOf))],
    ...(words.length === 0 ? {} : { enum: isNullable ? [...words, null] : words }),
    ...rest,
  };
}

/** Replaces the reference to a scalar component, such as a block key, by its schema where null is allowed. */
export function withNullableScalars(components: Schemas): Schemas {
  const inlineScalars = (value: JsonValue): JsonValue => {
    if (isJsonList(value)) return value.map(inlineScalars);
    if (!isJsonObject(value)) return value;
    const [reference = {}, nullSchema = {}] = listIn(value['anyOf']).map(objectIn);
    const target = components[textIn(reference['$ref']).split('/').at(-1) ?? ''];
    if (nullSchema['type'] === 'null' && target !== undefined && isMergeable(target)) {
      const { description: _description, ...scalar } = target;
      const { anyOf: _choice, ...rest } = value;
      return withTypeLists({ anyOf: [scalar, nullSchema], ...rest });
    }
    return mapFields(value, inlineScalars);
  };
  return mapSchemas(components, inlineScalars);
}
