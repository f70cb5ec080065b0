/** Makes the schemas of block values from the definitions of the blocks. */
import { Catalogue } from '../../../../packages/enrichment/src/index.js';
import type { JsonValue } from '../../../../packages/platform/src/values/json.js';
import { objectIn } from '../../openapi-json.js';
import {
  isJsonList,
  isJsonObject,
  toPascal,
  ref,
  publishedSchemasOf,
  type Schemas,
} from '../published-schemas.js';

/** Shapes that several blocks use, each under its own name. */
const SHARED_SHAPES = {
  Money: Catalogue.valueTypes.money,
  MoneyBand: Catalogue.valueTypes.moneyBand,
  Band: Catalogue.valueTypes.band,
  Period: Catalogue.valueTypes.period,
  CompanyRef: Catalogue.valueTypes.companyRef,
  ComputedInput: Catalogue.valueTypes.input,
  WithheldField: Catalogue.valueTypes.withheld,
  ModelVersion: Catalogue.valueTypes.model,
  DayWindow: Catalogue.valueTypes.window,
} as const;

export const valueSchemaName = (key: string): string => `${toPascal(key)}Value`;

/** Replaces a field that contains another block's envelope by a reference to that block's schema. */
function withReferencesForNested(value: JsonValue, nestedKeys: ReadonlySet<string>): JsonValue {
  if (isJsonList(value)) return value.map((item) => withReferencesForNested(item, nestedKeys));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      nestedKeys.has(name) && isJsonObject(inner)
        ? { ...ref(`${toPascal(name)}Block`), description: inner['description'] }
        : inner === undefined
          ? inner
          : withReferencesForNested(inner, nestedKeys),
    ]),
  );
}

/** Returns the schemas of these blocks' values, and of the shapes that several values use. */
export function valueSchemas(blocks: readonly Catalogue.BlockDefinition[]): Schemas {
  const values = Object.fromEntries(blocks.map(({ key, value }) => [valueSchemaName(key), value]));
  const schemas = Object.entries(publishedSchemasOf({ ...SHARED_SHAPES, ...values }));
  const nestedKeysBySchema = new Map(
    blocks.map((block) => [valueSchemaName(block.key), Object.keys(block.nested)]),
  );
  return Object.fromEntries(
    schemas.map(([name, schema]) => [
      name,
      objectIn(withReferencesForNested(schema, new Set(nestedKeysBySchema.get(name)))),
    ]),
  );
}
