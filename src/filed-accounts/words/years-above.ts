/** Which year the page has above each fact. Pure. */
import type { IsoDate } from '../../shared/calendar.js';
import type { Fact, XbrlDocument } from '../xbrl/document.js';
import type { PagePlace } from '../xbrl/page-rows.js';
import { CURRENT } from '../xbrl/years-above.js';
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
    seen.set(place.years, below);
    const end = endOf(contextRef);
    const years = below.get(end);
    if (years === undefined) below.set(end, [year]);
    else years.push(year);
  }
  // The current year is that of the newest period below such a heading.
  const relative = [...seen].flatMap(([[year = 0], below]) => (year > CURRENT ? [] : [...below.keys()]));
  const newest = [...new Set(relative)].filter((end) => end !== null).sort();
  const named = (year: number | null): number | null =>
    year === null || year > CURRENT
      ? year
      : Number(newest.at(year - CURRENT - 1)?.slice(0, 4) ?? NaN) || null;
  const most = new Map(
    [...seen].map(([years, below]) => [
      years,
      new Map([...below].map(([end, all]) => [end, mostFrequent(all)])),
    ]),
  );
  return ({ place, contextRef }) =>
    named(yearInRow(place, endOf) ?? most.get(place.years)?.get(endOf(contextRef)) ?? null);
}
