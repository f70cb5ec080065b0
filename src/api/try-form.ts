/** The form below an operation that sends a real call. `assets/try-call.mjs` shows it and sends the call. */
import type { JsonObject, JsonValue } from '../../packages/platform/src/values/json.js';
import { listIn, objectIn, resolveReference, textIn, valueAsText } from './openapi-json.js';
import { escapeHtml, softText, renderMarks } from './page-parts.js';

export interface FormOperation {
  /** The path in the description, such as `/v1/enrich/jobs/{job_id}`. */
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

/** Headers that the browser sets itself; the form has no field for them. */
const BROWSER_HEADERS: ReadonlySet<string> = new Set(['Content-Encoding']);

/** Fields that are visible at once; the others are in a part that the reader opens. */
const SHOWN_FIELDS = 5;

/** The form above the operations that takes the API key. */
export const KEY_FORM = `<section id="try" hidden><h2>Try a call</h2><p>Every operation below has a form that sends a call from this tab. The calls are real: what a live key is delivered is billed.</p><p><label for="key">API key</label></p><p class="field-row"><input id="key" type="password" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="about-key"> <button type="button" id="show-key" aria-pressed="false">Show</button> <button type="button" id="forget-key">Forget</button></p><p id="about-key" class="soft">It stays in the memory of this tab: it is stored nowhere, goes to this service alone, in the header of a call, and is gone when the tab is closed or loaded again.</p></section><noscript><p>The forms that send a call need scripts; the rest of this page can be read without.</p></noscript>`;

const option = (value: string, label = value): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`;

const choice = (attributes: string, words: readonly string[], fallback: JsonValue | undefined): string => {
  const none = fallback === undefined ? 'not sent' : `not sent (${valueAsText(fallback)})`;
  return `<select ${attributes}>${option('', none)}${words.map((word) => option(word)).join('')}</select>`;
};

const boxes = (words: readonly string[]): string =>
  `<div class="boxes">${words.map((word) => `<label><input type="checkbox" value="${escapeHtml(word)}"> <code>${escapeHtml(word)}</code></label>`).join('')}</div>`;

/** The description beside a field. */
const hint = (id: string, description: string): string =>
  `<div class="hint" id="${id}-about">${renderMarks(description)}</div>`;

class TryForm {
  constructor(
    private readonly document: JsonObject,
    private readonly form: FormOperation,
  ) {}

  private get id(): string {
    return escapeHtml(textIn(this.form.operation['operationId']));
  }

  private words(schema: JsonObject): readonly string[] {
    return schema['type'] === 'boolean' ? ['true', 'false'] : listIn(schema['enum']).map(textIn);
  }

  private field(parameter: JsonObject): string {
    const name = textIn(parameter['name']);
    const id = `${this.id}-${escapeHtml(name)}`;
    const about = textIn(parameter['description']);
    const data = `data-name="${escapeHtml(name)}" data-in="${escapeHtml(textIn(parameter['in']))}"`;
    const schema = resolveReference(this.document, parameter['schema']);
    const several = this.words(resolveReference(this.document, schema['items']));
    const required = parameter['required'] === true;
    const needed = required ? '' : ` ${softText('optional')}`;
    if (several.length > 0)
      return `<fieldset class="field" ${data} aria-describedby="${id}-about"><legend><code>${escapeHtml(name)}</code>${needed}</legend>${boxes(several)}${hint(id, about)}</fieldset>`;
    const example = parameter['example'] ?? schema['default'];
    const attributes = `id="${id}" ${data} aria-describedby="${id}-about"${required ? ' required' : ''}`;
    const placeholder = example === undefined ? '' : ` placeholder="${escapeHtml(valueAsText(example))}"`;
    const words = this.words(schema);
    const control =
      words.length > 0
        ? choice(attributes, words, schema['default'])
        : `<input type="text" autocomplete="off" spellcheck="false" ${attributes}${placeholder}>`;
    return `<div class="field"><label for="${id}"><code>${escapeHtml(name)}</code>${needed}</label><div>${control}${hint(id, about)}</div></div>`;
  }

  private body(): string {
    const media = objectIn(
      objectIn(objectIn(this.form.operation['requestBody'])['content'])['application/json'],
    );
    const [example] = Object.values(objectIn(media['examples']));
    if (example === undefined) return '';
    const text = JSON.stringify(objectIn(example)['value'], null, 2);
    const id = `${this.id}-body`;
    return `<div class="field"><label for="${id}">Body</label><div><textarea id="${id}" rows="16" spellcheck="false" autocomplete="off" data-in="body">${escapeHtml(text)}</textarea></div></div>`;
  }

  html(): string {
    const { path, method, operation } = this.form;
    const open = operation['security'] !== undefined;
    const fields = listIn(operation['parameters'])
      .map(objectIn)
      .filter(({ name }) => !BROWSER_HEADERS.has(textIn(name)))
      .map((parameter) => this.field(parameter));
    const rest = fields.slice(SHOWN_FIELDS);
    const hiddenFields =
      rest.length === 0
        ? ''
        : `<details class="more"><summary>${rest.length} more fields</summary>${rest.join('')}</details>`;
    const key = open ? 'Needs no key: none is sent.' : '<a href="#try">Give the key first</a>';
    return `<details class="try" hidden><summary>Try it</summary><form data-method="${escapeHtml(method.toUpperCase())}" data-path="${escapeHtml(path)}" data-key="${open ? 'none' : 'sent'}">${fields.slice(0, SHOWN_FIELDS).join('')}${hiddenFields}${this.body()}<h4>As a command</h4><pre class="curl" tabindex="0" role="group" aria-label="The call as a command"></pre><p class="field-row"><button type="submit">Send</button> <button type="button" class="stop" hidden>Stop</button> <button type="button" class="copy" hidden>Copy the command</button> <span class="with-key">${key}</span></p></form><div class="answer" role="status"></div></details>`;
  }
}

/** The form as HTML; hidden until the script has loaded. */
export const tryForm = (document: JsonObject, operation: FormOperation): string =>
  new TryForm(document, operation).html();
