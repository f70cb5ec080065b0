/** Makes text of others safe to show: nothing in it moves a cursor, breaks a line or hides. */

/** Control characters, line and paragraph separators, direction and joining marks, lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeOfUnit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
/** The character as JSON escapes it. A surrogate pair is two escapes. */
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => escapeOfUnit(character.charCodeAt(index))).join('');

/** The text as one line, with escapes for invisible characters and line breaks. */
export const safeLine = (text: string): string =>
  text.replace(INVISIBLE, (character) => SHORT_ESCAPES[character] ?? escaped(character));

/** The same JSON with escapes for invisible characters. `json` must be one line: line breaks are escaped. */
export const safeJson = (json: string): string => json.replace(INVISIBLE, escaped);
