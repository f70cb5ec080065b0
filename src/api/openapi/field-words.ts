/** What a field is, in a sentence, where its own schema doesn't say: by component and field, else by the field alone. */
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { objectOf } from '../openapi-json.js';
import words from './field-words.json';

const WORDS: Readonly<Record<string, string>> = words;

const isSaid = (schema: JsonObject): boolean =>
  typeof schema['description'] === 'string' || typeof schema['$ref'] === 'string';

/** A schema with a sentence at every field of it, and of the objects within. */
function withWords(schema: JsonObject, name: string): JsonObject {
  const fields = objectOf(schema['properties']);
  const said = Object.entries(fields).map(([field, value]): [string, JsonValue] => {
    const inner = withWords(objectOf(value), name);
    const sentence = WORDS[`${name}.${field}`] ?? WORDS[field];
    return [field, isSaid(inner) || sentence === undefined ? inner : { ...inner, description: sentence }];
  });
  const items = schema['items'] === undefined ? {} : { items: withWords(objectOf(schema['items']), name) };
  return {
    ...schema,
    ...(said.length === 0 ? {} : { properties: Object.fromEntries(said) }),
    ...items,
  };
}

/** Every component with a sentence at every field. */
export const described = (
  schemas: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withWords(schema, name)]));
