/** Remembers company numbers in a bit each (25 MB for the national register), so that repeated rows show. */
const BITS_A_PAGE = 1 << 20;
const PLAIN_NUMBERS = 100_000_000;
const NUMBERS_A_PREFIX = 1_000_000;

/** A different integer for each number without closing letters; null for the few thousand others. */
function codeOf(number: string): number | null {
  const plain = Number(number);
  if (Number.isInteger(plain)) return plain;
  const digits = Number(number.slice(2));
  if (!Number.isInteger(digits)) return null;
  return PLAIN_NUMBERS + Number.parseInt(number.slice(0, 2), 36) * NUMBERS_A_PREFIX + digits;
}

export class SeenNumbers {
  private readonly pages = new Map<number, Uint8Array>();
  private readonly lettered = new Set<string>();

  /** Remembers a company number. Returns false if it was there before. */
  add(number: string): boolean {
    const code = codeOf(number);
    if (code === null) return this.lettered.size !== this.lettered.add(number).size;
    const pageNumber = Math.floor(code / BITS_A_PAGE);
    let page = this.pages.get(pageNumber);
    if (page === undefined) {
      page = new Uint8Array(BITS_A_PAGE / 8);
      this.pages.set(pageNumber, page);
    }
    const bit = code % BITS_A_PAGE;
    const mask = 1 << (bit & 7);
    const before = page[bit >>> 3] ?? 0;
    page[bit >>> 3] = before | mask;
    return (before & mask) === 0;
  }
}
