/** Facts in the columns of the accounts: whose they are, the company's own or its group's, and of which dimension. */
import type { IsoDate } from '../../shared/calendar.js';
import type { StatedBy } from '../accounts-record.js';
import type { Dimension, Fact, XbrlDocument } from '../xbrl/document.js';
import { isPublished } from './concepts.js';

export type Column = 'company' | 'group';

/** A fact of a published taxonomy with its context beside it. */
export interface ColumnFact {
  readonly fact: Fact;
  readonly column: Column;
  readonly start: IsoDate | null;
  readonly end: IsoDate;
  /** Without the one that tells whose it is. */
  readonly dimensions: readonly Dimension[];
  /** Null: no amount of money. */
  readonly currency: string | null;
}

const WHOSE = /^(?:GroupCompanyData|ConsolidatedOrSeparate|ConsolidatedAndSeparateFinancialStatements)/;
const isGroup = ({ name, member }: Dimension): boolean => WHOSE.test(name) && /^Consolidated/.test(member);

export type FactsByName = ReadonlyMap<string, readonly ColumnFact[]>;

/** The facts of published taxonomies whose period is known, by the local name of their concept. */
export function factsByName({ facts, contexts, units }: XbrlDocument): FactsByName {
  const found = new Map<string, ColumnFact[]>();
  // Few namespaces, many facts.
  const published = new Map<string, boolean>();
  for (const fact of facts) {
    const { namespace } = fact;
    if (!published.has(namespace)) published.set(namespace, isPublished(namespace));
    const context = contexts.get(fact.contextRef);
    if (context?.end == null || published.get(namespace) !== true) continue;
    const { start, end, dimensions } = context;
    const named = found.get(fact.name) ?? [];
    named.push({
      fact,
      column: dimensions.some(isGroup) ? 'group' : 'company',
      start,
      end,
      dimensions: dimensions.filter(({ name }) => !WHOSE.test(name)),
      currency: units.get(fact.unitRef ?? '')?.currency ?? null,
    });
    found.set(fact.name, named);
  }
  return found;
}

/** Whether anything is stated in a column. */
export const hasColumn = (facts: FactsByName, column: Column): boolean =>
  [...facts.values()].some((named) => named.some((fact) => fact.column === column));

const PRINTED_CHARACTERS = 60;

export const statedBy = ({ fact: { name, contextRef, printed } }: ColumnFact): StatedBy => ({
  concept: name,
  context: contextRef.slice(0, PRINTED_CHARACTERS),
  printed: printed.slice(0, PRINTED_CHARACTERS),
});

/** The value that comes most often; the first of equals. Null of none. */
export function mostFrequent<T>(values: Iterable<T>): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | null = null;
  for (const [value, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = value;
  return best;
}
