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
    const rows = Object.entries(objectOf(schema['properties'])).map(([name, field]) => {
      const mark = required.includes(name) ? '' : ' <span class="soft">optional</span>';
      const nested = objectOf(field)['type'] === 'object' ? this.fields(objectOf(field)) : '';
      return `<tr><td><code>${escaped(name)}</code>${mark}</td><td>${this.typed(field)}</td><td>${marked(textOf(objectOf(field)['description']))}${nested}</td></tr>`;
    });
    return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
  }

  private parameters(operation: JsonObject): string {
    const rows = listOf(operation['parameters']).map((value) => {
      const parameter = objectOf(value);
      return `<tr><td><code>${escaped(textOf(parameter['name']))}</code> <span class="soft">${escaped(textOf(parameter['in']))}</span></td><td>${this.typed(parameter['schema'])}</td><td>${marked(textOf(parameter['description']))}</td></tr>`;
    });
    return rows.length === 0 ? '' : `<h4>Parameters</h4><table>${rows.join('')}</table>`;
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
      return `<tr><td><code>${escaped(status)}</code></td><td>${marked(textOf(answer['description']))}${this.content(answer)}</td></tr>`;
    });
    return `<h4>Answers</h4><table>${rows.join('')}</table>`;
  }

  private operation(path: string, method: string, operation: JsonObject): string {
    const body = objectOf(operation['requestBody']);
    const asked = Object.keys(body).length === 0 ? '' : `<h4>Body</h4><p>${this.content(body)}</p>`;
    return `<section id="${escaped(textOf(operation['operationId']))}"><h3><span class="method">${method.toUpperCase()}</span> ${escaped(path)}</h3>${marked(textOf(operation['description']))}${this.parameters(operation)}${asked}${this.responses(operation)}</section>`;
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
        return `<section id="schema-${escaped(name)}"><h3>${escaped(name)}</h3>${marked(textOf(schema['description']))}${brief}</section>`;
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
          `<li><a href="#${escaped(textOf(operation['operationId']))}">${method.toUpperCase()} ${escaped(path)}</a></li>`,
      )
      .join('');
    const sections = operations.map(({ path, method, operation }) => this.operation(path, method, operation));
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><nav><h1>${escaped(title)}</h1><ul>${menu}<li><a href="#schemas">Schemas</a></li><li><a href="/openapi.json">openapi.json</a></li></ul></nav><main>${marked(textOf(info['description']))}${sections.join('')}<h2 id="schemas">Schemas</h2>${this.schemas()}</main></body></html>`;
  }
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8889}
body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:18rem minmax(0,60rem);gap:2rem}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);box-sizing:border-box}
nav h1{font-size:1.1rem}nav ul{list-style:none;padding:0}nav li{margin:.35rem 0;font-size:.85rem;overflow-wrap:anywhere}
main{padding:1rem 1rem 6rem}section{border-top:1px solid var(--line);padding-top:.5rem;margin-top:2rem}
h3{overflow-wrap:anywhere}.method{font-size:.8em;border:1px solid var(--line);border-radius:.3em;padding:.1em .4em}
table{border-collapse:collapse;width:100%;table-layout:fixed}td{border-top:1px solid var(--line);padding:.3rem .5rem;vertical-align:top;overflow-wrap:anywhere}
td:first-child{width:28%}td p{margin:.1rem 0}.soft{opacity:.6;font-size:.85em}
code,pre{font:.85em ui-monospace,monospace}pre{overflow:auto;border:1px solid var(--line);border-radius:.4em;padding:.6rem}
@media(max-width:60rem){body{display:block}nav{position:static;height:auto;border:0}}`;

export const docsPage = (document: JsonObject): string => new Page(document).html();
