/** Reads the units of amounts from their headings (`£`, `£000`, `£m`), and the sign before an amount. */
import { collapsed } from './page-text.js';

/** The printed scale as a power of ten; null: unknown. */
export type PrintedScale = number | null;
/** The currency by its sign on the page: pound, dollar or euro. */
export type PrintedCurrency = '£' | '$' | '€';

const LONGEST_HEADING = 60;
const CURRENCY = '(?:(?:US ?)?[£$€]|GBP|USD|EUR)';
/** The endings of headings with their scales; null: a unit other than money. */
const HEADINGS: readonly (readonly [RegExp, PrintedScale])[] = [
  [
    new RegExp(
      `(?:${CURRENCY}|\\b(?:pounds?|sterling)) ?['’‘]?000['’]?s?$|^['’‘]000$|^['’‘]?000['’]?s$|${CURRENCY} ?(?:k|thousands?)$`,
      'i',
    ),
    3,
  ],
  [new RegExp(`${CURRENCY} ?['’]?(?:mn?|millions?)$`, 'i'), 6],
  [new RegExp(`${CURRENCY} ?['’]?(?:bn|billions?)$`, 'i'), 9],
  [new RegExp(`(?:^|[\\s\\d])${CURRENCY}$`), 0],
  [/^(?:no\.?|number|%)$/i, null],
];
/** Matches text that may surround a unit. */
const AROUND = /[()[\]]|\b(?:as )?(?:restated|unaudited|audited)\b/gi;
const SIGNS: Readonly<Record<string, PrintedCurrency>> = {
  '£': '£',
  $: '$',
  '€': '€',
  GBP: '£',
  USD: '$',
  EUR: '€',
};

/** The last currency in a text; null: none. */
const currencyIn = (text: string): PrintedCurrency | null =>
  SIGNS[[...text.matchAll(/[£$€]|\b(?:GBP|USD|EUR)/g)].at(-1)?.[0] ?? ''] ?? null;

export class PrintedUnits {
  private last: PrintedScale = null;
  private lastCurrency: PrintedCurrency | null = null;
  /** The text of the current block, up to the length of a heading. */
  private block = '';

  text(text: string): void {
    if (this.block.length <= LONGEST_HEADING) this.block += text.slice(0, LONGEST_HEADING + 1);
  }

  /** Begins or ends a block of the page. */
  part(): void {
    const { block } = this;
    this.block = '';
    if (block.length > LONGEST_HEADING) return;
    const heading = collapsed(block.replaceAll(AROUND, ' '));
    if (heading === '') return;
    const units = HEADINGS.find(([ending]) => ending.test(heading));
    if (units === undefined) return;
    [, this.last] = units;
    this.lastCurrency = units[1] === null ? null : currencyIn(heading);
  }

  /** The scale of the next amount; null: unknown, as in a sentence or after a currency sign. */
  get scale(): PrintedScale {
    return /[\p{L}£$€]/u.test(this.block) ? null : this.last;
  }

  /** The currency of the next amount, by the sign before it or else by the heading; null: unknown. */
  get currency(): PrintedCurrency | null {
    return currencyIn(this.block) ?? (/\p{L}/u.test(this.block) ? null : this.lastCurrency);
  }
}

/** A hyphen, an en dash or a minus sign. */
const MINUS = '-\u2010\u2013\u2212';
/** Returns true for blanks and currency signs, which may be between a minus sign and its number. */
const isSkipped = (character: string): boolean =>
  character <= ' ' || character === '\u00a0' || character === '£' || character === '$' || character === '€';

export class PrintedBefore {
  /** The last character of the page that is neither blank nor a currency sign. */
  private last = '';
  /** The number of texts in this block. A dash counts only as the first: after words it is no minus sign. */
  private texts = 0;
  private isDash = false;

  text(text: string): void {
    let [from, to] = [0, text.length];
    while (to > 0 && isSkipped(text.charAt(to - 1))) to -= 1;
    if (to === 0) return;
    this.last = text.charAt(to - 1);
    while (from < to && isSkipped(text.charAt(from))) from += 1;
    this.isDash = this.texts === 0 && to - from === 1 && MINUS.includes(this.last);
    this.texts += 1;
  }

  /** Begins or ends a block. A bracket in its own cell still counts. A dash there means zero. */
  part(): void {
    this.texts = 0;
    this.isDash = false;
  }

  /** True if an opening bracket precedes the number, or a minus sign alone in the block. */
  get isNegative(): boolean {
    return this.last === '(' || this.isDash;
  }
}
