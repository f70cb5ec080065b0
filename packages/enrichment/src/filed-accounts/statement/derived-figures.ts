/** Reads turnover by segments, where the document states their sum, too. */
import { factAmountOf, hundredthsOf } from './amounts.js';
import { CONCEPTS } from './concepts.js';
import { statedBy, type ColumnFact } from './columns.js';
import { asPrinted, factsAt, type FoundFigure, type FigurePlace } from './figure-facts.js';

const isTotal = ({ dimensions: [segment] }: ColumnFact): boolean =>
  segment?.member.startsWith('Total') === true;

/** Turnover by one kind of segment, where the document states the sum of the segments too. */
export function segmentedTurnover(place: FigurePlace): FoundFigure | null {
  const [name = ''] = CONCEPTS.turnover.names;
  const split = factsAt(place, name, 'duration').filter(
    ({ dimensions, currency, fact }) =>
      dimensions.length === 1 && currency === place.currency && fact.value !== null,
  );
  for (const segment of new Set(split.map(({ dimensions }) => dimensions[0]?.name))) {
    const facts = split.filter(({ dimensions }) => dimensions[0]?.name === segment);
    const parts = new Map(
      facts.filter((fact) => !isTotal(fact)).map((fact) => [fact.dimensions[0]?.member ?? '', fact]),
    );
    const amounts = [...parts.values()].map(({ fact }) => hundredthsOf(fact.value ?? ''));
    const total = facts.find(isTotal);
    const stated = total === undefined ? null : hundredthsOf(total.fact.value ?? '');
    if (amounts.length === 0 || amounts.some((amount) => amount === null) || stated === null) continue;
    const hundredths = amounts.reduce<bigint>((all, amount) => all + (amount ?? 0n), 0n);
    if (hundredths !== stated || hundredths < 0n) continue;
    const from = [...parts.keys()].map((member) => `${name} ${member}`);
    const figure = { amount: factAmountOf(hundredths), currency: place.currency, by: null, from };
    const sources = [...parts.values()].slice(0, 4).map(statedBy);
    return {
      field: 'turnover',
      figure,
      hundredths,
      rounding: 100n,
      concept: '',
      sources,
      asPrinted: asPrinted(facts),
      isBelowItsYear: false,
      signAsShown: true,
    };
  }
  return null;
}
