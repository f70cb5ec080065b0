/** Which year the page has above each fact. Pure. */
import type { IsoDate } from '../../shared/calendar.js';
import type { Fact, XbrlDocument } from '../xbrl/document.js';
import type { PagePlace } from '../xbrl/page-rows.js';
import { mostFrequent } from '../statement/most-frequent.js';

/** The year above each amount of a complete row: as many amounts as years, each of a period of its own. */
function yearInRow({ contexts, years, at }: PagePlace, endOf: (context: string) => unknown): number | null {
  if (years.length === 0 || contexts.length !== years.length) return null;
  return new Set(contexts.map(endOf)).size === contexts.length ? (years[at] ?? null) : null;
}

/**
 * The year that stands above a fact: in a complete row by its place, in others by where its period stands in most of the complete
 * rows below the same heading. Null: no heading tells.
 */
export function yearsAbove({ facts, contexts }: XbrlDocument): (fact: Fact) => number | null {
  const endOf = (context: string): IsoDate | null => contexts.get(context)?.end ?? null;
  const seen = new Map<readonly number[], Map<IsoDate | null, number[]>>();
  for (const { place, contextRef } of facts) {
    const year = yearInRow(place, endOf);
    if (year === null) continue;
    const below = seen.get(place.years) ?? new Map<IsoDate | null, number[]>();
    seen.set(place.years, below.set(endOf(contextRef), [...(below.get(endOf(contextRef)) ?? []), year]));
  }
  return ({ place, contextRef }) =>
    yearInRow(place, endOf) ?? mostFrequent(seen.get(place.years)?.get(endOf(contextRef)) ?? []);
}
