/** Sorts facts into the columns of the accounts, the company's own or its group's, and into dimensions. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { StatedBy } from '../accounts-record.js';
import type { Dimension, Fact, XbrlDocument } from '../xbrl/document.js';
import { isPublished } from './concepts.js';
import { yearsAbove } from '../words/years-above.js';

export type Column = 'company' | 'group';

/** A fact of a published taxonomy with its context beside it. */
export interface ColumnFact {
  readonly fact: Fact;
  readonly column: Column;
  readonly start: IsoDate | null;
  readonly end: IsoDate;
  /** The dimensions, without those that name the company and mark the fact as original or revised. */
  readonly dimensions: readonly Dimension[];
  /** Null: no amount of money. */
  readonly currency: string | null;
  /** The year that the page has above it; null: none. */
  readonly yearAbove: number | null;
}

const WHOSE =
  /^(?:GroupCompany|Consolidation|ConsolidatedOrSeparate|ConsolidatedAndSeparateFinancialStatements)/;
const isGroup = ({ name, member }: Dimension): boolean => WHOSE.test(name) && /^Consolidated/.test(member);
const isOwn = ({ name, member }: Dimension): boolean =>
  WHOSE.test(name) && /^(?:Company|Separate)/.test(member);

/** The mark of original and revised amounts. Some software marks all amounts of accounts as original. */
const EDITION = 'OriginalRevisedDataDimension';
const EDITIONS: readonly string[] = ['Original', 'Revised'];

/** The rank of a fact: of two facts the one without a mark stands, else the revised one. */
const rankOf = (dimensions: readonly Dimension[]): number => {
  const mark = dimensions.find(({ name, member }) => name === EDITION && EDITIONS.includes(member));
  return mark === undefined ? EDITIONS.length : EDITIONS.indexOf(mark.member);
};

/** Tells whether the dimension is a mark: neither a part nor a segment of the stated amount. */
const isMark = (dimension: Dimension): boolean =>
  isGroup(dimension) || isOwn(dimension) || rankOf([dimension]) < EDITIONS.length;

export type FactsByName = ReadonlyMap<string, readonly ColumnFact[]>;

/** In international standards an unmarked fact is the group's, if the company's own facts are marked. */
const isIfrs = (namespace: string): boolean => /^https?:\/\/xbrl\.(?:ifrs|iasb)\.org\//.test(namespace);

/** Tells whether amounts are in the taxonomy for groups, and none is marked as the group's. */
export const isUnmarkedIfrs = (facts: FactsByName): boolean =>
  !hasColumn(facts, 'group') &&
  [...facts.values()].some((named) =>
    named.some(({ fact, currency }) => currency !== null && isIfrs(fact.namespace)),
  );

/** The facts without those that a better one of the same place replaces. */
function standing(ranked: readonly (readonly [rank: number, fact: ColumnFact])[]): ColumnFact[] {
  const placeOf = ({ column, start, end, dimensions }: ColumnFact): string =>
    JSON.stringify([column, start, end, dimensions]);
  const best = new Map<string, number>();
  for (const [rank, fact] of ranked) {
    const place = placeOf(fact);
    best.set(place, Math.max(best.get(place) ?? 0, rank));
  }
  return ranked.flatMap(([rank, fact]) => (best.get(placeOf(fact)) === rank ? [fact] : []));
}

/** The facts of published taxonomies whose period is known, by the local name of their concept. */
export function factsByName(document: XbrlDocument): FactsByName {
  const rankedFacts = rankedByName(document);
  return new Map(
    [...rankedFacts].map(([name, ranked]) => {
      const marked = ranked.some(([rank]) => rank < EDITIONS.length);
      return [name, marked ? standing(ranked) : ranked.map(([, fact]) => fact)];
    }),
  );
}

function rankedByName(document: XbrlDocument): Map<string, [number, ColumnFact][]> {
  const { facts, contexts, units } = document;
  const yearAbove = yearsAbove(document);
  const factsByName = new Map<string, [number, ColumnFact][]>();
  const ownIsMarked = [...contexts.values()].some(({ dimensions }) => dimensions.some(isOwn));
  // Few namespaces, many facts.
  const published = new Map<string, boolean>();
  for (const fact of facts) {
    const { namespace } = fact;
    if (!published.has(namespace)) published.set(namespace, isPublished(namespace));
    const context = contexts.get(fact.contextRef);
    if (context?.end == null || published.get(namespace) !== true) continue;
    const { start, end, dimensions } = context;
    const named = factsByName.get(fact.name) ?? [];
    const unmarkedGroup = ownIsMarked && isIfrs(namespace) && !dimensions.some(isOwn);
    const columnFact: ColumnFact = {
      fact,
      column: unmarkedGroup || dimensions.some(isGroup) ? 'group' : 'company',
      start,
      end,
      dimensions: dimensions.filter((dimension) => !isMark(dimension)),
      currency: units.get(fact.unitRef ?? '') ?? null,
      yearAbove: yearAbove(fact),
    };
    named.push([rankOf(dimensions), columnFact]);
    factsByName.set(fact.name, named);
  }
  return factsByName;
}

export const hasColumn = (facts: FactsByName, column: Column): boolean =>
  [...facts.values()].some((named) => named.some((fact) => fact.column === column));

const PRINTED_CHARACTERS = 60;

export const statedBy = ({ fact: { name, contextRef, printed } }: ColumnFact): StatedBy => ({
  concept: name,
  context: contextRef.slice(0, PRINTED_CHARACTERS),
  printed: printed.slice(0, PRINTED_CHARACTERS),
});
