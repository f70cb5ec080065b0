/** Finds lines of accounts that are not served but occur in sums with served figures. */
import { standardOf } from './about.js';
import { hundredthsOf, roundingOf, type Amount } from './amounts.js';
import { factsAt, isWhole, type FigurePlace } from './figure-facts.js';
import lines from './detail-lines.json';

/** The concepts of lines of the balance sheet (`of_day`) and of profit and loss. The first stated counts. */
const CONCEPTS_OF = { ...lines.of_day, ...lines.of_period };

export type DetailLine = keyof typeof CONCEPTS_OF;

export const isDetailLine = (name: string): name is DetailLine => name in CONCEPTS_OF;

/**
 * Returns true for lines of a micro-entity's profit and loss account (Small Companies and Groups Regulations
 * 2008, schedule 1 section C). An account without costs is abridged and has no such lines.
 */
const isOfMicro = (line: string): boolean => line.startsWith('micro_');
const hasMicroLines = ({ facts }: FigurePlace, amounts: ReadonlyMap<DetailLine, Amount>): boolean =>
  standardOf(facts) === 'micro-entities' &&
  (amounts.has('micro_raw_materials') || amounts.has('micro_other_charges'));

function amountAt(place: FigurePlace, line: DetailLine): Amount | null {
  const at = line in lines.of_period ? 'duration' : 'instant';
  for (const name of CONCEPTS_OF[line]) {
    const amounts = factsAt(place, name, at)
      .filter((fact) => isWhole(fact) && fact.currency === place.currency)
      .flatMap(({ fact }): Amount[] => {
        const hundredths = fact.value === null ? null : hundredthsOf(fact.value);
        return hundredths === null ? [] : [{ hundredths, rounding: roundingOf(fact.decimals) }];
      });
    const [first] = amounts.sort((a, b) => Number(a.rounding - b.rounding));
    if (first !== undefined) return first;
  }
  return null;
}

/** The detail lines stated in this column and period. */
export function detailLinesAt(place: FigurePlace): Map<DetailLine, Amount> {
  const amounts = new Map<DetailLine, Amount>();
  for (const name of Object.keys(CONCEPTS_OF)) {
    const line = name as DetailLine; // a key of CONCEPTS_OF
    const amount = amountAt(place, line);
    if (amount !== null) amounts.set(line, amount);
  }
  if (!hasMicroLines(place, amounts))
    for (const line of amounts.keys()) if (isOfMicro(line)) amounts.delete(line);
  return amounts;
}
