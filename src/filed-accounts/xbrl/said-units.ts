/** What the sentences of a page say of all its amounts: in thousands, in millions, to the pound; in which currency. Pure. */
import type { PrintedCurrency, PrintedScale } from './printed-units.js';

const AMOUNTS =
  '\\b(?:amounts?|figures?|values?|balances?|numbers?|financial statements|accounts|financial information|currency|sterling|pounds?)\\b';
const STATED =
  '\\b(?:stated|presented|expressed|shown|reported|prepared|given|rounded|denominated|quoted|are|is)\\b';
/** A line of its own above a statement: `(all figures in £'000)`. */
const LINE =
  '^[([]?(?:(?:all )?(?:amounts?|figures|values)(?: are)? |expressed |stated |presented |shown )(?:in )?';
const THOUSAND =
  "(?:(?:in|to|of)(?: the)?(?: nearest)? (?:[£$€] ?|[a-z]+ )?thousands?|nearest [£$€]? ?(?:thousand|1,000|1000)|[£$€] ?['’‘]?000['’]?s?\\b|[£$€]1,000s?\\b|[£$€]k\\b)";
const MILLION = '(?:(?:in|to|of)(?: the)?(?: nearest)? (?:[£$€] ?|[a-z]+ )?millions?|[£$€] ?m\\b)';
const WHOLE = '(?:(?:nearest|whole) (?:whole )?(?:pound|euro|dollar|[£$€]1?(?![\\d,]|[ ’]?0)))';
const saying = (unit: string): RegExp =>
  new RegExp(`${AMOUNTS}[^.;\\n]{0,160}?${STATED}[^.;\\n]{0,80}?${unit}|${LINE}${unit}[^.;\\n]{0,30}$`, 'im');

const SCALES: readonly (readonly [RegExp, PrintedScale])[] = [
  [saying(THOUSAND), 3],
  [saying(MILLION), 6],
  [saying(WHOLE), 0],
];

const CURRENCIES: readonly (readonly [RegExp, PrintedCurrency])[] = [
  [/sterling|\bpounds?\b|£|\bGBP\b/i, '£'],
  [/\b(?:US|United States) dollars?\b|\$|\bUSD\b/i, '$'],
  [/\beuros?\b|€|\bEUR\b/i, '€'],
];
const OF_CURRENCY =
  /\b(?:(?:financial statements|accounts|amounts|figures) (?:are|have been|is) (?:\w+ ){0,2}(?:presented|prepared|stated|expressed|shown|reported) (?:and \w+ )?in|presentation(?:al)? currency[^.;\n]{0,60}? is|presented in) ([^.;,\n]{1,60})/gi;

export interface SaidUnits {
  /** Null: no sentence tells. */
  readonly scale: PrintedScale;
  readonly currency: PrintedCurrency | null;
}

/** The one currency that these texts name; null: none, or several. */
function currencyOf(texts: readonly string[]): PrintedCurrency | null {
  const named = texts.flatMap((text) =>
    CURRENCIES.flatMap(([name, sign]) => (name.test(text) ? [sign] : [])),
  );
  const [first = null, ...others] = new Set(named);
  return others.length === 0 ? first : null;
}

/**
 * What the page says of all its amounts. Without a sentence on the currency, the only sign that it prints tells.
 * @param text a line for each block
 */
export function unitsSaidIn(text: string): SaidUnits {
  const said = [...text.matchAll(OF_CURRENCY)].map(([, named = '']) => named);
  return {
    scale: SCALES.find(([sentence]) => sentence.test(text))?.[1] ?? null,
    currency: currencyOf(said.length > 0 ? said : [text]),
  };
}
