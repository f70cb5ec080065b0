/** Text of clients, registers and files, as it may be shown: nothing in it moves a cursor, breaks a line or hides. */

/** Controls (C0, C1), line and paragraph separators, what directs or joins text unseen, and broken surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
/** As JSON escapes it: a pair of surrogates is two units. */
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => unit(character.charCodeAt(index))).join('');

/** One line for a person: what can't be seen stands as its escape, line breaks too. */
export const safeLine = (text: string): string =>
  text.replace(UNSEEN, (character) => SHORT[character] ?? escaped(character));

/** The same JSON, its strings escaped where JSON need not. `json` is of one line: indented JSON has line breaks to lose. */
export const safeJson = (json: string): string => json.replace(UNSEEN, escaped);
