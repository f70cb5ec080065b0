/** A call as the forms of the documentation make it: its request, and its answer as text. No page, no network. */

/** Controls, what directs or joins text unseen, and broken surrogates: as the service itself shows them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** Of an answer, in characters; the rest is counted. */
const MAX_SHOWN = 200_000;

const escaped = (character) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Text of an answer: what can't be seen stands as its escape, which in JSON says the same. */
export const shown = (text) =>
  text.replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)));

/**
 * @param form `{ method, path, fields, body }`: the path as the description has it, fields as `{ name, in, value }`
 * @returns `{ method, target, headers, body }`: what is empty is not sent
 */
export function requestOf({ method, path, fields, body }) {
  const given = fields.filter(({ value }) => value !== '');
  const of = (place) => given.filter((field) => field.in === place);
  const target = of('path').reduce(
    (at, { name, value }) => at.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  // A comma parts the words of a list: it may stand as it is.
  const query = of('query').map(
    ({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  const headers = of('header').map(({ name, value }) => [name, value]);
  if (body !== null) headers.push(['Content-Type', 'application/json']);
  return { method, target: query.length === 0 ? target : `${target}?${query.join('&')}`, headers, body };
}

/** `{ json, text, more }`: the body read, as it is shown, and how many characters are left out. */
export function answerOf(body) {
  let json;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined;
  }
  const text = shown(json === undefined ? body : JSON.stringify(json, null, 2));
  return { json, text: text.slice(0, MAX_SHOWN), more: Math.max(0, text.length - MAX_SHOWN) };
}
