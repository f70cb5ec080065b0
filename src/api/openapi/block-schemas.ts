/** Schemas of blocks and their envelopes, made from the blocks' own files. */
import { z } from 'zod';
import { BLOCKS } from '../../blocks/index.js';
import type { BlockDefinition } from '../../blocks/runner/define-block.js';
import { BLOCK_KEYS } from '../../shared/block-key.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { REASONS, REASON_CODES, type ReasonDefinition } from '../../shared/reason-code.js';
import { day, enumOf, flag, object, ref, text, type Schema } from './schema.js';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

/** A record whose keys are listed, as an object with these fields. */
function withNamedFields(schema: JsonObject): JsonObject {
  const { propertyNames, additionalProperties, ...rest } = schema;
  const names = isObject(propertyNames) ? propertyNames['enum'] : undefined;
  if (!Array.isArray(names) || additionalProperties === undefined) return schema;
  return {
    ...rest,
    properties: Object.fromEntries(names.map((name) => [String(name), additionalProperties])),
  };
}

/** zod's schemas in our form: open objects, named reason codes, days as dates. */
function published(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(published);
  if (!isObject(value)) return value;
  const { $schema: _dialect, ...schema } = withNamedFields(value);
  if (Array.isArray(schema['enum']) && schema['enum'].length === REASON_CODES.length)
    return ref('ReasonCode');
  if (schema['additionalProperties'] === false)
    delete (schema as Record<string, JsonValue>)['additionalProperties'];
  const changed = Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [name, inner === undefined ? inner : published(inner)]),
  );
  return changed['pattern'] === DAY_PATTERN ? { ...changed, format: 'date' } : changed;
}

const valueSchema = (block: BlockDefinition): Schema => {
  // zod's JSON Schema is JSON.
  const schema = published(JSON.parse(JSON.stringify(z.toJSONSchema(block.value))) as JsonObject);
  return isObject(schema) ? schema : {};
};

const pascal = (key: string): string =>
  key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const blockValueName = (key: string): string => `${pascal(key)}Value`;
const blockName = (key: string): string => `${pascal(key)}Block`;

const FINAL_FIELDS = {
  source: text('Where the value came from; on not_found, what was looked at.'),
  as_of: day("The data's own date: how current the value, or its absence, is."),
  detail: {
    type: 'object',
    description:
      'Extra evidence: `freshness` {checked_live, checked_at, edition, stale}, `advisories` (reason codes about the value, gravest first), `evidence`, `website_verdict`, and what the block names itself.',
  },
} as const;

const NOT_FOUND = object(
  {
    status: { const: 'not_found' },
    reason: ref('ReasonCode'),
    ...FINAL_FIELDS,
    retry_suggested: flag('True where the failure is transient.'),
  },
  {
    description: 'Looked for and not there; never billed.',
    optional: ['source', 'as_of', 'detail', 'retry_suggested'],
  },
);

const NOT_ENABLED = object(
  { status: { const: 'not_enabled' }, reason: { const: 'no_entitlement' } },
  { description: "The key's account lacks the block; never billed." },
);

const PENDING = object(
  { status: { const: 'pending' } },
  { description: 'A live check still runs; collect it from `results_url`.' },
);

/** The envelope of one block. */
function envelopeSchema({ key, description, derived, final_url }: BlockDefinition): Schema {
  const available = object(
    {
      status: { const: 'available' },
      value: ref(blockValueName(key)),
      ...FINAL_FIELDS,
      confidence: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'The share of such values that are right.',
      },
      flagged_for_review: flag('True: do not rely on the value without review.'),
      ...(derived ? { derived: flag('Computed from other data.') } : {}),
      ...(final_url ? { final_url: text('The address that was reached.') } : {}),
    },
    {
      description: 'Billed: one unit.',
      optional: ['confidence', 'detail', ...(final_url ? ['final_url'] : [])],
    },
  );
  return {
    description,
    oneOf: [available, ref('NotFoundBlock'), ref('NotEnabledBlock'), ref('PendingBlock')],
  };
}

const reasonLines = Object.entries(REASONS)
  .map(([code, { meaning }]: [string, ReasonDefinition]) => `- \`${code}\`: ${meaning}`)
  .join('\n');

export const BLOCK_SCHEMAS: Readonly<Record<string, Schema>> = {
  BlockKey: enumOf(BLOCK_KEYS, 'A block: one unit of data about a company.'),
  ReasonCode: {
    ...enumOf(
      REASON_CODES,
      `Why. New codes may be added within /v1: treat a code that you don't know as \`error\`.\n\n${reasonLines}`,
    ),
    'x-extensible': true,
  },
  NotFoundBlock: NOT_FOUND,
  NotEnabledBlock: NOT_ENABLED,
  PendingBlock: PENDING,
  ...Object.fromEntries(
    BLOCKS.flatMap((block): [string, Schema][] => [
      [blockValueName(block.key), valueSchema(block)],
      [blockName(block.key), envelopeSchema(block)],
    ]),
  ),
  Blocks: {
    type: 'object',
    description:
      'The blocks that were asked for, by key; empty where the row as a whole failed or is not there yet.',
    properties: Object.fromEntries(BLOCKS.map(({ key }) => [key, ref(blockName(key))])),
    additionalProperties: false,
  },
};
