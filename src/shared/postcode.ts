/** UK postcodes, in whatever way they are written. */

const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?|GIR)\d[A-Z]{2}$/;
const IN_TEXT = /\b(?:[A-Z]{1,2}\d[A-Z\d]?|GIR)\s*\d[A-Z]{2}\b/i;

/** As a postcode is looked up: upper case, no blank; null where the text is none. */
export function postcodeKey(text: string): string | null {
  const key = text.replaceAll(/\s/g, '').toUpperCase();
  return POSTCODE.test(key) ? key : null;
}

/** The first postcode in a text: as it stands there, and as it is looked up. */
export function postcodeIn(text: string): { readonly text: string; readonly key: string } | null {
  const [found] = IN_TEXT.exec(text) ?? [];
  const key = found === undefined ? null : postcodeKey(found);
  return found === undefined || key === null ? null : { text: found, key };
}
