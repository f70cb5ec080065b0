/** The months of statements: UTC, named YYYY-MM. */
import { dayOf } from './calendar.js';

/** The month of an event's time (ISO 8601, UTC), or of a day. */
export const monthOf = (time: string): string => time.slice(0, 'YYYY-MM'.length);

/** The first moment after a month. */
function endOf(month: string): Date {
  const [year, monthNumber] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return new Date(Date.UTC(year, monthNumber, 1));
}

export const firstDayOf = (month: string): string => `${month}-01`;
export const lastDayOf = (month: string): string => dayOf(new Date(endOf(month).getTime() - 1));

/** The months from the first to the last, both included; none where the last is before the first. */
export function monthsOf(first: string, last: string): readonly string[] {
  const months = Math.max(0, numberOf(last) - numberOf(first) + 1);
  return Array.from({ length: months }, (_, index) => {
    const month = numberOf(first) + index;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

const numberOf = (month: string): number => 12 * Number(month.slice(0, 4)) + Number(month.slice(5)) - 1;

/** A charge may reach the log a little after its own time (Contract 5.2). */
const SETTLING_MS = 600_000;

/** True if a log head read at `now` has everything of the month, except late charges. */
export const isSettled = (month: string, now: Date): boolean =>
  now.getTime() >= endOf(month).getTime() + SETTLING_MS;

/** The month after this one. */
export const monthAfter = (month: string): string => monthOf(endOf(month).toISOString());
