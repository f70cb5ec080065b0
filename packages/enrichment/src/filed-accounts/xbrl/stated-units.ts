/** Reads the scale and currency that a page's sentences state for all its amounts. Pure. */
import type { PrintedCurrency, PrintedScale } from './printed-units.js';

/** The pattern of words for all amounts, which excludes single amounts and bank accounts. */
const AMOUNTS =
  '\\b(?:amounts|(?:each|every|any) (?:amount|figure|value|balance)|figures|values|balances|numbers|financial statements|(?<!(?:bank|savings|loan|current) )accounts|financial information|currency|sterling|pounds?)\\b';
const STATED =
  '\\b(?:stated|presented|expressed|shown|reported|prepared|given|rounded|denominated|quoted|are|is)\\b';
/** The pattern of a line above a statement: `(all figures in £'000)`. */
const LINE =
  '^[([]?(?=(?:all )?(?:amounts?|figures|values|balances|numbers|currency|units?|(?:level of )?rounding|expressed|stated|presented|shown|rounded)\\b)(?:all )?(?:(?:amounts?|figures|values|balances|numbers|currency|units?|rounding)(?: are)?:? )?(?:(?:expressed|stated|presented|shown|rounded)(?: to)? )?(?:in )?';
const MONEY = '(?:UK |US )?(?:pounds?(?: sterling)?|sterling|gbp|euros?|dollars?|usd|eur)';
/** Excludes thousands of something other than money. */
const OF_MONEY = `(?! of (?!${MONEY}\\b|[£$€]))`;
const word = (unit: string): string => `in (?:[£$€] ?|[a-z]+ ){0,2}${unit}s?\\b${OF_MONEY}`;
const THOUSAND = `(?:${word('thousand')}|(?:nearest|rounded to) (?:the )?[£$€]? ?(?:thousand\\b${OF_MONEY}|1,?000s?(?![\\d,]|\\.\\d))|in [£$€]?1,?000s|[£$€] ?['’‘]?000['’]?s?\\b|(?<![\\d,])(?:['’‘]000['’]?s?|000['’]?s)\\b|[£$€]k\\b)`;
const MILLION = `(?:${word('million')}|nearest [£$€]? ?million|[£$€] ?m\\b)`;
const WHOLE = '(?:(?:nearest|whole) (?:whole )?(?:pound|euro|dollar|[£$€]1?(?![\\d,]|[ ’]?0)))';
/** The pattern of a line with only the unit. */
const lone = (unit: string): string => `^[([]?(?:in )?(?:${MONEY} )?${unit}s?(?: of ${MONEY})?[)\\]]?$`;
const sentence = (unit: string, ...others: readonly string[]): RegExp =>
  new RegExp(
    [`${AMOUNTS}.{0,160}?${STATED}.{0,80}?${unit}`, `${LINE}${unit}.{0,40}$`, ...others].join('|'),
    'i',
  );

const SCALES: readonly (readonly [RegExp, PrintedScale])[] = [
  [
    sentence(
      THOUSAND,
      lone('thousand'),
      '\\blevel of rounding\\b.{0,60}?(?:[£$€]?1,?000|thousands?)\\b',
      "\\bmewn miloedd\\b|\\bi['’]r (?:£ ?1,000|£?fil|mil) agosaf",
    ),
    3,
  ],
  [sentence(MILLION, lone('million'), '\\bmewn miliynau\\b'), 6],
  [sentence(WHOLE, "\\bi['’]r (?:bunt|£1?) agosaf"), 0],
];
const LONGEST_SENTENCE = 1_500;
/** Matches a word that every sentence about a unit has, for a quick check. */
const UNIT = /thousand|million|000|[£$€] ?[km]\b|nearest|whole|\b(?:miloedd|miliynau|agosaf)\b/i;
const OF_OTHERS =
  /\b(?:(?<!(?:group|company|consolidated) and (?:the )?)parent(?! and (?:the )?(?:group|consolidated))|ultimate|holding company['’]s|subsidiary['’]s|(?:consolidated|included) (?:in|within|into) (?:the|those)|those of|whose)\b/i;

const CURRENCIES: readonly (readonly [RegExp, PrintedCurrency])[] = [
  [/sterling|\bpounds?\b|£|\bGBP\b/i, '£'],
  [/\b(?:US|United States) dollars?\b|\$|\bUSD\b/i, '$'],
  [/\beuros?\b|€|\bEUR\b/i, '€'],
];
const SUBJECT =
  "(?:^|\\b(?:the|these|all|our|its) )(?:(?:company|charity|group|partnership|society)['’]s? |annual |consolidated |group )*(?:financial statements|accounts|amounts|figures)\\b";
const OF_CURRENCY = new RegExp(
  `(?:${SUBJECT}.{0,80}?\\b(?:presented|prepared|stated|expressed|shown|reported) (?:and \\w+ )?in|presentation(?:al)? currency.{0,60}? is) ([^,]{1,60})`,
  'i',
);

/** Matches words for a part of the business or an amount in another currency, except company and group. */
const OF_A_PART =
  /(?<!\b(?:and|including) (?:all )?(?:of )?(?:its |their |the )?)\b(?:branch(?:es)?|subsidiar\w+|associates?|associated|joint ventures?|divisions?|agenc(?:y|ies)|overseas|foreign|loans?|borrowings?|(?:owed|owing|due|payable|receivable|lent|borrowed|held)|debts?|deposits?|contracts?|investments?|previously|formerly|until)\b/i;

/** The words for the currency in a statement about the whole document; null: no such statement. */
function statedCurrency(sentence: string): string | null {
  const match = OF_CURRENCY.exec(sentence);
  const object = match?.[1];
  if (match === null || object === undefined) return null;
  const before = sentence.slice(0, match.index + match[0].length - object.length);
  return OF_A_PART.test(before) ? null : object;
}

export interface StatedUnits {
  /** The scale that sentences state; null: none. */
  readonly scale: PrintedScale;
  /** The currencies that sentences state; without such a sentence, the only currency on the page. */
  readonly currencies: readonly PrintedCurrency[];
}

/** The single currency in these texts; empty: none, or several. */
function currencyOf(texts: readonly string[]): PrintedCurrency[] {
  const named = texts.flatMap((text) =>
    CURRENCIES.flatMap(([name, sign]) => (name.test(text) ? [sign] : [])),
  );
  const all = [...new Set(named)];
  return all.length === 1 ? all : [];
}

/** Reads the page's statements about all its amounts. */
export function unitsStatedIn(text: string): StatedUnits {
  const sentences = text
    .split(/[.;\n]/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => !OF_OTHERS.test(sentence));
  const units = sentences.filter((sentence) => sentence.length < LONGEST_SENTENCE && UNIT.test(sentence));
  const currencies = sentences.flatMap((sentence) => statedCurrency(sentence) ?? []);
  return {
    scale: SCALES.find(([saying]) => units.some((text) => saying.test(text)))?.[1] ?? null,
    currencies:
      currencies.length > 0
        ? [...new Set(currencies.flatMap((text) => currencyOf([text])))]
        : currencyOf(sentences.filter((sentence) => !OF_A_PART.test(sentence))),
  };
}
