/**
 * In which units the page says that the amounts below are: a heading of a column tells, `£`, `£000` or `£m`.
 */
import { collapsed } from './page-text.js';

/** As a power of ten; null: nothing tells. */
export type PrintedScale = number | null;
/** By its sign on the page: the pound, the dollar, the euro. */
export type PrintedCurrency = '£' | '$' | '€';

const LONGEST_HEADING = 60;
const CURRENCY = '(?:(?:US ?)?[£$€]|GBP|USD|EUR)';
/** The ends of headings, and what they say. What counts something else than money says nothing of amounts. */
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
/** What stands around a unit. */
const AROUND = /[()[\]]|\b(?:as )?(?:restated|unaudited|audited)\b/gi;
const SIGNS: Readonly<Record<string, PrintedCurrency>> = {
  '£': '£',
  $: '$',
  '€': '€',
  GBP: '£',
  USD: '$',
  EUR: '€',
};

/** The currency that a text names last. */
const currencyIn = (text: string): PrintedCurrency | null =>
  SIGNS[[...text.matchAll(/[£$€]|\b(?:GBP|USD|EUR)/g)].at(-1)?.[0] ?? ''] ?? null;

export class PrintedUnits {
  private last: PrintedScale = null;
  private lastCurrency: PrintedCurrency | null = null;
  /** Of this block of the page, as far as a heading goes. */
  private block = '';

  text(text: string): void {
    if (this.block.length <= LONGEST_HEADING) this.block += text.slice(0, LONGEST_HEADING + 1);
  }

  /** A block of the page begins or ends. */
  part(): void {
    const { block } = this;
    this.block = '';
    if (block.length > LONGEST_HEADING) return;
    const heading = collapsed(block.replaceAll(AROUND, ' '));
    if (heading === '') return;
    const said = HEADINGS.find(([ending]) => ending.test(heading));
    if (said === undefined) return;
    [, this.last] = said;
    this.lastCurrency = said[1] === null ? null : currencyIn(heading);
  }

  /** Of an amount that comes now; one among words, or behind its own currency sign, stands for itself. */
  get scale(): PrintedScale {
    return /[\p{L}£$€]/u.test(this.block) ? null : this.last;
  }

  /** By the sign before an amount that comes now, else by the heading; null: nothing tells. */
  get currency(): PrintedCurrency | null {
    return currencyIn(this.block) ?? (/\p{L}/u.test(this.block) ? null : this.lastCurrency);
  }
}
