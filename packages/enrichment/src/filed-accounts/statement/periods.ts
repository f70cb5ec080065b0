/** Finds the two periods of a set of accounts: its own, and the previous one. */
import { dayOf, daysBefore, daysBetween, type IsoDate } from '../../../../words/src/calendar.js';
import { dateAsPrinted } from '../xbrl/dates.js';
import type { AccountsPeriod } from '../accounts-record.js';
import { READ_CONCEPTS } from './concepts.js';
import type { ColumnFact, FactsByName } from './columns.js';
import { mostFrequent } from './most-frequent.js';

export type ReportedPeriod = Pick<AccountsPeriod, 'start' | 'end'>;

export interface ReportedPeriods {
  readonly now: ReportedPeriod;
  readonly before: ReportedPeriod | null;
  /**
   * True if the own period ends before it starts, takes over 18 months and 7 days, or starts or ends on
   * another day than stated, or if figures are dated long after it.
   */
  readonly impossible: boolean;
}

/** A period takes up to 18 months, and may end 7 days later (Companies Act 2006 sections 390, 392). */
const [MAX_MONTHS, MORE_DAYS] = [18, 7];

/**
 * The tolerance in days between the stated and the dated start or end of a period. Opening balances have the
 * last day of the previous year or the first day of this one.
 */
const DAYS_OFF = 8;

/** The last day on which a period with this start may end. */
function lastEndOf(start: IsoDate): IsoDate {
  const [year = 0, month = 1, day = 1] = start.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + MAX_MONTHS, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, month - 1 + MAX_MONTHS, Math.min(day - 1, lastOfMonth)));
  return daysBefore(dayOf(end), -MORE_DAYS);
}

/** Returns true if one period can begin on the day after the earlier day and end on the later day. */
const isNear = (a: IsoDate, b: IsoDate): boolean =>
  a <= b ? b <= lastEndOf(daysBefore(a, -1)) : isNear(b, a);

/** The day that the document states in one of these facts; null: none. */
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
  const expected = start === null ? null : daysBefore(start, 1);
  const lastDay =
    expected === null
      ? earlier.at(-1)
      : (earlier.find((day) => day === expected) ??
        earlier.findLast((day) => Math.abs(daysBetween(day, expected)) <= DAYS_OFF));
  return lastDay === undefined ? null : { start: mostFrequent(startsOf(facts, lastDay)), end: lastDay };
}

const isPossible = ({ start, end }: ReportedPeriod): boolean =>
  start === null || (start <= end && end <= lastEndOf(start));

/**
 * The newest end of figures. If the stated end is later by more than the tolerance, the figures are of the
 * previous year, and the stated end counts.
 */
const endOf = (newest: IsoDate | undefined, statedEnd: IsoDate | undefined): IsoDate | undefined =>
  newest === undefined || (statedEnd !== undefined && daysBetween(newest, statedEnd) > DAYS_OFF)
    ? statedEnd
    : newest;

/**
 * The accounts' own period and the previous one. The own period ends on a day with figures that the document
 * or else the file's name (`named`) states, else on the newest day with figures.
 */
export function reportedPeriods(facts: FactsByName, named: IsoDate | null): ReportedPeriods | null {
  const figures = [...READ_CONCEPTS].flatMap((name) => facts.get(name) ?? []);
  const ends = new Set(figures.map(({ end }) => end));
  const statedDays = [
    statedDay(facts, 'EndDateForPeriodCoveredByReport'),
    statedDay(facts, 'BalanceSheetDate', 'DateBalanceSheet'),
    named,
  ].filter((day) => day !== null);
  const end = statedDays.find((day) => ends.has(day)) ?? endOf([...ends].sort().at(-1), statedDays[0]);
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
  const isAfter = [...ends].some((day) => day > end && !isNear(end, day));
  const before = periodBefore(figures, now);
  return {
    now,
    before: before !== null && isPossible(before) && isNear(before.end, end) ? before : null,
    impossible: !isPossible(now) || isOtherStart || isAfter || statedDays.some((day) => !isNear(day, end)),
  };
}
