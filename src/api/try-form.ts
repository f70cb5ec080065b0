/** The form of an operation from which a reader sends a real call. `assets/try-call.mjs` shows it, and sends. */
import type { JsonObject, JsonValue } from '../shared/json.js';
import { listOf, objectOf, resolvedIn, textOf, textOfJson } from './openapi-json.js';
import { escaped, mark, marked } from './page-parts.js';

export interface TriedOperation {
  /** As the description has it: `/v1/enrich/jobs/{job_id}`. */
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

/** Of what a browser sends by itself. */
const NOT_ASKED: ReadonlySet<string> = new Set(['Content-Encoding']);

/** Of an operation, at once; the others are behind a line. */
const SHOWN_FIELDS = 5;

/** Above the operations: where the key is given. */
export const KEY_FORM = `<section id="try" hidden><h2>Try a call</h2><p>Every operation below has a form that sends a call from this tab. The calls are real: what a live key is delivered is billed.</p><p><label for="key">API key</label></p><p class="field-row"><input id="key" type="password" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="about-key"> <button type="button" id="show-key" aria-pressed="false">Show</button> <button type="button" id="forget-key">Forget</button></p><p id="about-key" class="soft">It stays in the memory of this tab: it is stored nowhere, goes to this service alone, in the header of a call, and is gone when the tab is closed or loaded again.</p></section><noscript><p>The forms that send a call need scripts; the rest of this page can be read without.</p></noscript>`;

const option = (value: string, shown = value): string =>
  `<option value="${escaped(value)}">${escaped(shown)}</option>`;

const choice = (attributes: string, words: readonly string[], fallback: JsonValue | undefined): string => {
  const none = fallback === undefined ? 'not sent' : `not sent (${textOfJson(fallback)})`;
  return `<select ${attributes}>${option('', none)}${words.map((word) => option(word)).join('')}</select>`;
};

const boxes = (words: readonly string[]): string =>
  `<div class="boxes">${words.map((word) => `<label><input type="checkbox" value="${escaped(word)}"> <code>${escaped(word)}</code></label>`).join('')}</div>`;

/** What is said of a field, beside it. */
const hint = (id: string, description: string): string =>
  `<div class="hint" id="${id}-about">${marked(description)}</div>`;

class TryForm {
  constructor(
    private readonly document: JsonObject,
    private readonly tried: TriedOperation,
  ) {}

  private get id(): string {
    return escaped(textOf(this.tried.operation['operationId']));
  }

  private words(schema: JsonObject): readonly string[] {
    return schema['type'] === 'boolean' ? ['true', 'false'] : listOf(schema['enum']).map(textOf);
  }

  private field(parameter: JsonObject): string {
    const name = textOf(parameter['name']);
    const id = `${this.id}-${escaped(name)}`;
    const about = textOf(parameter['description']);
    const data = `data-name="${escaped(name)}" data-in="${escaped(textOf(parameter['in']))}"`;
    const schema = resolvedIn(this.document, parameter['schema']);
    const several = this.words(resolvedIn(this.document, schema['items']));
    const required = parameter['required'] === true;
    const needed = required ? '' : ` ${mark('optional')}`;
    if (several.length > 0)
      return `<fieldset class="field" ${data} aria-describedby="${id}-about"><legend><code>${escaped(name)}</code>${needed}</legend>${boxes(several)}${hint(id, about)}</fieldset>`;
    const example = parameter['example'] ?? schema['default'];
    const attributes = `id="${id}" ${data} aria-describedby="${id}-about"${required ? ' required' : ''}`;
    const shown = example === undefined ? '' : ` placeholder="${escaped(textOfJson(example))}"`;
    const words = this.words(schema);
    const control =
      words.length > 0
        ? choice(attributes, words, schema['default'])
        : `<input type="text" autocomplete="off" spellcheck="false" ${attributes}${shown}>`;
    return `<div class="field"><label for="${id}"><code>${escaped(name)}</code>${needed}</label><div>${control}${hint(id, about)}</div></div>`;
  }

  private body(): string {
    const media = objectOf(
      objectOf(objectOf(this.tried.operation['requestBody'])['content'])['application/json'],
    );
    const [example] = Object.values(objectOf(media['examples']));
    if (example === undefined) return '';
    const text = JSON.stringify(objectOf(example)['value'], null, 2);
    const id = `${this.id}-body`;
    return `<div class="field"><label for="${id}">Body</label><div><textarea id="${id}" rows="16" spellcheck="false" autocomplete="off" data-in="body">${escaped(text)}</textarea></div></div>`;
  }

  html(): string {
    const { path, method, operation } = this.tried;
    const open = operation['security'] !== undefined;
    const fields = listOf(operation['parameters'])
      .map(objectOf)
      .filter(({ name }) => !NOT_ASKED.has(textOf(name)))
      .map((parameter) => this.field(parameter));
    const rest = fields.slice(SHOWN_FIELDS);
    const more =
      rest.length === 0
        ? ''
        : `<details class="more"><summary>${rest.length} more fields</summary>${rest.join('')}</details>`;
    const key = open ? 'Needs no key: none is sent.' : '<a href="#try">Give the key first</a>';
    return `<details class="try" hidden><summary>Try it</summary><form data-method="${escaped(method.toUpperCase())}" data-path="${escaped(path)}" data-key="${open ? 'none' : 'sent'}">${fields.slice(0, SHOWN_FIELDS).join('')}${more}${this.body()}<h4>As a command</h4><pre class="curl" tabindex="0" role="group" aria-label="The call as a command"></pre><p class="field-row"><button type="submit">Send</button> <button type="button" class="stop" hidden>Stop</button> <button type="button" class="copy" hidden>Copy the command</button> <span class="with-key">${key}</span></p></form><div class="answer" role="status"></div></details>`;
  }
}

/** As markup; hidden until the script is there. */
export const tryForm = (document: JsonObject, tried: TriedOperation): string =>
  new TryForm(document, tried).html();
