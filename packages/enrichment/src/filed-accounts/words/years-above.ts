/** Finds the year in the heading above each fact. Pure. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { Fact, XbrlDocument } from '../xbrl/document.js';
import type { PagePlace } from '../xbrl/page-row.js';
import { CURRENT } from '../xbrl/years-above.js';
import { mostFrequent } from '../statement/most-frequent.js';

/** Matches labels of rows with balances at the beginning of a year. */
const AT_START =
  /\b(?:brought forward|b ?\/ ?f(?:wd)?|opening|at (?:the )?(?:beginning|start|commencement)|at 0?1(?:st)? [a-z]{3,9}|at 0?1[./-])/i;

/**
 * The year above an amount: its cell's year, if the row has a cell for each year; else its period's year, if
 * the row has as many periods as there are years. Null: unclear.
 */
function yearInRow(
  { contexts, years, at, label }: PagePlace,
  endOf: (context: string) => unknown,
): number | null {
  if (years.length === 0 || AT_START.test(label)) return null;
  const all = contexts.map(endOf);
  const ends = all.filter((end) => end !== null);
  const isChange = (place: number): boolean => place === 0 || ends[place] !== ends[place - 1];
  const endsUpToFact = ends.slice(0, all.slice(0, at + 1).filter((end) => end !== null).length);
  const periodChanges = ends.filter((_, place) => isChange(place)).length;
  if (contexts.length !== years.length)
    return periodChanges === years.length
      ? (years[endsUpToFact.filter((_, place) => isChange(place)).length - 1] ?? null)
      : null;
  const cellsPerPeriod = [...new Set(ends)].map((end) => ends.filter((other) => other === end).length);
  const [firstCount = 0] = cellsPerPeriod;
  const isSameForAll = cellsPerPeriod.every((count) => count === firstCount);
  const isUnambiguous = firstCount === 1 || (cellsPerPeriod.length > 1 && ends.length === contexts.length);
  return isSameForAll && isUnambiguous ? (years[at] ?? null) : null;
}

/** The year above a fact by its own row, else by most clear rows below the same heading; null: none. */
export function yearsAbove({ facts, contexts }: XbrlDocument): (fact: Fact) => number | null {
  const endOf = (context: string): IsoDate | null => contexts.get(context)?.end ?? null;
  const seenYears = new Map<readonly number[], Map<IsoDate | null, number[]>>();
  const inRow = new Map(facts.map((fact) => [fact, yearInRow(fact.place, endOf)]));
  for (const [{ place, contextRef }, year] of inRow) {
    if (year === null) continue;
    const below = seenYears.get(place.years) ?? new Map<IsoDate | null, number[]>();
    seenYears.set(place.years, below);
    const end = endOf(contextRef);
    const years = below.get(end);
    if (years === undefined) below.set(end, [year]);
    else years.push(year);
  }
  // Headings may only say 'current year' and 'prior year'. The newest period below them is the current year.
  const relative = [...seenYears].flatMap(([[year = 0], below]) => (year > CURRENT ? [] : [...below.keys()]));
  const newest = [...new Set(relative)].filter((end) => end !== null).sort();
  const toCalendarYear = (year: number | null): number | null =>
    year === null || year > CURRENT
      ? year
      : Number(newest.at(year - CURRENT - 1)?.slice(0, 4) ?? NaN) || null;
  const commonestYear = new Map(
    [...seenYears].map(([years, below]) => [
      years,
      new Map([...below].map(([end, all]) => [end, mostFrequent(all)])),
    ]),
  );
  return (fact) => {
    const { place, contextRef } = fact;
    return AT_START.test(place.label)
      ? null
      : toCalendarYear(inRow.get(fact) ?? commonestYear.get(place.years)?.get(endOf(contextRef)) ?? null);
  };
}
