/** The days of a usage query (Spec 5.10): inclusive on both ends, UTC. */
import { dayOf, daysBefore, isAskedDay } from '../../shared/calendar.js';

/** Days are YYYY-MM-DD. */
export interface UsageRange {
  readonly from: string;
  readonly to: string;
}

export type RangeProblem = 'from_is_no_date' | 'to_is_no_date' | 'from_after_to' | 'too_long';

export const MAX_RANGE_DAYS = 366;
/** Without `from`, the range begins so many days before its end. */
const DEFAULT_DAYS_BEFORE_END = 30;

const DAY_MS = 86_400_000;

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** The range asked for with its defaults, or everything that is wrong with it. */
export function usageRange(
  asked: { readonly from?: string; readonly to?: string },
  today: Date,
): UsageRange | { readonly problems: readonly RangeProblem[] } {
  const problems: RangeProblem[] = [];
  if (asked.from !== undefined && !isAskedDay(asked.from)) problems.push('from_is_no_date');
  if (asked.to !== undefined && !isAskedDay(asked.to)) problems.push('to_is_no_date');
  if (problems.length > 0) return { problems };
  const to = asked.to ?? dayOf(today);
  const from = asked.from ?? daysBefore(to, DEFAULT_DAYS_BEFORE_END);
  if (from > to) return { problems: ['from_after_to'] };
  if (dayNumber(to) - dayNumber(from) + 1 > MAX_RANGE_DAYS) return { problems: ['too_long'] };
  return { from, to };
}
