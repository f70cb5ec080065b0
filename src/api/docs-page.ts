/**
 * Renders `/docs`: the OpenAPI document as HTML, with forms that send calls. The page loads nothing from
 * other hosts.
 */
import type { JsonObject, JsonValue } from '../../packages/platform/src/values/json.js';
import { listIn, objectIn, resolveReference, textIn, valueAsText } from './openapi-json.js';
import { escapeHtml, softText, renderMarks, htmlDocument, pageRow, codeSample } from './page-parts.js';
import { fieldRow, fieldRows, typeInWords } from './schema-words.js';
import { KEY_FORM, tryForm } from './try-form.js';

/** A row with a header and its meaning. The forms that send a call look it up by its id. */
const headerRow = (word: string, meaning: string, extra: string): string =>
  `<div id="header-${escapeHtml(word.toLowerCase())}">${pageRow(`<code>${escapeHtml(word)}</code>`, '', `<div class="meaning">${meaning}</div>${extra}`)}</div>`;

const headerLink = (name: string): string =>
  `<a href="#header-${escapeHtml(name.toLowerCase())}"><code>${escapeHtml(name)}</code></a>`;

class Page {
  constructor(private readonly document: JsonObject) {}

  private resolved(value: JsonValue | undefined): JsonObject {
    return resolveReference(this.document, value);
  }

  private parameters(operation: JsonObject): string {
    const rows = listIn(operation['parameters']).map((value) => {
      const parameter = objectIn(value);
      const location = textIn(parameter['in']);
      const name = `<code>${escapeHtml(textIn(parameter['name']))}</code>${location === 'query' ? '' : ` ${softText(location)}`}`;
      return fieldRow(name, parameter, objectIn(parameter['schema']));
    });
    return rows.length === 0 ? '' : `<h3>Parameters</h3>${rows.join('')}`;
  }

  private content(value: JsonObject): string {
    const media = objectIn(objectIn(value['content'])['application/json']);
    if (Object.keys(media).length === 0) return '';
    const examples = Object.entries(objectIn(media['examples'])).map(
      ([name, example]) =>
        `<details><summary>Example: ${escapeHtml(name.replaceAll('_', ' '))}</summary>${codeSample(JSON.stringify(objectIn(example)['value'], null, 2), `Example: ${name.replaceAll('_', ' ')}`)}</details>`,
    );
    return `${typeInWords(objectIn(media['schema']))}${examples.join('')}`;
  }

  private responses(operation: JsonObject): string {
    const rows = Object.entries(objectIn(operation['responses'])).map(([status, value]) => {
      const answer = this.resolved(value);
      const headers = Object.keys(objectIn(answer['headers'])).filter((name) => !COMMON_HEADERS.has(name));
      const headerLinks = headers.length === 0 ? '' : `<p>Headers: ${headers.map(headerLink).join(' ')}</p>`;
      return pageRow(
        `<code class="status s${escapeHtml(status.slice(0, 1))}">${escapeHtml(status)}</code>`,
        '',
        `<div data-status="${escapeHtml(status)}">${renderMarks(textIn(answer['description']))}${this.content(answer)}${headerLinks}</div>`,
      );
    });
    return `<h3>Answers</h3>${rows.join('')}`;
  }

  private operation(path: string, method: string, operation: JsonObject): string {
    const body = objectIn(operation['requestBody']);
    const bodyPart = Object.keys(body).length === 0 ? '' : `<h3>Body</h3>${this.content(body)}`;
    const callLine = `<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`;
    return `<section id="${escapeHtml(textIn(operation['operationId']))}"><h2>${escapeHtml(textIn(operation['summary']))}</h2>${callLine}${renderMarks(textIn(operation['description']))}${this.parameters(operation)}${bodyPart}${this.responses(operation)}${tryForm(this.document, { path, method, operation })}</section>`;
  }

  private operations(): readonly { path: string; method: string; operation: JsonObject }[] {
    return Object.entries(objectIn(this.document['paths'])).flatMap(([path, methods]) =>
      Object.entries(objectIn(methods)).map(([method, operation]) => ({
        path,
        method,
        operation: objectIn(operation),
      })),
    );
  }

  private schemas(): string {
    const schemas = objectIn(objectIn(this.document['components'])['schemas']);
    return Object.entries(schemas)
      .map(([name, value]) => {
        const schema = objectIn(value);
        const fields = fieldRows(schema);
        const content = fields === '' ? `<p>${typeInWords(schema)}</p>` : fields;
        return `<section id="schema-${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${renderMarks(textIn(schema['description']))}${content}</section>`;
      })
      .join('');
  }

  private headers(): string {
    const headers = objectIn(objectIn(this.document['components'])['headers']);
    return Object.entries(headers)
      .map(([name, value]) => {
        const { description, example = '' } = objectIn(value);
        const exampleLine = `<p class="soft">Such as <code>${escapeHtml(valueAsText(example))}</code></p>`;
        return headerRow(name, renderMarks(textIn(description)), exampleLine);
      })
      .join('');
  }

  html(): string {
    const info = objectIn(this.document['info']);
    const title = `${textIn(info['title'])} ${textIn(info['version'])}`;
    const operations = this.operations();
    const menu = operations
      .map(
        ({ path, method, operation }) =>
          `<li><a href="#${escapeHtml(textIn(operation['operationId']))}">${escapeHtml(textIn(operation['summary']))}<span class="soft">${method.toUpperCase()} ${escapeHtml(path)}</span></a></li>`,
      )
      .join('');
    const sections = operations.map(({ path, method, operation }) => this.operation(path, method, operation));
    return htmlDocument({
      title,
      menu: `<ul><li><a href="#try">Try a call</a></li>${menu}<li><a href="/docs/errors">Errors and reasons<span class="soft">each code, and what to do</span></a></li><li><a href="#headers">Headers</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/docs/blocks">The blocks<span class="soft">each with its source, reasons and an example</span></a></li><li><a href="/openapi.json">openapi.json<span class="soft">the same for machines</span></a></li><li><a href="/docs/assets/company-data.postman_collection.json" download>Postman collection<span class="soft">every call, for Bruno and Insomnia too</span></a></li></ul>`,
      main: `${renderMarks(textIn(info['description']))}${KEY_FORM}${sections.join('')}<section id="headers"><h2>Headers</h2>${this.headers()}</section><section id="schemas"><h2>Schemas</h2></section>${this.schemas()}`,
      scripts: ['try-call.mjs'],
    });
  }
}

/** Headers of nearly every answer. The introduction explains them, so the answers do not list them. */
const COMMON_HEADERS = new Set(['X-Request-ID', 'RateLimit-Policy', 'RateLimit']);

export const renderDocsPage = (document: JsonObject): string => new Page(document).html();
