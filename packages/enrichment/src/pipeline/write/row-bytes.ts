/**
 * Texts as UTF-8 bytes, written side by side into large pieces of memory: several times cheaper than a buffer
 * for each row. A piece lives as long as any row in it does, which is until the batch's pack is appended.
 */
const LARGEST_PIECE = 1 << 18;
/**
 * Of a batch; each is twice the one before. A resolve has one row, and large pieces of little use are soon
 * collected for.
 */
const FIRST_PIECE = 1 << 13;
/** A UTF-16 unit takes at most so many bytes. */
const BYTES_A_UNIT = 3;

export class RowBytes {
  private piece = Buffer.alloc(0);
  private used = 0;

  /** The bytes of the text; not shared with other writers. */
  of(text: string): Uint8Array {
    const most = text.length * BYTES_A_UNIT;
    if (most > LARGEST_PIECE) return Buffer.from(text);
    if (this.used + most > this.piece.length) {
      const next = Math.min(LARGEST_PIECE, Math.max(FIRST_PIECE, 2 * this.piece.length));
      this.piece = Buffer.allocUnsafeSlow(Math.max(next, most));
      this.used = 0;
    }
    const from = this.used;
    this.used += this.piece.write(text, from);
    return this.piece.subarray(from, this.used);
  }
}
