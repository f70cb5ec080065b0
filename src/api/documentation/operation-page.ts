/** Renders `/docs/operations/{operation}`: a form that sends the call, its parameters, body and answers. */
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { listIn, objectIn, resolveReference, textIn, valueAsText } from '../openapi-json.js';
import { codeSample, escapeHtml, pageRow, renderMarks, softText, type PageContent } from './page-parts.js';
import { fieldRow, typeInWords } from './schema-words.js';
import type { DescribedOperation } from './site-menu.js';

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

/** The headers that the browser sets itself. The form has no field for them. */
const BROWSER_HEADERS: ReadonlySet<string> = new Set(['Content-Encoding']);

/** The number of fields that are visible at first. The others are in a part that the reader opens. */
const VISIBLE_FIELD_COUNT = 5;

const option = (value: string, label = value): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`;

const select = (attributes: string, values: readonly string[], fallback: JsonValue | undefined): string => {
  const notSent = fallback === undefined ? 'not sent' : `not sent (${valueAsText(fallback)})`;
  return `<select ${attributes}>${option('', notSent)}${values.map((value) => option(value)).join('')}</select>`;
};

/** The values that are ticked at first, by field. They are few, because all blocks would be a costly call. */
const TICKED_AT_FIRST: Readonly<Record<string, readonly string[]>> = {
  blocks: ['company_identity', 'registered_address'],
};

const checkboxes = (values: readonly string[], ticked: readonly string[]): string =>
  `<div class="boxes">${values.map((value) => `<label><input type="checkbox" value="${escapeHtml(value)}"${ticked.includes(value) ? ' checked' : ''}> <code>${escapeHtml(value)}</code></label>`).join('')}</div>`;

/** Returns the type by which the code samples write a field's value. */
const sampleType = ({ type }: JsonObject): string => {
  const [kind = 'string'] = listIn(Array.isArray(type) ? type : [type ?? 'string']).map(textIn);
  return kind === 'integer' ? 'number' : kind;
};

const hint = (id: string, description: string): string =>
  `<div class="hint" id="${id}-about">${renderMarks(description)}</div>`;

/** The buttons that choose the language of the code sample. `assets/samples.mjs` writes the samples. */
const LANGUAGES = `<p class="field-row" role="group" aria-label="Language">${[
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
]
  .map(
    ([language, name], index) =>
      `<button type="button" data-language="${language}" aria-pressed="${index === 0}">${name}</button>`,
  )
  .join(' ')}</p>`;

/** Returns the values that a field may have; none if they are not listed. */
const allowedValues = (schema: JsonObject): readonly string[] =>
  schema['type'] === 'boolean' ? ['true', 'false'] : listIn(schema['enum']).map(textIn);

/** @param formId the id of the form, escaped */
function formField(document: JsonObject, formId: string, parameter: JsonObject): string {
  const name = textIn(parameter['name']);
  const id = `${formId}-${escapeHtml(name)}`;
  const about = textIn(parameter['description']);
  const schema = resolveReference(document, parameter['schema']);
  const dataAttributes = `data-name="${escapeHtml(name)}" data-in="${escapeHtml(textIn(parameter['in']))}" data-kind="${escapeHtml(sampleType(schema))}"`;
  const itemValues = allowedValues(resolveReference(document, schema['items']));
  const required = parameter['required'] === true;
  const optionalMark = required ? '' : ` ${softText('optional')}`;
  if (itemValues.length > 0)
    return `<fieldset class="field" ${dataAttributes} aria-describedby="${id}-about"><legend><code>${escapeHtml(name)}</code>${optionalMark}</legend>${checkboxes(itemValues, TICKED_AT_FIRST[name] ?? [])}${hint(id, about)}</fieldset>`;
  const example = parameter['example'] ?? schema['default'];
  const attributes = `id="${id}" ${dataAttributes} aria-describedby="${id}-about"${required ? ' required' : ''}`;
  const placeholder = example === undefined ? '' : ` placeholder="${escapeHtml(valueAsText(example))}"`;
  const values = allowedValues(schema);
  const control =
    values.length > 0
      ? select(attributes, values, schema['default'])
      : `<input type="text" autocomplete="off" spellcheck="false" ${attributes}${placeholder}>`;
  return `<div class="field"><label for="${id}"><code>${escapeHtml(name)}</code>${optionalMark}</label><div>${control}${hint(id, about)}</div></div>`;
}

function bodyField(formId: string, operation: JsonObject): string {
  const media = objectIn(objectIn(objectIn(operation['requestBody'])['content'])['application/json']);
  const [example] = Object.values(objectIn(media['examples']));
  if (example === undefined) return '';
  const text = JSON.stringify(objectIn(example)['value'], null, 2);
  const id = `${formId}-body`;
  return `<div class="field"><label for="${id}">Body</label><div><textarea id="${id}" rows="16" spellcheck="false" autocomplete="off" data-in="body">${escapeHtml(text)}</textarea></div></div>`;
}

/** Renders the form. It is hidden until the script has loaded. */
function tryForm(document: JsonObject, { id, path, method, operation }: DescribedOperation): string {
  const formId = escapeHtml(id);
  const needsNoKey = operation['security'] !== undefined;
  const fields = listIn(operation['parameters'])
    .map(objectIn)
    .filter(({ name }) => !BROWSER_HEADERS.has(textIn(name)))
    .map((parameter) => formField(document, formId, parameter));
  const laterFields = fields.slice(VISIBLE_FIELD_COUNT);
  const hiddenFields =
    laterFields.length === 0
      ? ''
      : `<details class="more"><summary>${laterFields.length} more fields</summary>${laterFields.join('')}</details>`;
  const keyHint = needsNoKey ? 'Needs no key: none is sent.' : '<a href="#try">Give the key first</a>';
  return `<section class="try" id="${formId}" hidden><h2>Try it</h2><form data-operation="${formId}" data-method="${escapeHtml(method.toUpperCase())}" data-path="${escapeHtml(path)}" data-key="${needsNoKey ? 'none' : 'sent'}">${fields.slice(0, VISIBLE_FIELD_COUNT).join('')}${hiddenFields}${bodyField(formId, operation)}<h3>As code</h3>${LANGUAGES}<pre class="sample" tabindex="0" role="group" aria-label="The call as code"></pre><p class="field-row"><button type="submit">Send</button> <button type="button" class="stop" hidden>Stop</button> <button type="button" class="copy" hidden>Copy</button> <span class="with-key">${keyHint}</span></p></form><div class="answer" role="status"></div></section><noscript><p>The form that sends a call needs scripts. The rest of this page can be read without.</p></noscript>`;
}
