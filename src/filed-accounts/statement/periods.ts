/** Which two periods a set of accounts speaks of: its own, and the one before. */
import { daysBetween, type IsoDate } from '../../shared/calendar.js';
import { dateAsPrinted } from '../xbrl/dates.js';
import type { FigureKey } from '../accounts-record.js';
import { CONCEPTS, HEADCOUNT, WITHOUT_DIMENSION } from './concepts.js';
import { mostFrequent, type ColumnFact, type FactsByName } from './columns.js';

export interface ReportedPeriod {
  readonly start: IsoDate | null;
  readonly end: IsoDate;
}

export interface ReportedPeriods {
  readonly now: ReportedPeriod;
  readonly before: ReportedPeriod | null;
  /**
   * Its own period ends before it starts, takes more than 18 months, starts on another day than the document states, or ends
   * far from the day that is named; or figures are dated more than 18 months after it.
   */
  readonly impossible: boolean;
}

/** No period of accounts is longer than 18 months (Companies Act 2006 section 392). */
const MOST_DAYS = 550;

const MS_A_DAY = 86_400_000;
/** Opening balances are dated by the last day of the year before, or by the first of this one. */
const DAYS_OFF = 8;

const dayBefore = (day: IsoDate): IsoDate => new Date(Date.parse(day) - MS_A_DAY).toISOString().slice(0, 10);

/** Facts that a figure or a headcount may be taken from. */
function figureFacts(facts: FactsByName): ColumnFact[] {
  const names = new Set<string>([
    ...Object.values(CONCEPTS).flatMap(({ names: of }) => of),
    ...Object.values(WITHOUT_DIMENSION satisfies Partial<Record<FigureKey, readonly string[]>>).flat(),
    ...HEADCOUNT,
  ]);
  return [...names].flatMap((name) => facts.get(name) ?? []);
}

/** The day that the document names in one of these facts. */
function statedDay(facts: FactsByName, ...names: string[]): IsoDate | null {
  for (const { fact } of names.flatMap((name) => facts.get(name) ?? [])) {
    const day = fact.value === null ? null : dateAsPrinted(fact.value);
    if (day !== null) return day;
  }
  return null;
}

const startsOf = (facts: readonly ColumnFact[], end: IsoDate): IsoDate[] =>
  facts.flatMap((fact) => (fact.end === end && fact.start !== null ? [fact.start] : []));

function periodBefore(facts: readonly ColumnFact[], { start, end }: ReportedPeriod): ReportedPeriod | null {
  const earlier = [...new Set(facts.map((fact) => fact.end))].filter((day) => day < end).sort();
  const expected = start === null ? null : dayBefore(start);
  const found =
    expected === null
      ? earlier.at(-1)
      : (earlier.find((day) => day === expected) ??
        earlier.findLast((day) => Math.abs(daysBetween(day, expected)) <= DAYS_OFF));
  return found === undefined ? null : { start: mostFrequent(startsOf(facts, found)), end: found };
}

const isPossible = ({ start, end }: ReportedPeriod): boolean =>
  start === null || (start <= end && daysBetween(start, end) <= MOST_DAYS);

/** Of the year before, with figures that may be those of it. */
const isYearBefore = ({ end }: ReportedPeriod, before: ReportedPeriod): boolean =>
  isPossible(before) && daysBetween(before.end, end) <= MOST_DAYS;

/** Figures that all end long before the day which the document names are those of the year before. */
const endOf = (newest: IsoDate | undefined, said: IsoDate | undefined): IsoDate | undefined =>
  newest === undefined || (said !== undefined && daysBetween(newest, said) > DAYS_OFF) ? said : newest;

/**
 * Its own period ends where the document says, if figures stand there; else where the register says that it ends, or where
 * the newest figures stand.
 * @param named the day in the name of the file
 */
export function reportedPeriods(facts: FactsByName, named: IsoDate | null): ReportedPeriods | null {
  const figures = figureFacts(facts);
  const ends = new Set(figures.map(({ end }) => end));
  const said = [
    statedDay(facts, 'EndDateForPeriodCoveredByReport'),
    statedDay(facts, 'BalanceSheetDate', 'DateBalanceSheet'),
    named,
  ].filter((day) => day !== null);
  const end = said.find((day) => ends.has(day)) ?? endOf([...ends].sort().at(-1), said[0]);
  if (end === undefined) return null;
  const stated = statedDay(facts, 'StartDateForPeriodCoveredByReport', 'DateStartPeriodCoveredByReport');
  const starts = startsOf(figures, end);
  const all = starts.length > 0 ? starts : startsOf([...facts.values()].flat(), end);
  const start =
    stated !== null && stated <= end && (all.length === 0 || all.includes(stated))
      ? stated
      : mostFrequent(all);
  const now = { start, end };
  const isOtherStart =
    stated !== null && all.length > 0 && all.every((day) => Math.abs(daysBetween(day, stated)) > DAYS_OFF);
  const isAfter = [...ends].some((day) => day > end && daysBetween(end, day) > MOST_DAYS);
  const before = periodBefore(figures, now);
  return {
    now,
    before: before !== null && isYearBefore(now, before) ? before : null,
    impossible:
      !isPossible(now) ||
      isOtherStart ||
      isAfter ||
      said.some((day) => Math.abs(daysBetween(day, end)) > MOST_DAYS),
  };
}
