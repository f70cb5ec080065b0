/**
 * Texts as UTF-8 bytes, written side by side into large pieces of memory: several times cheaper than a buffer for each
 * row. A piece lives as long as any row in it does, which is until the batch's pack is appended.
 */
const PIECE = 1 << 18;
/** A UTF-16 unit takes at most so many bytes. */
const BYTES_A_UNIT = 3;

export class RowBytes {
  private piece = Buffer.alloc(0);
  private used = 0;

  /** The bytes of the text; not shared with other writers. */
  of(text: string): Uint8Array {
    const most = text.length * BYTES_A_UNIT;
    if (most > PIECE) return Buffer.from(text);
    if (this.used + most > this.piece.length) {
      this.piece = Buffer.allocUnsafeSlow(PIECE);
      this.used = 0;
    }
    const from = this.used;
    this.used += this.piece.write(text, from);
    return this.piece.subarray(from, this.used);
  }
}
