/** Handles decimal numbers as text: exact, whatever their length. */

const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** The maximum length of a number, longer than any amount of money. */
const MAX_CHARACTERS = 60;
const MAX_SCALE = 18;

const withoutZeros = (whole: string, fraction: string): string => {
  const front = whole.replace(/^0+(?=\d)/, '') || '0';
  let end = fraction.length;
  while (fraction.charAt(end - 1) === '0') end -= 1;
  const back = fraction.slice(0, end);
  return back === '' ? front : `${front}.${back}`;
};

const signed = (negative: boolean, text: string): string => (negative && text !== '0' ? `-${text}` : text);

/** The number without spare zeros; null: the text is none. */
export function decimalOf(text: string): string | null {
  return scaledDecimal(text, 0);
}

/** The number times ten to the power of `scale`, a whole number from -18 to 18; null if either is invalid. */
export function scaledDecimal(text: string, scale: number): string | null {
  if (text.length > MAX_CHARACTERS || !Number.isInteger(scale) || Math.abs(scale) > MAX_SCALE) return null;
  const [, sign, whole = '', fraction = ''] = PLAIN.exec(text) ?? [];
  if (sign === undefined || (whole === '' && fraction === '')) return null;
  const digits = `${whole}${fraction}`;
  const point = whole.length + scale;
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  return signed(sign === '-', withoutZeros(padded.slice(0, at), padded.slice(at)));
}

/** The number with the other sign. */
export const negated = (decimal: string): string =>
  decimal === '0' ? decimal : decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
