/**
 * Makes a value of a block from its schema alone: right in shape, and nothing that anybody could take for
 * data. Texts say "Sandbox", days lie on 1 January 2000, numbers are as small as they may be.
 */
import { z } from 'zod';
import { BLOCK_KEYS, type BlockKey } from '../../packages/contract/src/block-key.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import { memoize } from '../../packages/words/src/memoize.js';
import { blockOf } from './magic-codes.js';

export const SANDBOX = 'sandbox';
/** A domain that is reserved for examples: nobody's website. */
export const SANDBOX_DOMAIN = 'sandbox.example.com';
export const SANDBOX_DAY = '2000-01-01';

type Schema = z.core.JSONSchema.BaseSchema;

/** The company that a value is about, and what the value contains. */
export interface ValueTerms {
  readonly number: string;
  readonly name: string;
  readonly host: string;
  /** Blocks whose envelope within the value is `not_enabled`. */
  readonly nested?: readonly BlockKey[];
  /** The reason for which a figure is withheld; absent: none is. */
  readonly withheld?: ReasonCode;
}

const schemaOf = memoize(BLOCK_KEYS.length, (key: BlockKey): Schema => {
  const block = blockOf(key);
  return z.toJSONSchema(block.value, { io: 'output', unrepresentable: 'any' });
});

export const madeValue = (key: BlockKey, terms: ValueTerms): unknown =>
  new ValueMaker(key, terms).valueOf(schemaOf(key), key);

/** Returns true if the block's value has a list of withheld figures. */
export const hasWithheld = (key: BlockKey): boolean => JSON.stringify(schemaOf(key)).includes('"withheld":{');

/** The texts of fields by their name; the first pattern that fits counts. Any other text is "Sandbox". */
const TEXTS: readonly (readonly [RegExp, (terms: ValueTerms) => string])[] = [
  [/^source$/, () => SANDBOX],
  [/email/, () => `nobody@${SANDBOX_DOMAIN}`],
  [/company_number$/, ({ number }) => number],
  [/amount$/, () => '0.00'],
  // The code that is reserved for tests (ISO 4217).
  [/currency$/, () => 'XTS'],
  [/^number$/, () => '+44 1632 960000'],
  [/company_name$/, ({ name }) => name],
  [/url/, ({ host }) => `https://${host}/`],
  [/domain$|host/, ({ host }) => host],
  [/postal_code|postcode/, () => 'ZZ99 9ZZ'],
  [/(_on|_at|_date)$|^date$|^as_of$/, () => SANDBOX_DAY],
];

class ValueMaker {
  constructor(
    private readonly key: BlockKey,
    private readonly terms: ValueTerms,
  ) {}

  /** @param name the name of the field, or of the list that the value stands in */
  valueOf(schema: Schema, name: string): unknown {
    const variants = schema.anyOf ?? schema.oneOf;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return schema.enum.find((word) => word !== null) ?? null;
    if (variants !== undefined)
      return this.valueOf(variants.find(({ type }) => type !== 'null') ?? variants[0] ?? {}, name);
    const type: unknown = schema.type;
    switch (Array.isArray(type) ? type[0] : type) {
      case 'object':
        return this.object(schema);
      case 'array':
        return this.list(schema, name);
      case 'string':
        return this.text(schema, name);
      case 'integer':
      case 'number':
        return Math.max(0, schema.minimum ?? 0, schema.exclusiveMinimum === undefined ? 0 : 1);
      case 'boolean':
        return false;
      default:
        return null;
    }
  }

  private object({ properties = {}, propertyNames, additionalProperties }: Schema): object {
    const fields = Object.entries(properties);
    // A record whose keys are listed.
    const keys = typeof propertyNames === 'object' ? (propertyNames.enum ?? []) : [];
    const recordFields = keys.map((name) => [String(name), additionalProperties ?? false] as const);
    return Object.fromEntries(
      [...fields, ...recordFields].map(([name, schema]) => [
        name,
        typeof schema === 'boolean' ? null : (this.nestedEnvelope(name) ?? this.valueOf(schema, name)),
      ]),
    );
  }

  /** Returns the envelope of another block within the value; null for other fields. */
  private nestedEnvelope(name: string): object | null {
    if (!Object.hasOwn(blockOf(this.key).nested, name)) return null;
    if (this.terms.nested?.some((key) => key === name) === true)
      return { status: 'not_enabled', reason: 'no_entitlement' };
    return { status: 'not_found', reason: 'no_description_on_file', source: SANDBOX, as_of: SANDBOX_DAY };
  }

  private list({ items, prefixItems, minItems = 1 }: Schema, name: string): unknown[] {
    const { withheld } = this.terms;
    if (name === 'withheld') return withheld === undefined ? [] : [{ field: SANDBOX, reason: withheld }];
    if (prefixItems !== undefined)
      return prefixItems.map((item) => (typeof item === 'boolean' ? null : this.valueOf(item, name)));
    if (items === undefined || typeof items === 'boolean' || Array.isArray(items)) return [];
    return Array.from({ length: Math.max(1, minItems) }, () => this.valueOf(items, name));
  }

  private text({ format, pattern }: Schema, name: string): string {
    if (format === 'date-time') return `${SANDBOX_DAY}T00:00:00.000Z`;
    if (format === 'date' || pattern?.startsWith('^\\d{4}-\\d{2}-\\d{2}') === true) return SANDBOX_DAY;
    const [, text] = TEXTS.find(([names]) => names.test(name)) ?? [];
    return text?.(this.terms) ?? 'Sandbox';
  }
}
