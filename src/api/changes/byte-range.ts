/** Reads the header `Range` of a request for a part of a file (RFC 9110, 14). */

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range of bytes that a header such as `bytes=100-`, `bytes=0-99` or `bytes=-100` names.
 * @param size the bytes of the whole file
 * @returns null if the header is absent or malformed, or names several ranges or another unit; then the whole
 *   file is sent
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
