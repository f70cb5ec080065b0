/** A set of small integers, one bit each: rows of a chunk or a job, or chunks of a job. */
export class RowSet {
  private readonly bits: Uint8Array;
  private members = 0;

  constructor(readonly capacity: number) {
    this.bits = new Uint8Array((capacity + 7) >> 3);
  }

  get count(): number {
    return this.members;
  }

  has(index: number): boolean {
    return ((this.bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  /** Adds an integer; false where the set has it already, or where it is out of range. */
  add(index: number): boolean {
    if (index < 0 || index >= this.capacity || this.has(index)) return false;
    this.bits[index >> 3] = (this.bits[index >> 3] ?? 0) | (1 << (index & 7));
    this.members++;
    return true;
  }

  delete(index: number): void {
    if (!this.has(index)) return;
    this.bits[index >> 3] = (this.bits[index >> 3] ?? 0) & ~(1 << (index & 7));
    this.members--;
  }
}
