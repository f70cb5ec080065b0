/** A schema in words of markup: what a value may be, and a row for each field. */
import type { JsonObject, JsonValue } from '../shared/json.js';
import { listOf, objectOf, textOf, textOfJson } from './openapi-json.js';
import { escaped, mark, marked, row } from './page-parts.js';

const alternativesOf = ({ anyOf, oneOf }: JsonObject): readonly JsonObject[] =>
  listOf(anyOf ?? oneOf).map(objectOf);

const literal = (word: JsonValue): string => `<code>${escaped(textOfJson(word))}</code>`;

/** A schema in a few words, linked where it has a name: `string or null`. */
export function typeInWords(schema: JsonObject): string {
  const { const: only, enum: words, type, items, properties, additionalProperties } = schema;
  const name = textOf(schema['$ref']).split('/').at(-1) ?? '';
  if (name !== '') return `<a href="/docs#schema-${escaped(name)}">${escaped(name)}</a>`;
  if (only !== undefined) return literal(only);
  if (words !== undefined) return listOf(words).map(literal).join(' ');
  const either = alternativesOf(schema);
  if (either.length > 0) return [...new Set(either.map(typeInWords))].join(' or ');
  if (type === 'array') return `list of ${typeInWords(objectOf(items))}`;
  if (additionalProperties !== undefined && properties === undefined)
    return `object by key, of ${typeInWords(objectOf(additionalProperties))}`;
  const types = typeof type === 'string' ? [type] : listOf(type).map(textOf);
  return escaped(types.length === 0 ? 'any' : types.join(' or '));
}

/** What a value may be, beyond its type. */
function bounds({ minimum, maximum, maxLength, minItems, default: fallback }: JsonObject): string {
  const words = [
    ...(minimum === undefined ? [] : [`from ${textOfJson(minimum)}`]),
    ...(maximum === undefined ? [] : [`to ${textOfJson(maximum)}`]),
  ];
  const all = [
    ...(words.length === 0 ? [] : [words.join(' ')]),
    ...(maxLength === undefined ? [] : [`at most ${textOfJson(maxLength)} characters`]),
    ...(minItems === 1 ? ['at least one'] : []),
    ...(fallback === undefined ? [] : [`default ${textOfJson(fallback)}`]),
  ];
  return all.length === 0 ? '' : ` ${mark(all.join(', '))}`;
}

/** What is named, and all that is said of it. */
export const describedRow = (name: string, said: JsonObject, schema: JsonObject): string =>
  row(
    name,
    `${typeInWords(schema)}${bounds(schema)}`,
    `${marked(textOf(said['description']))}${fieldRows(schema)}`,
  );

/** The fields of the objects within: in a list, beside null, or by key. Empty where there are none. */
export function fieldRows(schema: JsonObject): string {
  const { properties, items, additionalProperties, required } = schema;
  const inner = [...alternativesOf(schema), items, additionalProperties].filter((one) => one !== undefined);
  if (properties === undefined) return inner.map((one) => fieldRows(objectOf(one))).join('');
  return Object.entries(objectOf(properties))
    .map(([name, field]) => {
      const optional = listOf(required).includes(name) ? '' : ` ${mark('optional')}`;
      return describedRow(`<code>${escaped(name)}</code>${optional}`, objectOf(field), objectOf(field));
    })
    .join('');
}
