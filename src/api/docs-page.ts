/** The description as a page to read, and to send calls from; no other host. */
import type { JsonObject, JsonValue } from '../shared/json.js';
import { REASONS, type ReasonDefinition } from '../shared/reason-code.js';
import { REFUSALS, type RefusalDefinition } from '../shared/refusal-code.js';
import { listOf, objectOf, resolvedIn, textOf, textOfJson } from './openapi-json.js';
import { escaped, mark, marked, pageOf, row, sample } from './page-parts.js';
import { KEY_FORM, tryForm } from './try-form.js';

/** What a value may be, beyond its type. */
function bounds(schema: JsonObject): string {
  const { minimum, maximum, maxLength, minItems, default: fallback } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? [`${textOfJson(minimum)} to ${textOfJson(maximum)}`]
      : minimum !== undefined
        ? [`from ${textOfJson(minimum)}`]
        : [];
  const words = [
    ...range,
    ...(maxLength === undefined ? [] : [`at most ${textOfJson(maxLength)} characters`]),
    ...(minItems === 1 ? ['at least one'] : []),
    ...(fallback === undefined ? [] : [`default ${textOfJson(fallback)}`]),
  ];
  return words.length === 0 ? '' : ` ${mark(words.join(', '))}`;
}

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

  /** A schema in a few words, linked where it has a name. */
  private typed(value: JsonValue | undefined): string {
    const schema = objectOf(value);
    const reference = textOf(schema['$ref']);
    if (reference !== '') {
      const name = reference.slice(reference.lastIndexOf('/') + 1);
      return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`;
    }
    const choices = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
    if (choices.length > 0) return choices.map((choice) => this.typed(choice)).join(' or ');
    if ('const' in schema) return `<code>${escaped(JSON.stringify(schema['const']))}</code>`;
    const words = listOf(schema['enum']);
    if (words.length > 0) return words.map((word) => `<code>${escaped(textOf(word))}</code>`).join(' ');
    if (schema['type'] === 'array') return `list of ${this.typed(schema['items'])}`;
    const types = typeof schema['type'] === 'string' ? [schema['type']] : listOf(schema['type']).map(textOf);
    return escaped(types.length === 0 ? 'any' : types.join(' or '));
  }

  private fields(schema: JsonObject): string {
    const required = listOf(schema['required']);
    return Object.entries(objectOf(schema['properties']))
      .map(([name, value]) => {
        const field = objectOf(value);
        const optional = required.includes(name) ? '' : ` ${mark('optional')}`;
        const nested = field['type'] === 'object' ? this.fields(field) : '';
        return row(
          `<code>${escaped(name)}</code>${optional}`,
          `${this.typed(field)}${bounds(field)}`,
          `${marked(textOf(field['description']))}${nested}`,
        );
      })
      .join('');
  }

  private parameters(operation: JsonObject): string {
    const rows = listOf(operation['parameters']).map((value) => {
      const parameter = objectOf(value);
      const place = textOf(parameter['in']);
      const schema = objectOf(parameter['schema']);
      return row(
        `<code>${escaped(textOf(parameter['name']))}</code>${place === 'query' ? '' : ` ${mark(place)}`}`,
        `${this.typed(schema)}${bounds(schema)}`,
        marked(textOf(parameter['description'])),
      );
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
    return `${this.typed(media['schema'])}${examples.join('')}`;
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
        const fields = this.fields(schema);
        const brief = fields === '' ? `<p>${this.typed(schema)}</p>` : fields;
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
      menu: `<ul><li><a href="#try">Try a call</a></li>${menu}<li><a href="#codes">Codes of refusals and reasons</a></li><li><a href="#headers">Headers</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/docs/blocks">The blocks<span class="soft">each with its source, reasons and an example</span></a></li><li><a href="/openapi.json">openapi.json<span class="soft">the same for machines</span></a></li></ul>`,
      main: `${marked(textOf(info['description']))}${KEY_FORM}${sections.join('')}<section id="codes"><h2>Codes of refusals and reasons</h2>${codes()}</section><section id="headers"><h2>Headers</h2>${this.headers()}</section><section id="schemas"><h2>Schemas</h2></section>${this.schemas()}`,
      scripts: ['try-call.mjs'],
    });
  }
}

/** Headers of nearly every answer: the introduction names them. */
const EVERYWHERE = new Set(['X-Request-ID', 'RateLimit-Policy', 'RateLimit']);

export const docsPage = (document: JsonObject): string => new Page(document).html();
