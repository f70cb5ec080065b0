/** Collects a large body in pages, which are not copied as the body grows or goes to a thread. */
const PAGE_BYTES = 1024 * 1024;

export class BytePages {
  readonly pages: Uint8Array<ArrayBuffer>[] = [];
  length = 0;

  append(chunk: Uint8Array, from: number, to: number): void {
    for (let pieceStart = from; pieceStart < to;) {
      const offset = this.length % PAGE_BYTES;
      if (offset === 0) this.pages.push(new Uint8Array(Buffer.allocUnsafeSlow(PAGE_BYTES).buffer));
      const pieceEnd = Math.min(to, pieceStart + PAGE_BYTES - offset);
      this.pages.at(-1)?.set(chunk.subarray(pieceStart, pieceEnd), offset);
      this.length += pieceEnd - pieceStart;
      pieceStart = pieceEnd;
    }
  }
}

export function bytesOfPages(pages: readonly Uint8Array[], from: number, to: number): Buffer {
  const pieces: Uint8Array[] = [];
  for (let pieceStart = from; pieceStart < to;) {
    const offset = pieceStart % PAGE_BYTES;
    const pieceEnd = Math.min(to, pieceStart + PAGE_BYTES - offset);
    pieces.push(
      pages[(pieceStart - offset) / PAGE_BYTES]?.subarray(offset, offset + pieceEnd - pieceStart) ??
        new Uint8Array(),
    );
    pieceStart = pieceEnd;
  }
  return Buffer.concat(pieces);
}
