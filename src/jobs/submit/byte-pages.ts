/** Collects a large body in pages, which are never copied to grow and can move between threads. */
const PAGE_BYTES = 1024 * 1024;

export class BytePages {
  readonly pages: Uint8Array<ArrayBuffer>[] = [];
  length = 0;

  /** Appends the bytes of `chunk` from `from` up to `to`. */
  append(chunk: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to;) {
      const place = this.length % PAGE_BYTES;
      if (place === 0) this.pages.push(new Uint8Array(Buffer.allocUnsafeSlow(PAGE_BYTES).buffer));
      const next = Math.min(to, at + PAGE_BYTES - place);
      this.pages.at(-1)?.set(chunk.subarray(at, next), place);
      this.length += next - at;
      at = next;
    }
  }
}

/** Returns the bytes of the pages from `from` up to `to`. */
export function bytesOfPages(pages: readonly Uint8Array[], from: number, to: number): Buffer {
  const pieces: Uint8Array[] = [];
  for (let at = from; at < to;) {
    const place = at % PAGE_BYTES;
    const next = Math.min(to, at + PAGE_BYTES - place);
    pieces.push(pages[(at - place) / PAGE_BYTES]?.subarray(place, place + next - at) ?? new Uint8Array());
    at = next;
  }
  return Buffer.concat(pieces);
}
