/** Makes the schemas of the blocks' values and envelopes from the definitions of the blocks. */
import { z } from 'zod';
import { Catalogue } from '../../../../packages/enrichment/src/index.js';
import { BLOCK_KEYS, type BlockKey } from '../../../../packages/contract/src/block-key.js';
import {
  schemaReference,
  day,
  objectSchema,
  flag,
  reasonCode,
  share,
  text,
} from '../../../../packages/contract/src/body-parts.js';
import type { JsonValue } from '../../../../packages/platform/src/values/json.js';
import {
  REASONS,
  REASON_CODES,
  type ReasonCode,
  type ReasonDefinition,
} from '../../../../packages/contract/src/reason-code.js';
import blockExamples from '../../blocks-page/block-examples.json';
import {
  isJsonList,
  isJsonObject,
  mapFields,
  mapSchemas,
  publishedSchemasOf,
  ref,
  toPascal,
  type Schemas,
} from '../published-schemas.js';
import { DETAIL_PARTS } from './detail-parts.js';
import { detailSchema } from './detail-schemas.js';

const blockSchemaName = (key: string): string => `${toPascal(key)}Block`;
const detailSchemaName = (key: string): string => `${toPascal(key)}Detail`;

/** Example answers by block. The page `/docs/blocks` shows the same examples. */
const EXAMPLES: Readonly<Partial<Record<BlockKey, { readonly envelope: JsonValue }>>> = blockExamples;

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

const valueSchemaName = (key: string): string => `${toPascal(key)}Value`;

/** Replaces a field that contains another block's envelope by a reference to that block's schema. */
function withReferencesForNested(value: JsonValue, nestedKeys: ReadonlySet<string>): JsonValue {
  if (isJsonList(value)) return value.map((item) => withReferencesForNested(item, nestedKeys));
  if (!isJsonObject(value)) return value;
  return mapFields(value, (inner, name) =>
    nestedKeys.has(name) && isJsonObject(inner)
      ? { ...ref(`${toPascal(name)}Block`), description: inner['description'] }
      : withReferencesForNested(inner, nestedKeys),
  );
}

/** Returns the schemas of the blocks' values, and of the shapes that several values use. */
function valueSchemas(): Schemas {
  const values = Catalogue.BLOCKS.map(({ key, value }) => [valueSchemaName(key), value] as const);
  const schemas = publishedSchemasOf({ ...SHARED_SHAPES, ...Object.fromEntries(values) });
  const nestedKeysBySchema = new Map(
    Catalogue.BLOCKS.map(({ key, nested }) => [valueSchemaName(key), new Set(Object.keys(nested))]),
  );
  return mapSchemas(schemas, (schema, name) =>
    withReferencesForNested(schema, nestedKeysBySchema.get(name) ?? new Set()),
  );
}

const codesInWords = (codes: readonly ReasonCode[]): string => codes.map((code) => `\`${code}\``).join(', ');

const statusSchema = (word: string) =>
  z.enum([word]).describe('The variant of the block: each has its own status.');

const AVAILABLE_STATUS = statusSchema('available');
const NOT_FOUND = {
  status: statusSchema('not_found'),
  reason: reasonCode,
  source: text.optional().describe('The source that was searched.'),
  as_of: day.optional().describe('The date of the data in which nothing was found.'),
};
const RETRY_SUGGESTED = flag.optional().describe('True if asking again may help.');

const AVAILABLE = {
  source: text.describe('Where the value came from.'),
  as_of: day.describe('The date of the data: how current the value is.'),
};
const CONFIDENCE = {
  confidence: share.optional().describe('The share of such values that are right, 0 to 1.'),
  flagged_for_review: flag.describe('True: do not rely on the value without review.'),
};
const DERIVED = { derived: flag.describe('Computed from other data.') };
const FINAL_URL = { final_url: text.optional().describe('The address that was reached.') };

function notFoundShape({ key, reasons }: Catalogue.BlockDefinition): z.ZodType {
  const ownReasons = reasons.length === 0 ? '' : ` Reasons of this block: ${codesInWords(reasons)}.`;
  const detail = schemaReference(detailSchemaName(key)).optional();
  return objectSchema(`The value was looked for and not found. Never billed.${ownReasons}`, {
    ...NOT_FOUND,
    detail,
    retry_suggested: RETRY_SUGGESTED,
  });
}

function availableShape({ key, derived, final_url, advisories }: Catalogue.BlockDefinition): z.ZodType {
  const example = EXAMPLES[key]?.envelope;
  const advisoryCodes = advisories.length === 0 ? '' : ` Possible advisories: ${codesInWords(advisories)}.`;
  const shape = objectSchema(`Billed: one unit.${advisoryCodes}`, {
    status: AVAILABLE_STATUS,
    value: schemaReference(valueSchemaName(key)),
    ...AVAILABLE,
    detail: schemaReference(detailSchemaName(key)).optional(),
    ...CONFIDENCE,
    ...(derived ? DERIVED : {}),
    ...(final_url ? FINAL_URL : {}),
  });
  return example === undefined ? shape : shape.meta({ examples: [example] });
}

/** Returns the named schemas of a block: its envelope, the variants of the envelope, and its detail. */
function envelopeShapes(block: Catalogue.BlockDefinition): Readonly<Record<string, z.ZodType>> {
  const { key, description } = block;
  const variants = {
    available: `${toPascal(key)}Available`,
    not_found: `${toPascal(key)}NotFound`,
    not_enabled: 'NotEnabledBlock',
    pending: 'PendingBlock',
  };
  const mapping: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(variants).map(([word, name]) => [word, `#/components/schemas/${name}`]),
  );
  const oneOf = Object.values(variants).map(ref);
  return {
    [detailSchemaName(key)]: detailSchema(key),
    [variants.available]: availableShape(block),
    [variants.not_found]: notFoundShape(block),
    [blockSchemaName(key)]: z
      .unknown()
      .meta({ description, oneOf, discriminator: { propertyName: 'status', mapping } }),
  };
}

const reasonLines = Object.entries(REASONS)
  .map(([code, { meaning }]: [string, ReasonDefinition]) => `- \`${code}\`: ${meaning}`)
  .join('\n');

export const BLOCK_SCHEMAS: Schemas = {
  ...publishedSchemasOf({
    BlockKey: z.enum(BLOCK_KEYS).describe('A block: one unit of data about a company.'),
    // This is no enum, because a client made from an enum would break on the next code (Spec 8.3).
    ReasonCode: text.meta({
      description: `The reason. New codes may be added within /v1: treat a code that you don't know as \`error\`.\n\n${reasonLines}`,
      'x-extensible-enum': REASON_CODES,
    }),
    NotEnabledBlock: objectSchema("The block is not enabled for the key's account. Never billed.", {
      status: statusSchema('not_enabled'),
      reason: z.enum(['no_entitlement']).describe('The block is not enabled for the account.'),
    }),
    PendingBlock: objectSchema('A live lookup is still running. Collect the block from `results_url`.', {
      status: statusSchema('pending'),
    }),
    ...DETAIL_PARTS,
  }),
  ...valueSchemas(),
  ...publishedSchemasOf({
    ...Object.fromEntries(Catalogue.BLOCKS.flatMap((block) => Object.entries(envelopeShapes(block)))),
    Blocks: objectSchema(
      'The requested blocks, by key. Empty if the row as a whole failed or is not answered yet.',
      Object.fromEntries(
        Catalogue.BLOCKS.map(({ key }) => [key, schemaReference(blockSchemaName(key)).optional()]),
      ),
    ),
  }),
};
