/** The description as a page to read, and to send calls from; no other host. */
import type { JsonObject, JsonValue } from '../shared/json.js';
import { REASONS, type ReasonDefinition } from '../shared/reason-code.js';
import { REFUSALS, type RefusalDefinition } from '../shared/refusal-code.js';
import { listOf, objectOf, resolvedIn, textOf, textOfJson } from './openapi-json.js';
import { escaped, mark, marked, pageOf, row, sample } from './page-parts.js';
import { describedRow, fieldRows, typeInWords } from './schema-words.js';
import { KEY_FORM, tryForm } from './try-form.js';

/** A word of answers and what it means: forms that try a call look it up by its id. */
const meaningOf = (
  kind: 'code' | 'header',
  word: string,
  { meaning, more = '' }: { readonly meaning: string; readonly more?: string },
): string =>
  `<div id="${kind}-${escaped(word.toLowerCase())}">${row(`<code>${escaped(word)}</code>`, '', `<div class="meaning">${meaning}</div>${more}`)}</div>`;

const headerLink = (name: string): string =>
  `<a href="#header-${escaped(name.toLowerCase())}"><code>${escaped(name)}</code></a>`;

/** Every `detail` and `reason`, once: a code that is both means the same. */
function codes(): string {
  const refusals: [string, RefusalDefinition][] = Object.entries(REFUSALS);
  const reasons: [string, ReasonDefinition][] = Object.entries(REASONS);
  const refused = refusals.map(([word, { meaning, status }]) =>
    meaningOf('code', word, { meaning: marked(`${meaning} (${status})`) }),
  );
  const others = reasons.filter(([word]) => !(word in REFUSALS));
  const reasoned = others.map(([word, { meaning, retry_suggested }]) =>
    meaningOf('code', word, {
      meaning: marked(`${meaning}${retry_suggested ? ' Asking again may help.' : ''}`),
    }),
  );
  return [...refused, ...reasoned].join('');
}

class Page {
  constructor(private readonly document: JsonObject) {}

  private resolved(value: JsonValue | undefined): JsonObject {
    return resolvedIn(this.document, value);
  }

  private parameters(operation: JsonObject): string {
    const rows = listOf(operation['parameters']).map((value) => {
      const parameter = objectOf(value);
      const place = textOf(parameter['in']);
      const name = `<code>${escaped(textOf(parameter['name']))}</code>${place === 'query' ? '' : ` ${mark(place)}`}`;
      return describedRow(name, parameter, objectOf(parameter['schema']));
    });
    return rows.length === 0 ? '' : `<h3>Parameters</h3>${rows.join('')}`;
  }

  private content(value: JsonObject): string {
    const media = objectOf(objectOf(value['content'])['application/json']);
    if (Object.keys(media).length === 0) return '';
    const examples = Object.entries(objectOf(media['examples'])).map(
      ([name, example]) =>
        `<details><summary>Example: ${escaped(name.replaceAll('_', ' '))}</summary>${sample(JSON.stringify(objectOf(example)['value'], null, 2), `Example: ${name.replaceAll('_', ' ')}`)}</details>`,
    );
    return `${typeInWords(objectOf(media['schema']))}${examples.join('')}`;
  }

  private responses(operation: JsonObject): string {
    const rows = Object.entries(objectOf(operation['responses'])).map(([status, value]) => {
      const answer = this.resolved(value);
      const headers = Object.keys(objectOf(answer['headers'])).filter((name) => !EVERYWHERE.has(name));
      const named = headers.length === 0 ? '' : `<p>Headers: ${headers.map(headerLink).join(' ')}</p>`;
      return row(
        `<code class="status s${escaped(status.slice(0, 1))}">${escaped(status)}</code>`,
        '',
        `<div data-status="${escaped(status)}">${marked(textOf(answer['description']))}${this.content(answer)}${named}</div>`,
      );
    });
    return `<h3>Answers</h3>${rows.join('')}`;
  }

  private operation(path: string, method: string, operation: JsonObject): string {
    const body = objectOf(operation['requestBody']);
    const asked = Object.keys(body).length === 0 ? '' : `<h3>Body</h3>${this.content(body)}`;
    const called = `<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${escaped(path)}</code></p>`;
    return `<section id="${escaped(textOf(operation['operationId']))}"><h2>${escaped(textOf(operation['summary']))}</h2>${called}${marked(textOf(operation['description']))}${this.parameters(operation)}${asked}${this.responses(operation)}${tryForm(this.document, { path, method, operation })}</section>`;
  }

  private operations(): readonly { path: string; method: string; operation: JsonObject }[] {
    return Object.entries(objectOf(this.document['paths'])).flatMap(([path, methods]) =>
      Object.entries(objectOf(methods)).map(([method, operation]) => ({
        path,
        method,
        operation: objectOf(operation),
      })),
    );
  }

  private schemas(): string {
    const schemas = objectOf(objectOf(this.document['components'])['schemas']);
    return Object.entries(schemas)
      .map(([name, value]) => {
        const schema = objectOf(value);
        const fields = fieldRows(schema);
        const brief = fields === '' ? `<p>${typeInWords(schema)}</p>` : fields;
        return `<section id="schema-${escaped(name)}"><h2>${escaped(name)}</h2>${marked(textOf(schema['description']))}${brief}</section>`;
      })
      .join('');
  }

  private headers(): string {
    const headers = objectOf(objectOf(this.document['components'])['headers']);
    return Object.entries(headers)
      .map(([name, value]) => {
        const { description, example = '' } = objectOf(value);
        const such = `<p class="soft">Such as <code>${escaped(textOfJson(example))}</code></p>`;
        return meaningOf('header', name, { meaning: marked(textOf(description)), more: such });
      })
      .join('');
  }

  html(): string {
    const info = objectOf(this.document['info']);
    const title = `${textOf(info['title'])} ${textOf(info['version'])}`;
    const operations = this.operations();
    const menu = operations
      .map(
        ({ path, method, operation }) =>
          `<li><a href="#${escaped(textOf(operation['operationId']))}">${escaped(textOf(operation['summary']))}<span class="soft">${method.toUpperCase()} ${escaped(path)}</span></a></li>`,
      )
      .join('');
    const sections = operations.map(({ path, method, operation }) => this.operation(path, method, operation));
    return pageOf({
      title,
      menu: `<ul><li><a href="#try">Try a call</a></li>${menu}<li><a href="#codes">Codes of refusals and reasons</a></li><li><a href="#headers">Headers</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/docs/blocks">The blocks<span class="soft">each with its source, reasons and an example</span></a></li><li><a href="/openapi.json">openapi.json<span class="soft">the same for machines</span></a></li><li><a href="/docs/assets/company-data.postman_collection.json" download>Postman collection<span class="soft">every call, for Bruno and Insomnia too</span></a></li></ul>`,
      main: `${marked(textOf(info['description']))}${KEY_FORM}${sections.join('')}<section id="codes"><h2>Codes of refusals and reasons</h2>${codes()}</section><section id="headers"><h2>Headers</h2>${this.headers()}</section><section id="schemas"><h2>Schemas</h2></section>${this.schemas()}`,
      scripts: ['try-call.mjs'],
    });
  }
}

/** Headers of nearly every answer: the introduction names them. */
const EVERYWHERE = new Set(['X-Request-ID', 'RateLimit-Policy', 'RateLimit']);

export const docsPage = (document: JsonObject): string => new Page(document).html();
