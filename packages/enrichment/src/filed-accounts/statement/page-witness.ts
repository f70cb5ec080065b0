/** Finds text around an amount that contradicts its tag: another line, year or currency. Pure. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { FigureKey } from '../accounts-record.js';
import type { Fact } from '../xbrl/document.js';
import type { ColumnFact } from './columns.js';
import { namesFigure, saysNegative } from '../words/row-labels.js';

/** The evidence against a figure, as answers show it. */
const OTHER_LINE = { by: 'words before the amount' } as const;
export const OTHER_YEAR = { by: 'year above the amount' } as const;
const OTHER_CURRENCY = { by: 'currency printed on the page' } as const;

/** The last day on which a 52- or 53-week year may end and still be named after the previous year. */
const LAST_OF_WEEKS = '-01-10';

const isYearOf = (year: number, end: IsoDate): boolean =>
  Number(end.slice(0, 4)) === year || (Number(end.slice(0, 4)) === year + 1 && end.slice(4) <= LAST_OF_WEEKS);

const DOLLARS = /^(?:USD|AUD|CAD|NZD|HKD|SGD|BMD|BSD|BBD|BZD|JMD|KYD|TTD|TWD|XCD|FJD|NAD)$/;
const POUNDS = /^(?:GBP|GIP|FKP|SHP|JEP|GGP|IMP|EGP|LBP|SSP|SDG|SYP)$/;
const isOf: Readonly<Record<'£' | '$' | '€', RegExp>> = { '£': POUNDS, $: DOLLARS, '€': /^EUR$/ };

/** True: a place agrees. False: none agrees, and at least one disagrees. Null: no place states anything. */
function agreedBy<Place>(places: readonly Place[], agrees: (place: Place) => boolean | null): boolean | null {
  const all = places.map(agrees);
  return all.includes(true) ? true : all.includes(false) ? false : null;
}

/** Returns true if the fact is an overdrawn bank account, which may have the label of an overdraft. */
const isOverdraft = ({ printedNegative, place }: Fact, field: FigureKey): boolean =>
  field === 'cash' && printedNegative && /\boverdr(?:aft|awn)/i.test(place.label);

/** Returns true if a heading above the figure states its year; null: no heading states a year. */
export const isBelowItsYear = (facts: readonly ColumnFact[]): boolean | null =>
  agreedBy(facts, ({ yearAbove, end }) => (yearAbove === null ? null : isYearOf(yearAbove, end)));

/** The evidence against the tag of a figure that all these facts state; null: none. */
export function wordsAgainst(facts: readonly ColumnFact[], field: FigureKey): { readonly by: string } | null {
  const isLine = agreedBy(
    facts,
    ({ fact }) => isOverdraft(fact, field) || namesFigure(fact.place.label, field),
  );
  const isYear = isBelowItsYear(facts);
  const isCurrency = agreedBy(facts, ({ fact: { printedCurrencies }, currency }) =>
    printedCurrencies.length === 0 || currency === null
      ? null
      : printedCurrencies.every((sign) => isOf[sign].test(currency)),
  );
  return isLine === false
    ? OTHER_LINE
    : isYear === false
      ? OTHER_YEAR
      : isCurrency === false
        ? OTHER_CURRENCY
        : null;
}

/** Returns true if a sign makes the amount negative, or the label does in a row without signs. */
export const isShownNegative = ({ printedNegative, place }: Fact): boolean =>
  printedNegative || (!place.hasMinus && saysNegative(place.label));
