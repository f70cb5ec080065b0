/** Cleans texts of pages: one line, only visible characters, limited length. */

/** Matches line breaks and control characters, which separate words. */
const SEPARATING = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** Matches bidi marks, zero-width characters and other invisible ones, and halves of surrogate pairs. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
const ODD = /[^\x20-\x7e]|\x20\x20/;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Reduces runs of blanks to one and removes invisible characters. Blanks at the ends stay. */
export const visibleText = (text: string): string =>
  ODD.test(text) ? text.replace(UNSEEN, '').replace(SEPARATING, ' ') : text;

/** The cleaned text without outer blanks, composed (NFC), up to the maximum length; null: empty. */
export function plainText(text: string | null | undefined, maxLength: number): string | null {
  if (text == null) return null;
  // Cut first, because composing a longer text would be wasted.
  const plain = visibleText(text.slice(0, maxLength * 4))
    .normalize('NFC')
    .trim();
  return plain === '' ? null : cutAt(plain, maxLength);
}

function cutAt(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const code = text.charCodeAt(maxLength - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? maxLength - 1 : maxLength).trimEnd();
}

const FOLDED_AT_ONCE = 4_096;

/**
 * The text for the search of values: compatibility forms (full-width digits, `№`) and dashes are folded.
 * One letter may become eighteen, so folding stops at the maximum length.
 */
export function foldedText(text: string, maxLength: number): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.slice(0, maxLength);
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; at < text.length && length < maxLength; at += FOLDED_AT_ONCE) {
    const part = text
      .slice(at, at + FOLDED_AT_ONCE)
      .normalize('NFKC')
      .replace(DASHES, '-');
    parts.push(part);
    length += part.length;
  }
  return visibleText(parts.join('')).slice(0, maxLength);
}

/** Returns true for a letter or digit of any script, which must not touch a found number. */
export function isWordCharacter(code: number): boolean {
  if (code < 0x80) {
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  }
  return code >= 0xc0 || code === 0xaa || code === 0xb5 || code === 0xba;
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The words around a part of a text, at most 300 characters. */
export function snippetAt(text: string, from: number, to: number, [before, after] = [140, 120]): string {
  const start = Math.max(0, from - before);
  const end = Math.min(text.length, to + after);
  const head = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const tail = end === text.length ? end : text.lastIndexOf(' ', end);
  const cut = text.slice(head > 0 && head <= from ? head : start, tail >= to ? tail : end);
  return cutAt(cut.trim(), 300);
}
