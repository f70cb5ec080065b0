/** Renders `/docs/schemas`, the list of the schemas, and a page for each of them. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { objectIn, textIn } from '../openapi-json.js';
import { escapeHtml, pageRow, renderMarks, type PageContent } from './page-parts.js';
import { fieldRows, schemaPath, typeInWords } from './schema-words.js';

/** Returns the schemas by name. */
export const schemasIn = (document: JsonObject): JsonObject =>
  objectIn(objectIn(document['components'])['schemas']);

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

export function schemaPage(name: string, schema: JsonObject): PageContent {
  const fields = fieldRows(schema);
  const content = fields === '' ? `<p>${typeInWords(schema)}</p>` : fields;
  return { title: name, menu: '', main: `${renderMarks(textIn(schema['description']))}${content}` };
}
