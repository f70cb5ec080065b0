/** Assigns facts to the columns of the accounts: the company's own or its group's. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { StatedBy } from '../accounts-record.js';
import type { Dimension, Fact, XbrlDocument } from '../xbrl/document.js';
import { isPublished } from './concepts.js';
import { yearsAbove } from '../words/years-above.js';

export type Column = 'company' | 'group';

/** A fact of a published taxonomy with its context. */
export interface ColumnFact {
  readonly fact: Fact;
  readonly column: Column;
  readonly start: IsoDate | null;
  readonly end: IsoDate;
  /** The dimensions except those for company or group and for original or revised data. */
  readonly dimensions: readonly Dimension[];
  /** The currency; null: the fact is no amount of money. */
  readonly currency: string | null;
  /** The year in the heading above the fact; null: none. */
  readonly yearAbove: number | null;
}

const SCOPE_DIMENSION =
  /^(?:GroupCompany|Consolidation|ConsolidatedOrSeparate|ConsolidatedAndSeparateFinancialStatements)/;
const isGroup = ({ name, member }: Dimension): boolean =>
  SCOPE_DIMENSION.test(name) && /^Consolidated/.test(member);
const isOwn = ({ name, member }: Dimension): boolean =>
  SCOPE_DIMENSION.test(name) && /^(?:Company|Separate)/.test(member);

/** The dimension of original and revised amounts. Some software marks all amounts as original. */
const EDITION = 'OriginalRevisedDataDimension';
const EDITIONS: readonly string[] = ['Original', 'Revised'];

/** The rank of a fact among facts of one place: without a mark, then revised, then original. */
const rankOf = (dimensions: readonly Dimension[]): number => {
  const mark = dimensions.find(({ name, member }) => name === EDITION && EDITIONS.includes(member));
  return mark === undefined ? EDITIONS.length : EDITIONS.indexOf(mark.member);
};

/** Returns true if the dimension only marks column or revision and divides no amount. */
const isMark = (dimension: Dimension): boolean =>
  isGroup(dimension) || isOwn(dimension) || rankOf([dimension]) < EDITIONS.length;

export type FactsByName = ReadonlyMap<string, readonly ColumnFact[]>;

/** Returns true for IFRS, where unmarked facts are the group's if the company's own are marked. */
const isIfrs = (namespace: string): boolean => /^https?:\/\/xbrl\.(?:ifrs|iasb)\.org\//.test(namespace);

/** Returns true if amounts use the IFRS taxonomy and none is marked as the group's. */
export const isUnmarkedIfrs = (facts: FactsByName): boolean =>
  !hasColumn(facts, 'group') &&
  [...facts.values()].some((named) =>
    named.some(({ fact, currency }) => currency !== null && isIfrs(fact.namespace)),
  );

/** The facts of the best rank at each place. */
function bestRanked(ranked: readonly (readonly [rank: number, fact: ColumnFact])[]): ColumnFact[] {
  const placeOf = ({ column, start, end, dimensions }: ColumnFact): string =>
    JSON.stringify([column, start, end, dimensions]);
  const best = new Map<string, number>();
  for (const [rank, fact] of ranked) {
    const place = placeOf(fact);
    best.set(place, Math.max(best.get(place) ?? 0, rank));
  }
  return ranked.flatMap(([rank, fact]) => (best.get(placeOf(fact)) === rank ? [fact] : []));
}

/** The facts of published taxonomies with a known period, by local name of the concept. */
export function factsByName(document: XbrlDocument): FactsByName {
  const rankedFacts = rankedByName(document);
  return new Map(
    [...rankedFacts].map(([name, ranked]) => {
      const hasMarks = ranked.some(([rank]) => rank < EDITIONS.length);
      return [name, hasMarks ? bestRanked(ranked) : ranked.map(([, fact]) => fact)];
    }),
  );
}

function rankedByName(document: XbrlDocument): Map<string, [number, ColumnFact][]> {
  const { facts, contexts, units } = document;
  const yearAbove = yearsAbove(document);
  const factsByName = new Map<string, [number, ColumnFact][]>();
  const isOwnMarked = [...contexts.values()].some(({ dimensions }) => dimensions.some(isOwn));
  // Remembered by namespace, because facts have few namespaces.
  const published = new Map<string, boolean>();
  for (const fact of facts) {
    const { namespace } = fact;
    if (!published.has(namespace)) published.set(namespace, isPublished(namespace));
    const context = contexts.get(fact.contextRef);
    if (context?.end == null || published.get(namespace) !== true) continue;
    const { start, end, dimensions } = context;
    const named = factsByName.get(fact.name) ?? [];
    const isUnmarkedGroup = isOwnMarked && isIfrs(namespace) && !dimensions.some(isOwn);
    const columnFact: ColumnFact = {
      fact,
      column: isUnmarkedGroup || dimensions.some(isGroup) ? 'group' : 'company',
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
