/**
 * The rules of caps, without any file or call: what a call may cost at most, and which cap that would pass.
 */
import { ZERO, decimalOf, isMore, minus, plus, textOf, type Decimal } from './decimal.js';
import { countsToday, type Entries, type Entry } from './spend-file.js';

/** What was or may be spent. */
export interface Cost {
  readonly units: number;
  /** 0 where no price is agreed. */
  readonly amount: Decimal;
}

/** Null: no such bound. */
export interface Cap {
  readonly units: number | null;
  readonly amount: Decimal | null;
}

export const SPANS = ['call', 'session', 'day'] as const;
export type Span = (typeof SPANS)[number];
export type Caps = Readonly<Record<Span, Cap>>;

/** The cap that a call would pass. */
export interface PassedCap {
  readonly span: Span;
  readonly of: 'units' | 'amount';
  /** As numbers or amounts are shown. */
  readonly cap: string;
  readonly spent: string;
}

export type Spent = Readonly<Record<Span, Cost>>;

export const NOTHING: Cost = { units: 0, amount: ZERO };

/** What a call counts as. */
export const costOf = ({ units, amount }: Entry): Cost => ({
  units,
  amount: (amount === null ? null : decimalOf(amount)) ?? ZERO,
});

export const sumOf = (a: Cost, b: Cost): Cost => ({
  units: a.units + b.units,
  amount: plus(a.amount, b.amount),
});

const sum = (entries: readonly Entry[]): Cost => entries.map(costOf).reduce(sumOf, NOTHING);

/** What counts for each cap. */
export function spentOf(entries: Entries, session: string, now: number): Spent {
  const all = [...entries.values()];
  return {
    call: NOTHING,
    session: sum(all.filter((entry) => entry.session === session)),
    day: sum(all.filter((entry) => countsToday(entry, now))),
  };
}

/** The first cap that this cost would pass, or null. */
export function passedCap(most: Cost, spent: Spent, caps: Caps): PassedCap | null {
  for (const span of SPANS) {
    const { units, amount } = caps[span];
    const before = spent[span];
    if (units !== null && before.units + most.units > units)
      return { span, of: 'units', cap: String(units), spent: String(before.units) };
    // A call that costs nothing passes no cap, even one that others have passed.
    if (amount !== null && isMore(most.amount, ZERO) && isMore(plus(before.amount, most.amount), amount))
      return { span, of: 'amount', cap: textOf(amount), spent: textOf(before.amount) };
  }
  return null;
}

/** Whether a person is to be asked. */
export const isAbove = (most: Cost, threshold: Cap): boolean =>
  (threshold.units !== null && most.units > threshold.units) ||
  (threshold.amount !== null && isMore(most.amount, threshold.amount));

/** What each cap leaves, as shown; a bound that isn't set is left out. */
export function leftOf(spent: Spent, caps: Caps): Record<Span, { units?: number; amount?: string }> {
  const left = (span: Span): { units?: number; amount?: string } => {
    const { units, amount } = caps[span];
    const before = spent[span];
    return {
      ...(units === null ? {} : { units: Math.max(0, units - before.units) }),
      ...(amount === null
        ? {}
        : { amount: textOf(isMore(before.amount, amount) ? ZERO : minus(amount, before.amount)) }),
    };
  };
  return { call: left('call'), session: left('session'), day: left('day') };
}
