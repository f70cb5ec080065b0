/** Schemas of blocks and their envelopes, made from the blocks' own files. */
import { BLOCKS } from '../../../blocks/index.js';
import type { BlockDefinition } from '../../../blocks/runner/define-block.js';
import { BLOCK_KEYS, type BlockKey } from '../../../shared/block-key.js';
import type { JsonValue } from '../../../shared/json.js';
import {
  REASONS,
  REASON_CODES,
  type ReasonCode,
  type ReasonDefinition,
} from '../../../shared/reason-code.js';
import blockExamples from '../../blocks-page/block-examples.json';
import { day, enumOf, flag, object, pascal, ref, text, type Schema } from '../schema.js';
import { DETAIL_PARTS, share } from './detail-parts.js';
import { detailSchema } from './detail-schemas.js';
import { valueName, valueSchemas } from './value-schemas.js';

const blockName = (key: string): string => `${pascal(key)}Block`;
const detailName = (key: string): string => `${pascal(key)}Detail`;

/** Answers over real companies, as the page of the blocks shows them. */
const EXAMPLES: Readonly<Partial<Record<BlockKey, { readonly envelope: JsonValue }>>> = blockExamples;

const coded = (codes: readonly ReasonCode[]): string => codes.map((code) => `\`${code}\``).join(', ');

const STATUS = 'Tells the variants apart.';

function notFoundSchema({ key, reasons }: BlockDefinition): Schema {
  const own = reasons.length === 0 ? '' : ` Of its own: ${coded(reasons)}.`;
  return object(
    {
      status: enumOf(['not_found'], STATUS),
      reason: ref('ReasonCode'),
      source: text('What was looked at.'),
      as_of: day('The day to which the absence holds.'),
      detail: ref(detailName(key)),
      retry_suggested: flag('True where the failure is transient.'),
    },
    {
      description: `Looked for and not there; never billed.${own}`,
      optional: ['source', 'as_of', 'detail', 'retry_suggested'],
    },
  );
}

const NOT_ENABLED = object(
  {
    status: enumOf(['not_enabled'], STATUS),
    reason: enumOf(['no_entitlement'], 'The account lacks the block.'),
  },
  { description: "The key's account lacks the block; never billed." },
);

const PENDING = object(
  { status: enumOf(['pending'], STATUS) },
  { description: 'A live check still runs; collect it from `results_url`.' },
);

function availableSchema({ key, derived, final_url, advisories }: BlockDefinition): Schema {
  const example = EXAMPLES[key]?.envelope;
  const advised = advisories.length === 0 ? '' : ` May advise: ${coded(advisories)}.`;
  return {
    ...object(
      {
        status: enumOf(['available'], STATUS),
        value: ref(valueName(key)),
        source: text('Where the value came from.'),
        as_of: day("The data's own date: how current the value is."),
        detail: ref(detailName(key)),
        confidence: share('The share of such values that are right.'),
        flagged_for_review: flag('True: do not rely on the value without review.'),
        ...(derived ? { derived: flag('Computed from other data.') } : {}),
        ...(final_url ? { final_url: text('The address that was reached.') } : {}),
      },
      {
        description: `Billed: one unit.${advised}`,
        optional: ['confidence', 'detail', ...(final_url ? ['final_url'] : [])],
      },
    ),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** A block's envelope, its variants and its detail, each with a name. */
function envelopeSchemas(block: BlockDefinition): [string, Schema][] {
  const { key, description } = block;
  const variants = {
    available: `${pascal(key)}Available`,
    not_found: `${pascal(key)}NotFound`,
    not_enabled: 'NotEnabledBlock',
    pending: 'PendingBlock',
  };
  const mapping: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(variants).map(([status, name]) => [status, `#/components/schemas/${name}`]),
  );
  return [
    [detailName(key), detailSchema(key)],
    [variants.available, availableSchema(block)],
    [variants.not_found, notFoundSchema(block)],
    [
      blockName(key),
      {
        description,
        oneOf: Object.values(variants).map(ref),
        discriminator: { propertyName: 'status', mapping },
      },
    ],
  ];
}

const reasonLines = Object.entries(REASONS)
  .map(([code, { meaning }]: [string, ReasonDefinition]) => `- \`${code}\`: ${meaning}`)
  .join('\n');

export const BLOCK_SCHEMAS: Readonly<Record<string, Schema>> = {
  BlockKey: enumOf(BLOCK_KEYS, 'A block: one unit of data about a company.'),
  // Not an enum: a client made from it would break on the next code (Spec 8.3).
  ReasonCode: {
    ...text(
      `Why. New codes may be added within /v1: treat a code that you don't know as \`error\`.\n\n${reasonLines}`,
    ),
    'x-extensible-enum': REASON_CODES,
  },
  NotEnabledBlock: NOT_ENABLED,
  PendingBlock: PENDING,
  ...DETAIL_PARTS,
  ...valueSchemas(BLOCKS),
  ...Object.fromEntries(BLOCKS.flatMap(envelopeSchemas)),
  Blocks: object(Object.fromEntries(BLOCKS.map(({ key }) => [key, ref(blockName(key))])), {
    description:
      'The blocks that were asked for, by key; empty where the row as a whole failed or is not there yet.',
    optional: BLOCK_KEYS,
  }),
};
