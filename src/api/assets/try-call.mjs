/**
 * The forms that send a call. The key is read from its field when a call is sent, and goes into the header of that call
 * alone: into no address, no storage and no other host. Whatever an answer holds is shown as text.
 */
import { answerOf, commandOf, requestOf, shown } from './call.mjs';

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

function requestIn(form) {
  const fields = [...form.querySelectorAll('[data-name]')].map((field) => ({
    name: field.dataset.name,
    in: field.dataset.in,
    value: valueOf(field),
  }));
  const body = form.querySelector('[data-in="body"]')?.value ?? null;
  return requestOf({ method: form.dataset.method, path: form.dataset.path, fields, body });
}

const needsKey = (form) => form.dataset.key === 'sent';

function renew(form) {
  form.querySelector('.curl').textContent = commandOf(location.origin, requestIn(form), needsKey(form));
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

/** A job that an answer names stands in the fields that ask for one. */
function keepJob(json) {
  if (typeof json?.job_id !== 'string') return;
  for (const field of document.querySelectorAll('input[data-name="job_id"][data-in="path"]')) {
    field.value = json.job_id;
    renew(field.form);
  }
}

function outcome(section, status, took) {
  const line = element('p', undefined, 'outcome');
  line.append(element('strong', String(status), `status s${String(status)[0]}`), ` in ${took} ms. `);
  const about = said(section.querySelector(`[data-status="${status}"]`), 'p');
  if (about !== null) line.append(...about.childNodes);
  return line;
}

function waiting(response) {
  const seconds = response.headers.get('Retry-After');
  return seconds === null ? [] : [element('p', `Ask again in ${shown(seconds)} seconds.`)];
}

function told(section, response, { body, took }) {
  if (response.type === 'opaqueredirect') {
    const line = outcome(section, 302, took);
    line.append(' A browser shows a page no more of it than this, and it was not followed.');
    return [line];
  }
  const { json, text, more } = answerOf(body);
  keepJob(json);
  return [
    outcome(section, response.status, took),
    ...(response.status >= 400 && json ? refusal(json) : []),
    ...waiting(response),
    headerRows(response.headers),
    bodyPart(text, more),
  ];
}

async function sent(form, signal) {
  const { method, target, headers, body } = requestIn(form);
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

async function send(form) {
  const section = form.closest('section');
  const place = form.parentElement.querySelector('.answer');
  const [button, stop] = [form.querySelector('[type="submit"]'), form.querySelector('.stop')];
  const abort = new AbortController();
  stop.onclick = () => abort.abort();
  button.disabled = true;
  stop.hidden = false;
  place.replaceChildren(element('p', 'Sent; waiting for the answer…'));
  const started = performance.now();
  try {
    const response = await sent(form, abort.signal);
    const body = await response.text();
    place.replaceChildren(
      ...told(section, response, { body, took: Math.round(performance.now() - started) }),
    );
  } catch (error) {
    place.replaceChildren(element('p', failed(error), 'trouble'));
  } finally {
    button.disabled = false;
    stop.hidden = true;
  }
}

function sayKey() {
  for (const place of document.querySelectorAll('form[data-key="sent"] .with-key')) {
    const link = element('a', givenKey() === '' ? 'Give the key first' : 'With the key of this tab');
    link.href = '#try';
    place.replaceChildren(link);
  }
}

const forms = document.querySelectorAll('.try form');
for (const form of forms) {
  form.addEventListener('input', () => renew(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  const copy = form.querySelector('.copy');
  copy.hidden = navigator.clipboard === undefined;
  copy.onclick = () => navigator.clipboard.writeText(form.querySelector('.curl').textContent);
  renew(form);
  form.parentElement.hidden = false;
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
sayKey();
document.querySelector('#try').hidden = false;
