/** The description as a page to read: one file of HTML, no script, no other host. */
import type { JsonObject, JsonValue } from '../shared/json.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const textOfJson = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Left: name and type. Right: meaning. On a narrow screen one above the other. */
const row = (name: string, kind: string, text: string): string =>
  `<div class="row"><div>${name}${kind === '' ? '' : `<div class="kind">${kind}</div>`}</div><div>${text}</div></div>`;

const mark = (text: string): string => `<span class="soft">${escaped(text)}</span>`;

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

/** The few marks that our own descriptions use: paragraphs, lists, `code` and **strong**. */
function marked(text: string): string {
  const inline = (line: string): string =>
    escaped(line)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
  return text
    .split('\n\n')
    .map((part) =>
      part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map((line) => `<li>${inline(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${inline(part)}</p>`,
    )
    .join('');
}

class Page {
  constructor(private readonly document: JsonObject) {}

  /** What a reference stands for. */
  private resolved(value: JsonValue | undefined): JsonObject {
    const reference = textOf(objectOf(value)['$ref']);
    if (reference === '') return objectOf(value);
    return reference
      .slice(2)
      .split('/')
      .reduce<JsonObject>((at, name) => objectOf(at[name]), this.document);
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
        `<details><summary>Example: ${escaped(name.replaceAll('_', ' '))}</summary><pre>${escaped(JSON.stringify(objectOf(example)['value'], null, 2))}</pre></details>`,
    );
    return `${this.typed(media['schema'])}${examples.join('')}`;
  }

  private responses(operation: JsonObject): string {
    const rows = Object.entries(objectOf(operation['responses'])).map(([status, value]) => {
      const answer = this.resolved(value);
      const headers = Object.keys(objectOf(answer['headers'])).filter((name) => !EVERYWHERE.has(name));
      const named =
        headers.length === 0
          ? ''
          : `<p>Headers: ${headers.map((name) => `<code>${escaped(name)}</code>`).join(' ')}</p>`;
      return row(
        `<code class="status s${escaped(status.slice(0, 1))}">${escaped(status)}</code>`,
        '',
        `${marked(textOf(answer['description']))}${this.content(answer)}${named}`,
      );
    });
    return `<h3>Answers</h3>${rows.join('')}`;
  }

  private operation(path: string, method: string, operation: JsonObject): string {
    const body = objectOf(operation['requestBody']);
    const asked = Object.keys(body).length === 0 ? '' : `<h3>Body</h3>${this.content(body)}`;
    const called = `<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${escaped(path)}</code></p>`;
    return `<section id="${escaped(textOf(operation['operationId']))}"><h2>${escaped(textOf(operation['summary']))}</h2>${called}${marked(textOf(operation['description']))}${this.parameters(operation)}${asked}${this.responses(operation)}</section>`;
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
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><nav><h1>${escaped(title)}</h1><ul>${menu}<li><a href="#schemas">Schemas</a></li><li><a href="/openapi.json">openapi.json<span class="soft">the same for machines</span></a></li></ul></nav><main>${marked(textOf(info['description']))}${sections.join('')}<h1 id="schemas">Schemas</h1>${this.schemas()}</main></body></html>`;
  }
}

/** Headers of nearly every answer: the introduction names them. */
const EVERYWHERE = new Set(['X-Request-ID', 'RateLimit-Policy', 'RateLimit']);

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--tint:#8881;--link:#0b5fb0;--good:#1a7f37;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--link:#7db7f0;--good:#57c475;--bad:#f28b82}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:19rem minmax(0,62rem)}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem 1rem;border-right:1px solid var(--line);background:var(--tint)}
nav h1{font-size:1.1rem;margin:0 0 1rem}nav ul{list-style:none;margin:0;padding:0}nav li{margin:.55rem 0;line-height:1.3}nav .soft{display:block}
main{padding:1rem 2.5rem 6rem}section{border-top:1px solid var(--line);padding-top:.5rem;margin-top:2.5rem}
h2{margin:.75rem 0 .25rem;font-size:1.35rem;overflow-wrap:anywhere}h3{margin:1.75rem 0 .5rem;font-size:1rem}p{margin:.5rem 0}
.call{margin:.25rem 0 1rem;overflow-wrap:anywhere}.method{font:600 .8em ui-monospace,monospace;border:1px solid var(--line);border-radius:.3em;padding:.15em .45em}
.row{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:.25rem 1.5rem;border-top:1px solid var(--line);padding:.5rem 0;overflow-wrap:anywhere}
.row .row{grid-template-columns:minmax(0,1fr);padding-left:.75rem;border-left:2px solid var(--line)}
.row p:first-child{margin-top:0}.row p:last-child{margin-bottom:0}ul{padding-left:1.25rem}
.kind{font-size:.85em}.soft{opacity:.7;font-size:.85em}
.status{font-weight:600}.s2,.s3{color:var(--good)}.s4,.s5{color:var(--bad)}
code,pre{font:.875em ui-monospace,monospace}
pre{overflow:auto;max-height:32rem;background:var(--tint);border:1px solid var(--line);border-radius:.4em;padding:.6rem;margin:.4rem 0}
summary{cursor:pointer;font-size:.9em}details{margin:.25rem 0}
@media(max-width:60rem){body{display:block}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line)}main{padding:1rem 1rem 4rem}}
@media(max-width:40rem){.row{grid-template-columns:minmax(0,1fr)}}
@media print{body{display:block}nav{display:none}}`;

export const docsPage = (document: JsonObject): string => new Page(document).html();
