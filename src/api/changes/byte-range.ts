/** Reads the header `Range` (RFC 9110, 14). */

/** The first and the last byte, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * One range of bytes, such as `bytes=100-`, `bytes=0-99` or `bytes=-100`. Null: none is asked for, or
 * several, or another unit; then the whole is sent.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
