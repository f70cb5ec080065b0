/** Renders `/docs/operations/{operation}`: a form that sends the call, its parameters, body and answers. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { listIn, objectIn, resolveReference, textIn, valueAsText } from '../openapi-json.js';
import { codeSample, escapeHtml, pageRow, renderMarks, softText, type PageContent } from './page-parts.js';
import { fieldRow, typeInWords } from './schema-words.js';
import type { DescribedOperation } from './site-menu.js';
import { tryForm } from './try-form.js';

/** The headers of nearly every answer. Answers don't list them; the section on headers explains them. */
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

function parametersSection(operation: JsonObject): string {
  const rows = listIn(operation['parameters']).map((value) => {
    const parameter = objectIn(value);
    const location = textIn(parameter['in']);
    const name = `<code>${escapeHtml(textIn(parameter['name']))}</code>${location === 'query' ? '' : ` ${softText(location)}`}`;
    const row = fieldRow(name, parameter, objectIn(parameter['schema']));
    return `<div id="parameter-${escapeHtml(textIn(parameter['name']).toLowerCase())}">${row}</div>`;
  });
  return rows.length === 0 ? '' : `<section id="parameters"><h2>Parameters</h2>${rows.join('')}</section>`;
}

/** Renders the type of a body and its examples; an empty text where there is no body. */
function bodyContent(request: JsonObject): string {
  const media = objectIn(objectIn(request['content'])['application/json']);
  if (Object.keys(media).length === 0) return '';
  const examples = Object.entries(objectIn(media['examples'])).map(([key, example]) => {
    const name = `Example: ${key.replaceAll('_', ' ')}`;
    const text = JSON.stringify(objectIn(example)['value'], null, 2);
    return `<details><summary>${escapeHtml(name)}</summary>${codeSample(text, name)}</details>`;
  });
  return `${typeInWords(objectIn(media['schema']))}${examples.join('')}`;
}

function bodySection(operation: JsonObject): string {
  const content = bodyContent(objectIn(operation['requestBody']));
  return content === '' ? '' : `<section id="body"><h2>Body</h2>${content}</section>`;
}

function answerRow(status: string, answer: JsonObject): string {
  const headers = Object.keys(objectIn(answer['headers'])).filter((name) => !COMMON_HEADERS.has(name));
  const headerLinks = headers.length === 0 ? '' : `<p>Headers: ${headers.map(headerLink).join(' ')}</p>`;
  return pageRow(
    `<code class="status s${escapeHtml(status.slice(0, 1))}">${escapeHtml(status)}</code>`,
    '',
    `<div data-status="${escapeHtml(status)}">${renderMarks(textIn(answer['description']))}${bodyContent(answer)}${headerLinks}</div>`,
  );
}

export function operationPage(document: JsonObject, describedOperation: DescribedOperation): PageContent {
  const { path, method, operation } = describedOperation;
  const callLine = `<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`;
  const answers = Object.entries(objectIn(operation['responses'])).map(([status, value]) =>
    answerRow(status, resolveReference(document, value)),
  );
  const headers = Object.entries(objectIn(objectIn(document['components'])['headers'])).map(([name, value]) =>
    headerRow(name, objectIn(value)),
  );
  const sections = [
    parametersSection(operation),
    bodySection(operation),
    `<section id="answers"><h2>Answers</h2>${answers.join('')}</section>`,
    `<section id="headers"><h2>Headers of answers</h2>${headers.join('')}</section>`,
  ];
  return {
    title: textIn(operation['summary']),
    menu: '',
    main: `${callLine}${tryForm(document, describedOperation)}${renderMarks(textIn(operation['description']))}${sections.join('')}`,
  };
}
