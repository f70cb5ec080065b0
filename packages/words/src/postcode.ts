/** Finds UK postcodes, however they are written. */

const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?|GIR)\d[A-Z]{2}$/;
const IN_TEXT = /\b(?:[A-Z]{1,2}\d[A-Z\d]?|GIR)\s*\d[A-Z]{2}\b/i;

/** The lookup form of a postcode: upper case, no blanks; null where the text is none. */
export function postcodeKey(text: string): string | null {
  const key = text.replaceAll(/\s/g, '').toUpperCase();
  return POSTCODE.test(key) ? key : null;
}

/** The first postcode in a text, as written there and in its lookup form. */
export function postcodeIn(text: string): { readonly text: string; readonly key: string } | null {
  const [postcode] = IN_TEXT.exec(text) ?? [];
  const key = postcode === undefined ? null : postcodeKey(postcode);
  return postcode === undefined || key === null ? null : { text: postcode, key };
}
