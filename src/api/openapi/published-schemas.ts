/** zod's schemas as JSON Schema (2020-12, as OpenAPI 3.1 has it), saying nothing that a generator can't read. */
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { REASON_CODES } from '../../shared/reason-code.js';
import { listOf, objectOf, textOf } from '../openapi-json.js';

/** A component's name, of a key or a field: `web_presence` is `WebPresence`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
/** zod bounds every whole number by these. */
const isSafeBound = (value: JsonValue | undefined): boolean =>
  Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;

/** A record whose keys are listed, as an object with these fields. */
function withNamedFields(schema: JsonObject): JsonObject {
  const { propertyNames, additionalProperties, ...rest } = schema;
  if (propertyNames === undefined || additionalProperties === undefined) return schema;
  const names = isObject(propertyNames) ? propertyNames['enum'] : undefined;
  if (!isList(names)) return { ...rest, additionalProperties };
  return {
    ...rest,
    properties: Object.fromEntries(names.map((name) => [textOf(name), additionalProperties])),
  };
}

/** A list of so many of one kind: `prefixItems` is read by few generators. */
function withOneKind(schema: JsonObject): JsonObject {
  const { prefixItems, items: _none, ...rest } = schema;
  return isList(prefixItems) && prefixItems[0] !== undefined
    ? { ...rest, items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length }
    : schema;
}

/** One word: as a list of one, which generators tell variants by. */
const oneWord = (schema: JsonObject): JsonObject => {
  const { const: word, ...rest } = schema;
  return typeof word === 'string' ? { ...rest, enum: [word] } : schema;
};

const isNoise = (name: string, value: JsonValue | undefined): boolean =>
  name === '$schema' ||
  (name === 'additionalProperties' && value === false) ||
  ((name === 'minimum' || name === 'maximum') && isSafeBound(value));

/** zod's schemas in our form: open objects, reason codes by their name, days as dates. */
function published(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(published);
  if (!isObject(value)) return value;
  const schema = oneWord(withOneKind(withNamedFields(value)));
  if (isList(schema['enum']) && schema['enum'].length === REASON_CODES.length) return ref('ReasonCode');
  const changed = Object.fromEntries(
    Object.entries(schema).flatMap(([name, inner]) =>
      inner === undefined || isNoise(name, inner) ? [] : [[name, published(inner)]],
    ),
  );
  return changed['pattern'] === DAY_PATTERN ? { ...changed, format: 'date' } : changed;
}

type Shapes = Readonly<Record<string, z.ZodType>>;
export type Schemas = Readonly<Record<string, JsonObject>>;

const mapped = (schemas: JsonObject, change: (schema: JsonValue) => JsonValue): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema = null]) => [name, objectOf(change(schema))]),
  );

/** Schemas of block values. Zod is asked for all at once: it looks at what they share once. */
export function valueSchemasOf(shapes: Shapes): Schemas {
  const { properties } = z.toJSONSchema(z.object(shapes), { unrepresentable: 'any' });
  // zod's JSON Schema is JSON.
  return mapped(JSON.parse(JSON.stringify(properties)) as JsonObject, published);
}

/** One type or null: as a list of both, where zod gives the choice of two schemas. */
function orNull(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(orNull);
  if (!isObject(value)) return value;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inner === undefined ? inner : orNull(inner)]),
  );
  const [schema = {}, none = {}] = listOf(anyOf).map(objectOf);
  const { type, enum: words } = schema;
  if (none['type'] !== 'null' || typeof type !== 'string')
    return anyOf === undefined ? rest : { anyOf, ...rest };
  return {
    ...schema,
    type: [type, 'null'],
    ...(isList(words) ? { enum: [...words, null] } : {}),
    ...rest,
  };
}

/** Schemas of bodies, and of what these are made of. */
export const bodySchemas = (shapes: Shapes): Schemas => mapped(valueSchemasOf(shapes), orNull);
