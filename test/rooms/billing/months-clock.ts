/** The time of random months, to the millisecond, and what is asked of it. */
import type { Wait } from './random-months.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The time so many days after another one. */
export const daysAfter = (time: number, days: number): number => time + days * DAY;

export class MonthsClock {
  private readonly begun: string;
  private readonly first: string;

  /** @param tell sets the clock of the program */
  constructor(
    public now: number,
    private readonly tell: (time: number) => void,
  ) {
    tell(now);
    this.begun = this.iso();
    this.first = this.month(0);
  }

  iso(minutesBehind = 0): string {
    return new Date(this.now - minutesBehind * MINUTE).toISOString();
  }

  /** The month so many months ago. */
  month(ago: number): string {
    const now = new Date(this.now);
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
  }

  /** The months from the first one to the one so many months ago. */
  monthsUpTo(monthsAgo: number): readonly string[] {
    const months: string[] = [];
    for (let ago = monthsAgo; this.month(ago) >= this.first; ago++) months.unshift(this.month(ago));
    return months;
  }

  get thisMonth(): { readonly from: string; readonly to: string } {
    return { from: `${this.month(0)}-01`, to: this.iso().slice(0, 10) };
  }

  get allMonths(): { readonly from: string; readonly to: string } {
    return { from: `${this.first}-01`, to: `${this.month(0)}-31` };
  }

  /** What a slow process dates its charge with: not before the first day. */
  dated(behind: number | 'last month'): string {
    const time = behind === 'last month' ? this.endOfLastMonth() : this.iso(behind);
    return time < this.begun ? this.begun : time;
  }

  pass(wait: Wait): void {
    if ('minutes' in wait) this.now += wait.minutes * MINUTE;
    else this.now = Math.max(this.now, this.nextOf(wait.to) + wait.minutesAfter * MINUTE);
    this.tell(this.now);
  }

  private nextOf(what: 'day' | 'month'): number {
    const now = new Date(this.now);
    if (what === 'day') return (Math.floor(this.now / DAY) + 1) * DAY;
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  }

  private endOfLastMonth(): string {
    return new Date(Date.parse(`${this.month(0)}-01`) - MINUTE).toISOString();
  }
}
