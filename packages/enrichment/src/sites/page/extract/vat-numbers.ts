/** Finds the UK VAT numbers that a page prints: nine digits with valid check digits after a label. */
import type { PrintedPlace } from '../../site-reading.js';
import { isDigit, isWordCharacter, snippetAt } from '../plain-text.js';
import { eachOnce, type RegionText } from '../region-texts.js';

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** Returns true if the check digits are valid: modulo 97, or by 55 less for numbers since 2010. */
export function isVatNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits.startsWith('0000000')) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  const check = Number(digits.slice(7));
  return (sum + check) % 97 === 0 || (sum + check + 55) % 97 === 0;
}

const LABEL = /\bvat\b|\bv\.a\.t\b|\btaw\b|\btax id\b|\bgb\s?$/i;
const BEFORE = 45;

/** The nine or twelve digits from a position, with single separators between groups; null: another number. */
function digitsFrom(text: string, from: number): { readonly digits: string; readonly end: number } | null {
  let digits = '';
  let at = from;
  for (; at < text.length && digits.length <= 12; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits += text[at];
    else if (!' .-'.includes(text[at] ?? '') || !isDigit(text.charCodeAt(at + 1))) break;
  }
  const isWhole = digits.length === 9 || digits.length === 12;
  return isWhole && !isWordCharacter(text.charCodeAt(at)) ? { digits: digits.slice(0, 9), end: at } : null;
}

function* numbersIn({ region, text }: RegionText): Generator<PrintedPlace> {
  // Without a label no digits count, and there may be many.
  if (!/vat|v\.a\.t|taw|tax id|gb/i.test(text)) return;
  for (const { index } of text.matchAll(/\d/g)) {
    const before = text.charCodeAt(index - 1);
    const hasPrefix = /^gb\s?$/i.test(text.slice(Math.max(0, index - 3), index).trimStart());
    if (isDigit(before) || (isWordCharacter(before) && !hasPrefix)) continue;
    const digits = digitsFrom(text, index);
    if (digits === null || !isVatNumber(digits.digits)) continue;
    if (!LABEL.test(text.slice(Math.max(0, index - BEFORE), index))) continue;
    yield { value: digits.digits, region, snippet: snippetAt(text, index, digits.end) };
  }
}

/** The VAT numbers in texts: nine digits each, without `GB`. */
export const vatNumbers = (texts: readonly RegionText[]): PrintedPlace[] =>
  eachOnce(texts.flatMap((text) => [...numbersIn(text)]));
