/** JSON Schema (2020-12, as OpenAPI 3.1 has it) in a few words. Objects are open: fields may be added within /v1. */
import type { JsonObject, JsonValue } from '../../shared/json.js';

export type Schema = JsonObject;

/** A component's name, of a key or a field: `web_presence` is `WebPresence`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const text = (description?: string, more: JsonObject = {}): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
  ...more,
});
export const integer = (description?: string, more: JsonObject = {}): Schema => ({
  type: 'integer',
  ...(description === undefined ? {} : { description }),
  ...more,
});
export const flag = (description?: string): Schema => ({
  type: 'boolean',
  ...(description === undefined ? {} : { description }),
});
export const list = (items: Schema, description?: string, more: JsonObject = {}): Schema => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
  ...more,
});
export const time = (description: string): Schema => text(description, { format: 'date-time' });
export const day = (description: string): Schema => text(description, { format: 'date' });

/** The schema, or null. */
export function orNull(schema: Schema): Schema {
  const { type, enum: words } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...(words as readonly JsonValue[]), null] } : {}),
  };
}

/** An object whose fields are all there, but for those named in `optional`. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  { description, optional = [] }: { description?: string; optional?: readonly string[] } = {},
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties,
    ...(required.length === 0 ? {} : { required }),
  };
}

/**
 * An object that may have no other field. Requests are: nothing unknown passes silently. Not by `additionalProperties`,
 * of which a generator for Java makes a map that sends nothing.
 */
export const closed = (schema: Schema): Schema => ({ ...schema, unevaluatedProperties: false });

export const mapOf = (values: Schema, description: string): Schema => ({
  type: 'object',
  description,
  additionalProperties: values,
});

export const enumOf = (values: readonly JsonValue[], description?: string): Schema => ({
  type: 'string',
  enum: values,
  ...(description === undefined ? {} : { description }),
});
