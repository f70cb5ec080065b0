/**
 * The forms that send a call. The key is read from its field when a call is sent, and goes into the header of that call
 * alone: into no address, no storage and no other host. Whatever an answer holds is shown as text.
 */
import { answerOf, requestOf, shown } from './call.mjs';
import { sampleOf } from './samples.mjs';

const key = document.querySelector('#key');
const givenKey = () => key.value.trim();

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
}

const valueOf = (field) =>
  field instanceof HTMLFieldSetElement
    ? [...field.querySelectorAll('input:checked')].map(({ value }) => value).join(',')
    : field.value.trim();

function callIn(form) {
  const fields = [...form.querySelectorAll('[data-name]')].map((field) => ({
    name: field.dataset.name,
    in: field.dataset.in,
    kind: field.dataset.kind,
    value: valueOf(field),
  }));
  const body = form.querySelector('[data-in="body"]')?.value ?? null;
  return { method: form.dataset.method, path: form.dataset.path, fields, body };
}

const needsKey = (form) => form.dataset.key === 'sent';

/** The language that the samples are written in, on every page. */
let language = 'curl';

function renew(form) {
  const call = callIn(form);
  form.querySelector('.sample').textContent = sampleOf(language, {
    ...call,
    operation: form.dataset.operation,
    origin: location.origin,
    request: requestOf(call),
    withKey: needsKey(form),
  });
  for (const button of form.querySelectorAll('[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

/** What the page says of a status, a code or a header; null where it says nothing. */
const said = (place, selector) => place?.querySelector(selector)?.cloneNode(true) ?? null;
const saidOfHeader = (name) => said(document.getElementById(`header-${name}`), '.meaning');

function problems(errors) {
  const list = element('ul');
  for (const [field, sentences] of Object.entries(errors).slice(0, 100)) {
    const item = element('li');
    item.append(element('code', shown(field)), `: ${shown([sentences].flat().join(' '))}`);
    list.append(item);
  }
  return list;
}

/** A code with a link to its paragraph; a sentence as it stands. */
function codeOf(detail) {
  const code = element('code', shown(detail));
  if (!/^[a-z_]+$/.test(detail)) return code;
  const link = element('a');
  link.href = `/docs/errors#${detail}`;
  link.append(code);
  return link;
}

/** A refusal explained: its code, what the service says of it, and what is wrong field by field. */
function refusal({ detail, message, errors }) {
  const parts = [];
  if (typeof detail === 'string') {
    const line = element('p', undefined, 'trouble');
    line.append(codeOf(detail), ' ');
    if (typeof message === 'string' && errors === undefined) line.append(shown(message));
    parts.push(line);
  }
  if (typeof errors === 'object' && errors !== null) parts.push(problems(errors));
  return parts;
}

function headerRow([name, value, meaning]) {
  const row = element('div', undefined, 'row');
  const [named, about] = [element('div'), element('div', shown(value))];
  named.append(element('code', name));
  if (meaning !== null) about.append(meaning);
  row.append(named, about);
  return row;
}

/** Those first of which the page says what they mean. */
function headerRows(headers) {
  const box = element('details');
  const rows = [...headers].map(([name, value]) => [name, value, saidOfHeader(name)]);
  const known = rows.filter(([, , meaning]) => meaning !== null);
  const others = rows.filter(([, , meaning]) => meaning === null);
  box.append(element('summary', 'Headers'), ...[...known, ...others].map(headerRow));
  return box;
}

function bodyPart(text, more) {
  if (text === '') return element('p', 'No body.', 'soft');
  const pre = element('pre', text);
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', 'The body of the answer');
  if (more > 0) pre.append(`\n… ${more.toLocaleString('en-GB')} more characters are not shown.`);
  return pre;
}

/** The job that an answer named last. It stands in the fields that ask for one, on this page and the next ones. */
let job = null;

function putJob(form) {
  const field = form.querySelector('input[data-name="job_id"][data-in="path"]');
  if (job === null || field === null) return;
  field.value = job;
}

function keepJob(json) {
  if (typeof json?.job_id === 'string') job = json.job_id;
}

/** What the call cost, where the answer says so. */
function billed(headers) {
  const units = headers.get('X-Billed-Units');
  return units === null ? '' : ` Billed: ${shown(units)} ${units === '1' ? 'unit' : 'units'}.`;
}

function outcome(status, headers, took) {
  const line = element('p', undefined, 'outcome');
  line.append(
    element('strong', String(status), `status s${String(status)[0]}`),
    ` in ${took} ms.${billed(headers)} `,
  );
  const about = said(document.querySelector(`[data-status="${status}"]`), 'p');
  if (about !== null) line.append(...about.childNodes);
  return line;
}

function waiting(response) {
  const seconds = response.headers.get('Retry-After');
  return seconds === null ? [] : [element('p', `Ask again in ${shown(seconds)} seconds.`)];
}

function told(response, { body, took }) {
  if (response.type === 'opaqueredirect') {
    const line = outcome(302, response.headers, took);
    line.append(' A browser shows a page no more of it than this, and it was not followed.');
    return [line];
  }
  const { json, text, more } = answerOf(body);
  keepJob(json);
  return [
    outcome(response.status, response.headers, took),
    ...(response.status >= 400 && json ? refusal(json) : []),
    ...waiting(response),
    headerRows(response.headers),
    bodyPart(text, more),
  ];
}

async function sent(form, signal) {
  const { method, target, headers, body } = requestOf(callIn(form));
  const all = new Headers(headers);
  if (needsKey(form) && givenKey() !== '') all.set('Authorization', `Bearer ${givenKey()}`);
  return fetch(new URL(target, location.origin), {
    method,
    headers: all,
    signal,
    ...(body === null ? {} : { body }),
    mode: 'same-origin',
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  });
}

const failed = (error) =>
  error.name === 'AbortError'
    ? 'Stopped: what the service had taken in by then goes on there.'
    : `No answer: ${error.message}`;

/** Brings the answer to the reader who sent the form from a field far above it. */
function bringIntoView(place) {
  const { top } = place.getBoundingClientRect();
  if (top < 0 || top > innerHeight - 160) place.scrollIntoView({ block: 'start' });
}

async function send(form) {
  const place = form.parentElement.querySelector('.answer');
  const [button, stop] = [form.querySelector('[type="submit"]'), form.querySelector('.stop')];
  const abort = new AbortController();
  stop.onclick = () => abort.abort();
  button.disabled = true;
  stop.hidden = false;
  place.replaceChildren(element('p', 'Sent; waiting for the answer…'));
  bringIntoView(place);
  const started = performance.now();
  try {
    const response = await sent(form, abort.signal);
    const body = await response.text();
    place.replaceChildren(...told(response, { body, took: Math.round(performance.now() - started) }));
  } catch (error) {
    place.replaceChildren(element('p', failed(error), 'trouble'));
  } finally {
    button.disabled = false;
    stop.hidden = true;
    bringIntoView(place);
  }
}

function sayKey() {
  for (const place of document.querySelectorAll('form[data-key="sent"] .with-key')) {
    const link = element('a', givenKey() === '' ? 'Give the key first' : 'With the key of this tab');
    link.href = '#try';
    place.replaceChildren(link);
  }
}

/** Makes the form of the page work, if it has one. */
function setUp() {
  const form = document.querySelector('.try form');
  if (form === null) return;
  putJob(form);
  form.addEventListener('input', () => renew(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  for (const button of form.querySelectorAll('[data-language]'))
    button.onclick = () => {
      language = button.dataset.language;
      renew(form);
    };
  const copy = form.querySelector('.copy');
  copy.hidden = navigator.clipboard === undefined;
  copy.onclick = () => navigator.clipboard.writeText(form.querySelector('.sample').textContent);
  renew(form);
  form.parentElement.hidden = false;
  sayKey();
}

const look = document.querySelector('#show-key');
look.onclick = () => {
  const seen = key.type === 'password';
  key.type = seen ? 'text' : 'password';
  look.setAttribute('aria-pressed', String(seen));
};
document.querySelector('#forget-key').onclick = () => {
  key.value = '';
  key.type = 'password';
  look.setAttribute('aria-pressed', 'false');
  sayKey();
};
key.addEventListener('input', sayKey);
document.querySelector('#try').hidden = false;
document.addEventListener('page-shown', setUp);
setUp();
