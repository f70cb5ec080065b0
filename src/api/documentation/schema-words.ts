/** Describes schemas as HTML: types in words, a row for each field, and the pages below `/docs/schemas`. */
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { listIn, objectIn, textIn, valueAsText } from '../openapi-json.js';
import { escapeHtml, pageRow, renderMarks, softText, type PageContent } from './page-parts.js';

const alternativesOf = ({ anyOf, oneOf }: JsonObject): readonly JsonObject[] =>
  listIn(anyOf ?? oneOf).map(objectIn);

const literal = (value: JsonValue): string => `<code>${escapeHtml(valueAsText(value))}</code>`;

export const schemaPath = (name: string): string => `/docs/schemas/${name}`;

/** Renders the type in words, such as `string or null`. A schema with a name becomes a link. */
export function typeInWords(schema: JsonObject): string {
  const { const: constant, enum: values, type, items, properties, additionalProperties } = schema;
  const name = textIn(schema['$ref']).split('/').at(-1) ?? '';
  if (name !== '') return `<a href="${escapeHtml(schemaPath(name))}">${escapeHtml(name)}</a>`;
  if (constant !== undefined) return literal(constant);
  if (values !== undefined) return listIn(values).map(literal).join(' ');
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeInWords))].join(' or ');
  if (type === 'array') return `list of ${typeInWords(objectIn(items))}`;
  if (additionalProperties !== undefined && properties === undefined)
    return `object by key, of ${typeInWords(objectIn(additionalProperties))}`;
  const types = typeof type === 'string' ? [type] : listIn(type).map(textIn);
  return escapeHtml(types.length === 0 ? 'any' : types.join(' or '));
}

/** Renders the limits and the default of a value in words. */
function limitsInWords({ minimum, maximum, maxLength, minItems, default: fallback }: JsonObject): string {
  const range = [
    ...(minimum === undefined ? [] : [`from ${valueAsText(minimum)}`]),
    ...(maximum === undefined ? [] : [`to ${valueAsText(maximum)}`]),
  ];
  const limits = [
    ...(range.length === 0 ? [] : [range.join(' ')]),
    ...(maxLength === undefined ? [] : [`at most ${valueAsText(maxLength)} characters`]),
    ...(minItems === 1 ? ['at least one'] : []),
    ...(fallback === undefined ? [] : [`default ${valueAsText(fallback)}`]),
  ];
  return limits.length === 0 ? '' : ` ${softText(limits.join(', '))}`;
}

/** Renders a row for a field or parameter: name, type, description and the fields within. */
export const fieldRow = (name: string, definition: JsonObject, schema: JsonObject): string =>
  pageRow(
    name,
    `${typeInWords(schema)}${limitsInWords(schema)}`,
    `${renderMarks(textIn(definition['description']))}${fieldRows(schema)}`,
  );

/** Renders rows for a schema's fields, including those of list items, alternatives and maps. */
export function fieldRows(schema: JsonObject): string {
  const { properties, items, additionalProperties, required } = schema;
  const innerSchemas = [...alternativesOf(schema), items, additionalProperties].filter(
    (part) => part !== undefined,
  );
  if (properties === undefined)
    return innerSchemas.map((innerSchema) => fieldRows(objectIn(innerSchema))).join('');
  return Object.entries(objectIn(properties))
    .map(([name, field]) => {
      const optional = listIn(required).includes(name) ? '' : ` ${softText('optional')}`;
      return fieldRow(`<code>${escapeHtml(name)}</code>${optional}`, objectIn(field), objectIn(field));
    })
    .join('');
}

/** Returns the schemas by name. */
export const schemasIn = (document: JsonObject): JsonObject =>
  objectIn(objectIn(document['components'])['schemas']);

/** Renders `/docs/schemas`, the list of the schemas. */
export function schemaList(document: JsonObject): PageContent {
  const rows = Object.entries(schemasIn(document)).map(([name, value]) =>
    pageRow(
      `<a href="${escapeHtml(schemaPath(name))}">${escapeHtml(name)}</a>`,
      '',
      renderMarks(textIn(objectIn(value)['description'])),
    ),
  );
  return { title: 'Schemas', menu: '', main: rows.join('') };
}

/** Renders the page of a schema. */
export function schemaPage(name: string, schema: JsonObject): PageContent {
  const fields = fieldRows(schema);
  const content = fields === '' ? `<p>${typeInWords(schema)}</p>` : fields;
  return { title: name, menu: '', main: `${renderMarks(textIn(schema['description']))}${content}` };
}
