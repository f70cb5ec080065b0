/** What the page has before a number: it may tell that the number is negative, outside of its tag. */

/** Currency signs and blanks may stand between the sign and the number. */
const PASSED_OVER = /[\s£$€]+/g;
const MOST_CHARACTERS = 8;
/** A hyphen, an en dash or a minus sign. */
const MINUS = /^[-\u2010\u2013\u2212]$/;

export class PrintedBefore {
  /** The last character of the page that is neither blank nor a currency sign. */
  private last = '';
  /** The beginning of this block of the page: a dash after words is none of a number. */
  private block = '';

  text(text: string): void {
    const end = text.slice(-MOST_CHARACTERS).replaceAll(PASSED_OVER, '');
    this.last = (end || text.replaceAll(PASSED_OVER, '')).slice(-1) || this.last;
    if (this.block.length < MOST_CHARACTERS)
      this.block += text.replaceAll(PASSED_OVER, '').slice(0, MOST_CHARACTERS);
  }

  /** A block of the page begins or ends. An opening bracket may stand in a cell of its own, a dash there is nought. */
  part(): void {
    this.block = '';
  }

  /** An opening bracket, or a minus sign alone in its block. */
  get isNegative(): boolean {
    return this.last === '(' || MINUS.test(this.block);
  }
}
