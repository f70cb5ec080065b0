/** Totals that a document doesn't state itself, where other facts of the same column confirm them. Else they are left out. */
import { amountOf, hundredthsOf } from './amounts.js';
import { CONCEPTS } from './concepts.js';
import { statedBy, type ColumnFact } from './columns.js';
import { distance, factsAt, type FoundFigure, type Place } from './figure-facts.js';

type Found = ReadonlyMap<string, FoundFigure>;

const sum = (figures: readonly FoundFigure[]): bigint =>
  figures.reduce((total, { hundredths }) => total + hundredths, 0n);

/**
 * Fixed and current assets, where together they are what total assets less current liabilities and those liabilities
 * are: then nothing stands outside of them.
 */
export function totalAssets(found: Found, currency: string): FoundFigure | null {
  const [fixed, current] = [found.get('fixed_assets'), found.get('current_assets')];
  const [less, creditors] = [
    found.get('total_assets_less_current_liabilities'),
    found.get('creditors_within_one_year'),
  ];
  const parts = [fixed, current].filter((part) => part !== undefined);
  if (parts.length === 0 || less === undefined || creditors === undefined) return null;
  const hundredths = sum(parts);
  const rounding = [...parts, less, creditors].reduce(
    (most, part) => (part.rounding > most ? part.rounding : most),
    0n,
  );
  if (distance(hundredths, sum([less, creditors])) > 2n * rounding) return null;
  const from = parts.map(({ field }) => field);
  const figure = { amount: amountOf(hundredths), currency, by: null, from };
  const sources = parts.flatMap((part) => part.sources);
  return { field: 'total_assets', figure, hundredths, rounding, concept: '', sources };
}

const isTotal = ({ dimensions: [segment] }: ColumnFact): boolean =>
  segment?.member.startsWith('Total') === true;

/** Turnover by one kind of segment, where the document states the sum of the segments too. */
export function segmentedTurnover(place: Place): FoundFigure | null {
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
    const figure = { amount: amountOf(hundredths), currency: place.currency, by: null, from };
    const sources = [...parts.values()].slice(0, 4).map(statedBy);
    return { field: 'turnover', figure, hundredths, rounding: 100n, concept: '', sources };
  }
  return null;
}
