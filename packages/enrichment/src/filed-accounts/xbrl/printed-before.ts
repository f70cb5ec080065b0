/** Reads the characters before a number, which may make it negative outside of its tag. */

/** A hyphen, an en dash or a minus sign. */
const MINUS = '-\u2010\u2013\u2212';
/** Tells whether the character may stand between the sign and the number: currency signs and blanks. */
const isPassedOver = (character: string): boolean =>
  character <= ' ' || character === '\u00a0' || character === '£' || character === '$' || character === '€';

export class PrintedBefore {
  /** The last character of the page that is neither blank nor a currency sign. */
  private last = '';
  /** Texts in this block. A dash counts only as the first: after words it belongs to no number. */
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

  /** Begins or ends a block. A bracket may stand in a cell of its own; a dash there is zero. */
  part(): void {
    this.texts = 0;
    this.dash = false;
  }

  /** Tells whether an opening bracket stands before the number, or a minus sign alone in its block. */
  get isNegative(): boolean {
    return this.last === '(' || this.dash;
  }
}
