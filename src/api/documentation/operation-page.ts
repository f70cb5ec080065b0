/** Renders `/docs/operations/{operation}`: a form that sends the call, its parameters, body and answers. */
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { listIn, objectIn, resolveReference, textIn, valueAsText } from '../openapi-json.js';
import { codeSample, escapeHtml, pageRow, renderMarks, softText, type PageContent } from './page-parts.js';
import { fieldRow, typeInWords } from './schema-words.js';
import type { DescribedOperation } from './site-menu.js';
import { tryForm } from './try-form.js';

/**
 * The headers of nearly every answer. The section on headers explains them, so the answers do not list them.
 */
const COMMON_HEADERS = new Set(['X-Request-ID', 'RateLimit-Policy', 'RateLimit']);

const headerLink = (name: string): string =>
  `<a href="#header-${escapeHtml(name.toLowerCase())}"><code>${escapeHtml(name)}</code></a>`;

/** Renders a header with its meaning. The form looks up the meaning by the id. */
function headerRow(name: string, header: JsonObject): string {
  const { description, example = '' } = header;
  const meaning = `<div class="meaning">${renderMarks(textIn(description))}</div>`;
  const sample = `<p class="soft">Such as <code>${escapeHtml(valueAsText(example))}</code></p>`;
  return `<div id="header-${escapeHtml(name.toLowerCase())}">${pageRow(`<code>${escapeHtml(name)}</code>`, '', `${meaning}${sample}`)}</div>`;
}

class OperationPage {
  constructor(
    private readonly document: JsonObject,
    private readonly describedOperation: DescribedOperation,
  ) {}

  private resolved(value: JsonValue | undefined): JsonObject {
    return resolveReference(this.document, value);
  }

  private parameters(): string {
    const rows = listIn(this.describedOperation.operation['parameters']).map((value) => {
      const parameter = objectIn(value);
      const location = textIn(parameter['in']);
      const name = `<code>${escapeHtml(textIn(parameter['name']))}</code>${location === 'query' ? '' : ` ${softText(location)}`}`;
      const row = fieldRow(name, parameter, objectIn(parameter['schema']));
      return `<div id="parameter-${escapeHtml(textIn(parameter['name']).toLowerCase())}">${row}</div>`;
    });
    return rows.length === 0 ? '' : `<section id="parameters"><h2>Parameters</h2>${rows.join('')}</section>`;
  }

  private bodyContent(answer: JsonObject): string {
    const media = objectIn(objectIn(answer['content'])['application/json']);
    if (Object.keys(media).length === 0) return '';
    const examples = Object.entries(objectIn(media['examples'])).map(([key, example]) => {
      const name = `Example: ${key.replaceAll('_', ' ')}`;
      const text = JSON.stringify(objectIn(example)['value'], null, 2);
      return `<details><summary>${escapeHtml(name)}</summary>${codeSample(text, name)}</details>`;
    });
    return `${typeInWords(objectIn(media['schema']))}${examples.join('')}`;
  }

  private body(): string {
    const body = objectIn(this.describedOperation.operation['requestBody']);
    return Object.keys(body).length === 0
      ? ''
      : `<section id="body"><h2>Body</h2>${this.bodyContent(body)}</section>`;
  }

  private answers(): string {
    const rows = Object.entries(objectIn(this.describedOperation.operation['responses'])).map(
      ([status, value]) => {
        const answer = this.resolved(value);
        const headers = Object.keys(objectIn(answer['headers'])).filter((name) => !COMMON_HEADERS.has(name));
        const headerLinks =
          headers.length === 0 ? '' : `<p>Headers: ${headers.map(headerLink).join(' ')}</p>`;
        return pageRow(
          `<code class="status s${escapeHtml(status.slice(0, 1))}">${escapeHtml(status)}</code>`,
          '',
          `<div data-status="${escapeHtml(status)}">${renderMarks(textIn(answer['description']))}${this.bodyContent(answer)}${headerLinks}</div>`,
        );
      },
    );
    return `<section id="answers"><h2>Answers</h2>${rows.join('')}</section>`;
  }

  private headers(): string {
    const headers = objectIn(objectIn(this.document['components'])['headers']);
    const rows = Object.entries(headers).map(([name, value]) => headerRow(name, objectIn(value)));
    return `<section id="headers"><h2>Headers of answers</h2>${rows.join('')}</section>`;
  }

  page(): PageContent {
    const { path, method, operation } = this.describedOperation;
    const callLine = `<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`;
    const form = tryForm(this.document, this.describedOperation);
    const parts = [this.parameters(), this.body(), this.answers(), this.headers()];
    return {
      title: textIn(operation['summary']),
      menu: '',
      main: `${callLine}${form}${renderMarks(textIn(operation['description']))}${parts.join('')}`,
    };
  }
}

export const operationPage = (document: JsonObject, operation: DescribedOperation): PageContent =>
  new OperationPage(document, operation).page();
