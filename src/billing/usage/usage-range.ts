/** Checks the range of days of a usage query (Spec 5.10), in UTC, with both ends included. */
import { dayOf, daysBefore, isRequestDay } from '../../../packages/words/src/calendar.js';

/** Days are YYYY-MM-DD. */
export interface UsageRange {
  readonly from: string;
  readonly to: string;
}

export type RangeProblem = 'from_is_no_date' | 'to_is_no_date' | 'from_after_to' | 'too_long';

export const MAX_RANGE_DAYS = 366;
/** Days before the end at which a range without `from` begins. */
const DEFAULT_DAYS_BEFORE_END = 30;

const DAY_MS = 86_400_000;

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** Returns the requested range with its defaults, or all problems with it. */
export function usageRange(
  query: { readonly from?: string; readonly to?: string },
  today: Date,
): UsageRange | { readonly problems: readonly RangeProblem[] } {
  const problems: RangeProblem[] = [];
  if (query.from !== undefined && !isRequestDay(query.from)) problems.push('from_is_no_date');
  if (query.to !== undefined && !isRequestDay(query.to)) problems.push('to_is_no_date');
  if (problems.length > 0) return { problems };
  const to = query.to ?? dayOf(today);
  const from = query.from ?? daysBefore(to, DEFAULT_DAYS_BEFORE_END);
  if (from > to) return { problems: ['from_after_to'] };
  if (dayNumber(to) - dayNumber(from) + 1 > MAX_RANGE_DAYS) return { problems: ['too_long'] };
  return { from, to };
}
