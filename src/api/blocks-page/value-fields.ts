/** The shape of a block's value in words: a row for each field, with what its schema says of it. */
import type { z } from 'zod';
import { REASON_CODES } from '../../shared/reason-code.js';
import { escaped, mark, marked, row } from '../page-parts.js';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Inner = z.core.JSONSchema._JSONSchema | undefined;

const schemaOf = (inner: Inner): JsonSchema => (typeof inner === 'object' ? inner : {});

/** `items` is one schema for lists, and several for tuples. */
const itemsOf = ({ items }: JsonSchema): JsonSchema => (Array.isArray(items) ? {} : schemaOf(items));

const alternativesOf = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined =>
  (anyOf ?? oneOf)?.map(schemaOf);

const literal = (word: unknown): string => `<code>${escaped(JSON.stringify(word))}</code>`;

/** A schema in a few words of markup: `string or null`. */
export function typeInWords(schema: JsonSchema): string {
  if (schema.const !== undefined) return literal(schema.const);
  // All of them would hide what the block says of its own.
  if (schema.enum?.length === REASON_CODES.length) return 'reason code';
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' ');
  const either = alternativesOf(schema);
  if (either !== undefined) return [...new Set(either.map(typeInWords))].join(' or ');
  if (schema.type === 'array') return `list of ${typeInWords(itemsOf(schema))}`;
  if (schema.type === 'object' && schema.properties === undefined)
    return `object by key, of ${typeInWords(schemaOf(schema.additionalProperties))}`;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything'];
  return escaped(types.join(' or '));
}

/** The fields of the objects within: in a list, beside null, or by key. Empty where there are none. */
export function fieldRows(schema: JsonSchema): string {
  const either = alternativesOf(schema);
  if (either !== undefined) return either.map(fieldRows).join('');
  if (schema.type === 'array') return fieldRows(itemsOf(schema));
  if (schema.properties === undefined)
    return schema.additionalProperties === undefined ? '' : fieldRows(schemaOf(schema.additionalProperties));
  const required = schema.required ?? [];
  return Object.entries(schema.properties)
    .map(([name, inner]) => fieldRow({ name, schema: schemaOf(inner), optional: !required.includes(name) }))
    .join('');
}

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly optional: boolean;
}

const fieldRow = ({ name, schema, optional }: Field): string =>
  row(
    `<code>${escaped(name)}</code>${optional ? ` ${mark('optional')}` : ''}`,
    typeInWords(schema),
    `${schema.description === undefined ? '' : marked(schema.description)}${fieldRows(schema)}`,
  );
