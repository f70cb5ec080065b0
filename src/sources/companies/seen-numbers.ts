/**
 * The company numbers met so far, exactly, in a bit each: some 25 MB for the national register. The first row of a
 * number counts and later ones are rejected, so that a file that was given twice is noticed.
 */
const BITS_A_PAGE = 1 << 20;
const PLAIN_NUMBERS = 100_000_000;
const NUMBERS_A_PREFIX = 1_000_000;
const PREFIXES = 36 * 36;
const CLOSED_NUMBERS = PLAIN_NUMBERS + PREFIXES * NUMBERS_A_PREFIX;
/** With one or two closing letters. */
const NUMBERS_AN_ENDING = 10_000;

/** A different integer for each number that a register can print (`parsePublishedNumber`). */
function codeOf(number: string): number {
  const plain = Number(number);
  if (Number.isInteger(plain)) return plain;
  const prefix = Number.parseInt(number.slice(0, 2), 36);
  const digits = Number(number.slice(2));
  if (Number.isInteger(digits)) return PLAIN_NUMBERS + prefix * NUMBERS_A_PREFIX + digits;
  const end = Number.parseInt(number.slice(-2), 36);
  return CLOSED_NUMBERS + (end * PREFIXES + prefix) * NUMBERS_AN_ENDING + Number(number.slice(2, -2));
}

export class SeenNumbers {
  private readonly pages = new Map<number, Uint8Array>();

  /** Remembers a company number; false where it was there before. */
  add(number: string): boolean {
    const code = codeOf(number);
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
