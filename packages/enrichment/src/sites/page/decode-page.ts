/** Decodes the bytes of a page into text. */

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
  // A `<` in 16 bits, with which a page begins.
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
];
/** The number of bytes in which a page may declare its character set. */
const DECLARED_WITHIN = 2_048;
/** The number of bytes that are tried as UTF-8 if a page declares no character set. */
const TRIED_BYTES = 65_536;

const DECLARED = /charset\s?=\s?["']?([\w.:-]{2,40})/i;

function knownEncoding(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

const ofMark = (body: Uint8Array): string | null =>
  MARKS.find(([mark]) => mark.every((byte, at) => body[at] === byte))?.[1] ?? null;

/** The declared character set. Declared UTF-16 is wrong, because the declaration was readable as 8 bits. */
function ofMeta(body: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(body.subarray(0, DECLARED_WITHIN));
  const encoding = knownEncoding(DECLARED.exec(head)?.[1]);
  return encoding?.startsWith('utf-16') === true ? 'utf-8' : encoding;
}

function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, TRIED_BYTES), {
      stream: body.length > TRIED_BYTES,
    });
    return true;
  } catch {
    return false;
  }
}

/** The character set by byte order mark, header, declaration, or content (UTF-8, else Windows-1252). */
function charsetOf(body: Uint8Array, contentType: string | null): string {
  const declared = knownEncoding(DECLARED.exec(contentType ?? '')?.[1]);
  return ofMark(body) ?? declared ?? ofMeta(body) ?? (isUtf8(body) ? 'utf-8' : 'windows-1252');
}

/** Yields the text in slices. Invalid bytes become U+FFFD. @param slice the bytes of a slice */
export function* decodedSlices(
  body: Uint8Array,
  contentType: string | null,
  slice: number,
): Generator<string, void> {
  const decoder = new TextDecoder(charsetOf(body, contentType));
  for (let at = 0; at < body.length; at += slice) {
    yield decoder.decode(body.subarray(at, at + slice), { stream: at + slice < body.length });
  }
}
