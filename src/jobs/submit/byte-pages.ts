/**
 * Collects a large body in pages of fixed size. They need no copy as the body grows, and can move to a
 * thread.
 */
const PAGE_BYTES = 1024 * 1024;

export class BytePages {
  readonly pages: Uint8Array<ArrayBuffer>[] = [];
  length = 0;

  /** Appends the bytes of `chunk` from `from` up to `to`. */
  append(chunk: Uint8Array, from: number, to: number): void {
    for (let position = from; position < to;) {
      const offset = this.length % PAGE_BYTES;
      if (offset === 0) this.pages.push(new Uint8Array(Buffer.allocUnsafeSlow(PAGE_BYTES).buffer));
      const next = Math.min(to, position + PAGE_BYTES - offset);
      this.pages.at(-1)?.set(chunk.subarray(position, next), offset);
      this.length += next - position;
      position = next;
    }
  }
}

/** Returns the bytes of the pages from `from` up to `to`. */
export function bytesOfPages(pages: readonly Uint8Array[], from: number, to: number): Buffer {
  const pieces: Uint8Array[] = [];
  for (let position = from; position < to;) {
    const offset = position % PAGE_BYTES;
    const next = Math.min(to, position + PAGE_BYTES - offset);
    pieces.push(
      pages[(position - offset) / PAGE_BYTES]?.subarray(offset, offset + next - position) ?? new Uint8Array(),
    );
    position = next;
  }
  return Buffer.concat(pieces);
}
