/** What the page has before a number: it may tell that the number is negative, outside of its tag. */

/** A hyphen, an en dash or a minus sign. */
const MINUS = '-\u2010\u2013\u2212';
/** Currency signs and blanks may stand between the sign and the number. */
const isPassedOver = (character: string): boolean =>
  character <= ' ' || character === '\u00a0' || character === '£' || character === '$' || character === '€';

export class PrintedBefore {
  /** The last character of the page that is neither blank nor a currency sign. */
  private last = '';
  /**
   * How many such texts this block of the page has, and whether the first was a dash: after words it is none
   * of a number.
   */
  private texts = 0;
  private dash = false;

  text(text: string): void {
    let [from, to] = [0, text.length];
    while (to > 0 && isPassedOver(text.charAt(to - 1))) to -= 1;
    if (to === 0) return;
    this.last = text.charAt(to - 1);
    while (from < to && isPassedOver(text.charAt(from))) from += 1;
    this.dash = this.texts === 0 && to - from === 1 && MINUS.includes(this.last);
    this.texts += 1;
  }

  /**
   * A block of the page begins or ends. An opening bracket may stand in a cell of its own, a dash there is
   * nought.
   */
  part(): void {
    this.texts = 0;
    this.dash = false;
  }

  /** An opening bracket, or a minus sign alone in its block. */
  get isNegative(): boolean {
    return this.last === '(' || this.dash;
  }
}
