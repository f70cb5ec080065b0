/** zod's schemas of block values, saying nothing that a generator can't read. */
import { z } from 'zod';
import type { BlockDefinition } from '../../../blocks/runner/define-block.js';
import * as types from '../../../blocks/runner/value-types.js';
import type { JsonObject, JsonValue } from '../../../shared/json.js';
import { REASON_CODES } from '../../../shared/reason-code.js';
import { textOf } from '../../openapi-json.js';
import { pascal, ref, type Schema } from '../schema.js';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

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

const schemaOf = (shape: z.ZodType): JsonObject => {
  // zod's JSON Schema is JSON.
  const schema = published(JSON.parse(JSON.stringify(z.toJSONSchema(shape))) as JsonObject);
  return isObject(schema) ? schema : {};
};

/** Shapes of several blocks, under their own names. */
const SHARED = {
  Money: types.money,
  MoneyBand: types.moneyBand,
  Band: types.band,
  Period: types.period,
  CompanyRef: types.companyRef,
  ComputedInput: types.input,
  WithheldField: types.withheld,
  ModelVersion: types.model,
  DayWindow: types.window,
} as const;

export const valueName = (key: string): string => `${pascal(key)}Value`;

/** A list item's field that shows another block's envelope refers to that block. */
function withNested(value: JsonValue, nested: ReadonlySet<string>): JsonValue {
  if (isList(value)) return value.map((one) => withNested(one, nested));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      nested.has(name) && isObject(inner)
        ? { ...ref(`${pascal(name)}Block`), description: inner['description'] }
        : inner === undefined
          ? inner
          : withNested(inner, nested),
    ]),
  );
}

function valueSchema({ value, nested }: BlockDefinition): Schema {
  const schema = withNested(schemaOf(value), new Set(Object.keys(nested)));
  return isObject(schema) ? schema : {};
}

/** The values of these blocks, and the shapes that several of them have. */
export const valueSchemas = (blocks: readonly BlockDefinition[]): Readonly<Record<string, Schema>> => ({
  ...Object.fromEntries(Object.entries(SHARED).map(([name, shape]) => [name, schemaOf(shape)])),
  ...Object.fromEntries(blocks.map((block) => [valueName(block.key), valueSchema(block)])),
});
