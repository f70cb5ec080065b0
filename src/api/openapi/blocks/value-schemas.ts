/** Schemas of block values: those of the blocks' own files. */
import type { BlockDefinition } from '../../../blocks/runner/define-block.js';
import * as types from '../../../blocks/runner/value-types.js';
import type { JsonValue } from '../../../shared/json.js';
import { objectOf } from '../../openapi-json.js';
import { isList, isObject, pascal, ref, valueSchemasOf, type Schemas } from '../published-schemas.js';

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

/** The values of these blocks, and the shapes that several of them have. */
export function valueSchemas(blocks: readonly BlockDefinition[]): Schemas {
  const values = Object.fromEntries(blocks.map(({ key, value }) => [valueName(key), value]));
  const schemas = Object.entries(valueSchemasOf({ ...SHARED, ...values }));
  const nested = new Map(blocks.map((block) => [valueName(block.key), Object.keys(block.nested)]));
  return Object.fromEntries(
    schemas.map(([name, schema]) => [name, objectOf(withNested(schema, new Set(nested.get(name))))]),
  );
}
